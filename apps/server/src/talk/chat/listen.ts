import { z } from 'zod'
import type { Clock } from '#core/clock.ts'
import type { OpenListener } from '#core/db/connections/listener.ts'
import type { Db } from '#core/db/db.ts'
import type { Here } from '#core/live/live.ts'
import type { Log } from '#core/telemetry/log.ts'
import { nameOf, ownerOf, viewOfMessage, type ShowDeps } from './show.ts'
import {
  chatChannel,
  listNews,
  listReadPositions,
  type Message,
  type ReadPosition,
} from './store.ts'

export type ListenDeps = Pick<ShowDeps, 'signGuest' | 'addressOf'> & {
  db: Db
  clock: Clock
  here: Here
  log: Pick<Log, 'warn'>
}

const notice = z.object({
  owner: z.string(),
  from: z.int().optional(),
  to: z.int().optional(),
  isTyping: z.boolean().optional(),
})

/** What one owner's sockets are still to receive: a range of messages, the newest one, or read marks only (null). */
type PendingPush = { range: { from: bigint; to: bigint } | 'newest' | null; isTyping: boolean }

/** Up to this many messages are pushed one by one; a page that missed more reads the history. */
const pushedMax = 20n
const againAfterMs = 1_000

/**
 * Notifies this process's sockets of changes to their talks, made by any process or operator. What arrives during a
 * query is sent in the next round, so that a flood costs two queries a round.
 */
export async function listenForTalks(deps: ListenDeps): Promise<OpenListener> {
  const { db, here, log } = deps
  const waiting = new Map<string, PendingPush>()
  let isDraining = false

  const drain = async (): Promise<void> => {
    if (isDraining) return
    isDraining = true
    let round = new Map<string, PendingPush>()
    try {
      while (waiting.size > 0) {
        round = new Map(waiting)
        waiting.clear()
        await pushRound(deps, round)
      }
    } catch (error) {
      log.warn({ err: error }, 'open pages were not notified of messages; it is tried again')
      // The newest is enough: a page sees by its number what it has missed.
      for (const owner of round.keys())
        if (here.has(owner)) waiting.set(owner, { range: 'newest', isTyping: false })
      setTimeout(() => void drain(), againAfterMs).unref()
    } finally {
      isDraining = false
    }
  }
  const onNotice = (payload: string | null): void => {
    if (payload === null)
      for (const owner of here.rooms()) waiting.set(owner, { range: 'newest', isTyping: false })
    else {
      const read = readNotice(payload)
      if (!read || !here.has(read.owner)) return
      waiting.set(read.owner, joined(waiting.get(read.owner), read))
    }
    void drain()
  }
  return db.listen(chatChannel, onNotice)
}

function readNotice(payload: string): z.output<typeof notice> | null {
  try {
    return notice.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

function joined(
  known: PendingPush | undefined,
  { from, to, isTyping = false }: z.output<typeof notice>,
): PendingPush {
  const before = known?.range ?? null
  if (from === undefined || to === undefined || before === 'newest')
    return { range: before, isTyping }
  const range = { from: BigInt(from), to: BigInt(to) }
  if (before === null) return { range, isTyping }
  return {
    range: {
      from: before.from < range.from ? before.from : range.from,
      to: before.to > range.to ? before.to : range.to,
    },
    isTyping,
  }
}

async function pushRound(deps: ListenDeps, round: Map<string, PendingPush>): Promise<void> {
  const positions = await listReadPositions(deps.db, [...round.keys()])
  const wanted = positions.flatMap((one) =>
    rangeOf(one, round.get(one.owner)!).map((range) => ({ owner: one.owner, ...range })),
  )
  const messages = wanted.length === 0 ? [] : await listNews(deps.db, wanted)
  const byOwner = Map.groupBy(messages, ({ owner }) => owner)
  for (const one of positions)
    await pushToOwner(deps, one, {
      messages: byOwner.get(one.owner) ?? [],
      isTyping: round.get(one.owner)!.isTyping,
    })
}

function rangeOf(
  { lastSeq }: ReadPosition,
  { range }: PendingPush,
): { from: bigint; to: bigint }[] {
  if (range === null) return []
  if (range === 'newest') return [{ from: lastSeq, to: lastSeq }]
  const { from, to } = range
  return [{ from: to - from >= pushedMax ? to - pushedMax + 1n : from, to }]
}

async function pushToOwner(
  deps: ListenDeps,
  { owner, unread, seenSeq }: ReadPosition,
  { messages, isTyping }: { messages: Message[]; isTyping: boolean },
): Promise<void> {
  if (!deps.here.has(owner)) return
  if (messages.length > 0) {
    const named = await nameOf(deps, ownerOf(owner))
    for (const message of messages)
      deps.here.send(owner, { messaging: viewOfMessage(deps, message, named) })
  }
  deps.here.send(owner, { chat: { unread, seen: Number(seenSeq), isTyping } })
}
