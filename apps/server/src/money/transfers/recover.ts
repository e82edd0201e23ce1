import { minuteMs } from '@kapao/contract/times'
import { recoverAll, type MoveAllDeps } from './move-all.ts'
import { askOnce, moveOf, type CarryDeps } from './carry.ts'
import { claimDue, setNeverSent, setOpenState, type Transfer } from './store.ts'

/** After this time no call of ours is in progress any more, here or at the provider: a clear refusal is final. */
const overtakenUntilMs = 10 * minuteMs
/** I37. */
const openMaxMs = 15 * minuteMs
/** F15: an outcome that could only be guessed becomes an exception within a minute. */
const searchedForMs = 45_000

/** A provider without a lookup may still book the transfer; comparing balances earlier would create a needless exception. */
const comparedAfterMs = 30_000

/** Brings a transfer that a dead process or a lost answer left open to its end, or onto the exceptions list. */
export async function recover(
  deps: CarryDeps & MoveAllDeps,
  { id }: { id: string },
): Promise<void> {
  const transfer = await claimDue(deps.db, id, deps.clock.now())
  if (!transfer) return
  await deps.failpoint('transfer.claimed')
  if (!transfer.game) return recoverAll(deps, transfer)
  const { memberId } = transfer
  const player = await deps.players.findPlayer(memberId, transfer.game)
  if (!player) return giveUpLate(deps, transfer, 'the provider is not set up')
  const { client, username } = player
  const done = () => deps.end({ id, memberId, done: true, why: '' })
  const back = (why: string) => deps.end({ id, memberId, done: false, why })

  // A move that cannot be sent twice is recorded before it is sent; this one never was, and now never will be.
  if (!client.countsOnce && transfer.balanceBefore === null) {
    if (transfer.state === 'held' && !(await setNeverSent(deps.db, id))) return
    return back('it was never sent')
  }
  if (!client.countsOnce && !client.lookUp) {
    if (ageOf(deps, transfer) < comparedAfterMs) return
    return compareBalances(deps, transfer, { client, username })
  }

  const move = { ...moveOf(transfer, username), owner: null }
  const answer = await askOnce(client, move, transfer.createdAt)
  await deps.failpoint('transfer.asked-again')
  if (answer.outcome === 'done') return done()
  const ageMs = ageOf(deps, transfer)
  if (answer.outcome === 'refused' && ageMs > overtakenUntilMs) return back(answer.why)
  if (!client.countsOnce && ageMs > searchedForMs)
    return setOpenState(deps.db, id, { state: 'exception', why: answer.why })
  return giveUpLate(deps, transfer, answer.why)
}

type Player = NonNullable<Awaited<ReturnType<CarryDeps['players']['findPlayer']>>>

/**
 * Exactly the amount more, with nothing else in progress: done. Anything else, including no change, becomes an
 * exception. So does every move out of a game: a member who sees that the money is still there can stake the same
 * amount, and what looks taken comes back to them as a win.
 */
async function compareBalances(
  deps: CarryDeps,
  transfer: Transfer,
  { client, username }: Player,
): Promise<void> {
  const { id, memberId, amount, balanceBefore, kind } = transfer
  const asked = { username, currency: transfer.currency, use: 'moved', owner: null } as const
  const now = await client.readBalance(asked)
  await deps.failpoint('transfer.asked-again')
  if (now.outcome !== 'balance') return giveUpLate(deps, transfer, now.why)
  const expected = balanceBefore! + (kind === 'in' ? amount : -amount)
  if (kind === 'in' && now.money.amount === expected)
    return deps.end({ id, memberId, done: true, why: '' })
  const why = `before it they held ${balanceBefore}, now ${now.money.amount}; with it ${expected}`
  return setOpenState(deps.db, id, { state: 'exception', why })
}

async function giveUpLate(deps: CarryDeps, transfer: Transfer, why: string): Promise<void> {
  const state = ageOf(deps, transfer) > openMaxMs ? 'exception' : 'unknown'
  await setOpenState(deps.db, transfer.id, { state, why })
}

function ageOf({ clock }: CarryDeps, { createdAt }: Transfer): number {
  return clock.now().getTime() - createdAt.getTime()
}
