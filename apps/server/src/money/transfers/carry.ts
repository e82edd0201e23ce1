import type { CrashPoint, TransferPoint } from '#core/jobs/failpoint.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import type { Players } from '#money/games/players.ts'
import type { GameClient, Move, ActResult } from '#outside/games/client.ts'
import type { TransferEnd } from './end-store.ts'
import {
  listMoved,
  setNextLook,
  setOpenState,
  setRefused,
  setSent,
  type Transfer,
} from './store.ts'

export type TransferDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  accounts: AccountBook
  /** Tests put providers in its place that answer at once, or never. */
  players: Pick<Players, 'listGames' | 'mayEnter' | 'findPlayer'>
  /** False while a member's games are being emptied for another purpose: then only that may move anything. */
  mayMove: (moving: { memberId: string; to: string }) => Promise<boolean>
  /** How many movements a member may make in 24 hours before only whole balances come home. */
  readDayMax: () => Promise<number>
  /** Lets tests end the process here, or hold it until they kill it; does nothing elsewhere. */
  failpoint: (step: CrashPoint) => Promise<void>
  /** Notified of every ending after its commit; never throws. */
  notifyEnded: (ended: Pick<TransferEnd, 'id' | 'memberId'>) => void
  /** Shorter in tests, all. */
  askAgainAfterMs?: readonly number[]
  /** Null in tests stands for a process that is suspended. */
  carriedEveryMs?: number | null
  answerWithinMs?: number
}

export type CarryDeps = TransferDeps & { end: (ending: TransferEnd) => Promise<void> }

/** Together longer than the five seconds for which a provider refuses to pay out after a round was ended. */
const commonAskAgainAfterMs = [500, 2_500, 2_500]
/** After a clear refusal no other process sends it until the money is returned. */
const returnedWithinMs = 60_000

/**
 * Carries held money to or from the provider and applies the outcome: done, returned after a clear refusal, else
 * unknown: the money stays held, and the member's call is answered TRANSFER_PENDING, after 19 s at the latest. Called
 * once for each transfer; later attempts look up, or send again under the same reference. Returns true when it is done.
 */
async function carry(deps: CarryDeps, transfer: Transfer): Promise<boolean> {
  const { id, memberId } = transfer
  const pass = (step: TransferPoint) => deps.failpoint(stepOf(transfer, step))
  await pass('transfer.held')
  const back = async (why: string) => {
    await deps.end({ id, memberId, done: false, why })
    return false
  }
  // Checked again after the beginning: the emptying may have begun after the plan, and looks at open transfers.
  if (!(await deps.mayMove(transfer))) return back('a bonus is ending')
  const player = await deps.players.findPlayer(memberId, transfer.game!)
  if (!player) return back('the provider is not set up')
  const { client, username } = player
  const move = moveOf(transfer, username)
  if (!client.countsOnce) {
    // A move that cannot be sent twice must be recorded as sent, and without a reference only balances can prove it.
    const asked = { username, currency: transfer.currency, use: 'moved', owner: memberId } as const
    const before = await client.readBalance(asked)
    if (before.outcome !== 'balance') return back(before.why)
    await pass('transfer.balance-read')
    if (!(await setSent(deps.db, id, before.money.amount))) return false
    await pass('transfer.marked-sent')
  }
  if (move.direction === 'out' && client.kick) {
    await client.kick(move)
    await pass('transfer.player-kicked')
  }

  let moved = await client.move(move)
  await pass('transfer.answered')
  // A request that was never sent is a definite failure once it leaves the queue.
  if (moved.outcome === 'refused' || moved.outcome === 'unsent') {
    const { why } = moved
    const nextAt = new Date(deps.clock.now().getTime() + returnedWithinMs)
    // A suspended process may bring a refusal after the sweeper has sent it.
    if (client.countsOnce && !(await setRefused(deps.db, id, { why, nextAt }))) return false
    return back(why)
  }
  if (moved.outcome === 'unknown') {
    await setOpenState(deps.db, id, { state: 'unknown', why: moved.why })
    await pass('transfer.unknown')
    moved = await askSoon(deps, client, { move, since: transfer.createdAt })
  }
  if (moved.outcome !== 'done') return false
  await deps.end({ id, memberId, done: true, why: '' })
  await pass('transfer.ended')
  return true
}

/** Often enough that one late answer of the database costs nothing, and before the sweeper's first look. */
const saidEveryMs = 1_500
/** A process that died leaves its transfers to the sweeper no later than this. */
const believedForMs = 4_000

/**
 * Keeps the sweeper away from a transfer as long as a call carries it; most end before the first time. A process that
 * stops saying so is dead or suspended, and taking over from a suspended one is safe: each step checks the stored state.
 */
function keepCarried(
  { db, clock, carriedEveryMs = saidEveryMs }: TransferDeps,
  { id }: { id: string },
): () => void {
  if (carriedEveryMs === null) return () => undefined
  const say = (): void => {
    const until = new Date(clock.now().getTime() + believedForMs)
    setNextLook(db, id, until).catch(() => undefined)
  }
  const timer = setInterval(say, carriedEveryMs).unref()
  return () => clearInterval(timer)
}

/** Like `carry`; a transfer that does not end in time is left to the sweeper. */
export async function carryOrGiveUp(deps: CarryDeps, transfer: Transfer): Promise<boolean> {
  let isDone = false
  const letGo = keepCarried(deps, transfer)
  try {
    isDone = await carry(deps, transfer)
    return isDone
  } finally {
    letGo()
    if (!isDone) void giveUp(deps, transfer)
  }
}

/** After a switchover of the database writes fail for a moment. */
const giveUpAfterMs = [0, 1_000, 3_000, 6_000]
const sweptAfterMs = 1_000

/**
 * Hands a transfer that its call cannot end to the sweeper now, where another query proves something. One that can only
 * be compared by balances is given its time (recover.ts). Best effort: otherwise the sweeper finds it seconds later.
 */
async function giveUp(deps: TransferDeps, { id, memberId, game }: Transfer): Promise<void> {
  for (const waitMs of giveUpAfterMs) {
    await sleep(waitMs, undefined, { ref: false })
    try {
      const player = await deps.players.findPlayer(memberId, game!)
      const proves = player?.client.countsOnce || player?.client.lookUp
      if (proves)
        await setNextLook(deps.db, id, new Date(deps.clock.now().getTime() + sweptAfterMs))
      return
    } catch (error) {
      deps.log.warn({ err: error, transfer: id }, 'a transfer is left to the sweeper later')
    }
  }
}

/** The second half of one between games, and the last leg of one of everything, pass their own steps. */
function stepOf({ kind, parent }: Transfer, step: TransferPoint): CrashPoint {
  return kind === 'in' && parent !== null ? `next ${step}` : step
}

/** Usually a lost answer is found while the member still waits. A refusal now may be overtaken by the first call. */
async function askSoon(
  { askAgainAfterMs = commonAskAgainAfterMs }: CarryDeps,
  client: GameClient,
  { move, since }: { move: Move; since: Date },
): Promise<ActResult> {
  for (const waitMs of askAgainAfterMs) {
    await sleep(waitMs)
    const answer = await askOnce(client, move, since)
    if (answer.outcome === 'done') return answer
  }
  return { outcome: 'unknown', why: 'it is not known yet' }
}

/** Looks it up where that is possible and, where the reference counts once, sends it again. */
export async function askOnce(client: GameClient, move: Move, since: Date): Promise<ActResult> {
  if (client.lookUp) {
    const looked = await client.lookUp({ ...move, since })
    if (looked.outcome === 'done' || looked.outcome === 'unknown') return looked
    if (looked.outcome !== 'absent' || !client.countsOnce)
      return { outcome: 'unknown', why: 'they do not know it, which proves nothing' }
  }
  return client.countsOnce
    ? client.move(move)
    : { outcome: 'unknown', why: 'they cannot be asked about one transfer' }
}

/** In its member's slot; a later job that asks about it takes the slot of our own jobs. */
export function moveOf(transfer: Transfer, username: string): Move {
  return {
    owner: transfer.memberId,
    username,
    reference: transfer.id,
    direction: transfer.kind === 'in' ? 'in' : 'out',
    money: { amount: transfer.amount, currency: transfer.currency },
  }
}

type EndedMove = Pick<
  Transfer,
  'id' | 'memberId' | 'amount' | 'currency' | 'state' | 'createdAt'
> & {
  moveAs: (username: string) => Move
}

/** Ended moves of a period at one game, for comparison with the provider. */
export async function listMoves(
  on: Queryable,
  wanted: { game: string; from: Date; to: Date },
): Promise<EndedMove[]> {
  const moved = await listMoved(on, wanted)
  return moved.map((transfer) => ({
    ...transfer,
    moveAs: (username) => moveOf(transfer, username),
  }))
}
