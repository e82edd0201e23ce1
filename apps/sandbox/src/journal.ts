import type { Answer, Call } from './call.ts'
import type { SandboxClock } from './clock.ts'

const entriesMax = 1000
const textMax = 2000

export type JournalEntry = {
  id: number
  at: string
  operation: string
  method: string
  url: string
  headers: Record<string, string>
  request: unknown
  fault: string | null
  /** How often the effect happened: 0 when the call was dropped first, 2 when it was doubled. */
  applied: number
  /** Null while the call is still being answered. */
  reply: { status: number; body: unknown } | 'dropped' | null
}

export type Journal = {
  open: (operation: string, call: Call) => JournalEntry
  list: (filter?: { operation?: string | undefined; limit?: number | undefined }) => JournalEntry[]
  reset: () => void
}

/** Keeps the last calls from outside, newest first when listed; secrets stay readable, since all of them are fake. */
export function createJournal(clock: SandboxClock): Journal {
  let entries: JournalEntry[] = []
  let lastId = 0
  return {
    open: (operation, call) => {
      lastId += 1
      const entry: JournalEntry = {
        id: lastId,
        at: clock.now().toISOString(),
        operation,
        method: call.method,
        url: call.url,
        headers: notableHeaders(call.headers),
        request: shorten(call.body),
        fault: null,
        applied: 0,
        reply: null,
      }
      entries.push(entry)
      if (entries.length > entriesMax) entries.shift()
      return entry
    },
    list: ({ operation, limit = entriesMax } = {}) =>
      entries
        .filter((entry) => operation === undefined || entry.operation === operation)
        .slice(-limit)
        .toReversed(),
    reset: () => {
      entries = []
    },
  }
}

export function replyForJournal(answer: Answer): { status: number; body: unknown } {
  const body = answer.bytes ? { bytes: answer.bytes.length } : (answer.text ?? answer.body ?? '')
  return { status: answer.status ?? 200, body: shorten(body) }
}

function notableHeaders(headers: Call['headers']): Record<string, string> {
  const notable = Object.entries(headers).filter(
    ([name]) => name === 'authorization' || name === 'content-type' || name.startsWith('x-'),
  )
  return Object.fromEntries(notable.map(([name, value]) => [name, String(value)]))
}

/** Cuts long texts: a thousand uploaded pictures would fill the memory. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > textMax
      ? `${value.slice(0, textMax)} … (${value.length} characters)`
      : value
  }
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]))
  }
  return value
}
