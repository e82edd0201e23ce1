import { formatDateTime } from '#core/format.ts'
import type { ChatLine } from './line.ts'

/** The entries of the history: lines, and what separates them. */
export type Entry =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'end'; key: string }
  | { kind: 'gap'; key: string }
  | {
      kind: 'line'
      key: string
      line: ChatLine
      isFirstOfGroup: boolean
      /** No later message follows; a message that failed to send does not count. */
      isLast: boolean
      /** False if the next line has the same sender and the same minute. */
      isTimed: boolean
    }

/** DD/MM/YYYY in Bangkok. */
export function dayOf(createdAt: string): string {
  return formatDateTime(Date.parse(createdAt)).slice(0, 10)
}

export function timeOf(createdAt: string): string {
  return formatDateTime(Date.parse(createdAt)).slice(11, 16)
}

/** Puts a day above its first line, an end mark between two conversations, and a gap mark where lines are missing. */
export function entriesOf(lines: readonly ChatLine[]): Entry[] {
  const entries: Entry[] = []
  let before: ChatLine | null = null
  let day: string | null = null
  let session: string | null = null
  let seq: number | null = null
  const last = lines.findLastIndex(({ own }) => own?.status !== 'failed')

  for (const [place, line] of lines.entries()) {
    const { key, createdAt, sessionId } = line
    const isCut = entries.length
    if (seq !== null && line.seq !== null && line.seq - seq > 1)
      entries.push({ kind: 'gap', key: `gap ${key}` })
    if (session !== null && sessionId !== null && sessionId !== session)
      entries.push({ kind: 'end', key: `end ${key}` })
    if (createdAt !== null && dayOf(createdAt) !== day) {
      day = dayOf(createdAt)
      entries.push({ kind: 'day', key: `day ${day} ${key}`, day })
    }
    const isFirstOfGroup = entries.length > isCut || before?.sender !== line.sender
    const isLast = place === last
    const isTimed = !followsAtOnce(line, lines[place + 1])
    entries.push({ kind: 'line', key, line, isFirstOfGroup, isLast, isTimed })
    before = line
    session = sessionId ?? session
    seq = line.seq ?? seq
  }
  return entries
}

function followsAtOnce(line: ChatLine, next: ChatLine | undefined): boolean {
  if (!next || line.createdAt === null || next.createdAt === null) return false
  if (line.sender !== next.sender || line.sessionId !== next.sessionId) return false
  const [minute, nextMinute] = [line, next].map(({ createdAt }) => createdAt!.slice(0, 16))
  return minute === nextMinute
}
