import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { refuseAbandoned, type Caller } from '#core/calls/idempotency.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { findHeldAfter } from '#money/withdrawals/read.ts'
import { lockMember } from '#records/statement/store.ts'
import { continueEnding, openForfeit, type ClearDeps } from './finish.ts'
import { totalOf } from './grant.ts'
import { gamesOf, isEmptied, judgeEnding, takenOf, type BonusHoldings } from './progress.ts'
import { findHeld } from './read.ts'
import { findByClearKey, lockHeld, setClearing, type HeldBonus } from './store.ts'

const ownedMs = 30_000

/**
 * A bonus ends by its member, here, where `judgeEnding` lets them: what must be reached is reached, or little is left. By
 * itself it ends only where nothing is left (`endEmptied`, a job).
 *
 * OP-BONCLR: ends the held bonus and takes every game's balance by ordinary transfers. The wallet is untouched, unless
 * an operator has denied the reward, which is then deducted as far as it is there (`takenOf`). The same key finds what it
 * began; without a key a second call finds nothing to end.
 */
export async function startClear(deps: ClearDeps, caller: Caller): Promise<string> {
  const { db } = deps
  const { memberId, key, requestId } = caller
  const known = key === null ? null : await findByClearKey(db, memberId, key)
  if (known) return known.id
  const held = await findHeld(db, memberId)
  if (!held) throw new Refused('NO_DATA')
  if (held.state === 'clearing') return held.id
  if (!(await deps.refreshAll(memberId))) {
    const isMoving = (await listOpenGames(db, memberId)).length > 0
    throw new Refused(isMoving ? 'REQUEST_IN_PROGRESS' : 'BONUS_CONDITION')
  }
  await lookBeforeEnd(deps, held)
  await deps.failpoint('bonus.checked')
  await db.beginFor(memberId, async (tx) => {
    const fresh = await lockHeld(tx, held.id)
    await lockMember(tx, memberId)
    if (key !== null) await refuseAbandoned(tx, memberId, key)
    // Another process is ending it already, which is what was asked for.
    if (fresh?.state !== 'active') return
    const balances = await listBalances(tx, memberId)
    const why = await judgeEnding(deps, tx, { held: fresh, balances })
    if (why === 'transfers') throw new Refused('REQUEST_IN_PROGRESS')
    if (why === 'condition' || why === 'cap') throw new Refused('BONUS_CONDITION')
    if (why === 'held') throw new Refused('REWARD_HELD')
    // A met target with a withdrawal ends by endAfterWithdrawal, whichever comes first.
    if (await findHeldAfter(tx, memberId, held.statementSeq))
      throw new Refused('REQUEST_IN_PROGRESS')
    const by = { actor: `member:${memberId}`, requestId } as const
    const walletTaken = takenOf(why, { held, balances })
    await startEnding(deps, tx, { held, balances, endedBy: 'cancelled', key, by, walletTaken })
  })
  await deps.failpoint('bonus.clearing')
  return held.id
}

/** What it would leave to its member is looked at once, where nothing else stands in the way. */
async function lookBeforeEnd(deps: ClearDeps, held: HeldBonus): Promise<void> {
  const balances = await listBalances(deps.db, held.memberId)
  const why = await judgeEnding(deps, deps.db, { held, balances })
  if (why === 'met' || why === 'below') await deps.release.look(held, why)
}

/**
 * Ends the held bonus after a withdrawal from a met target: the rest of the wallet is deducted, then the games. Safe
 * to call after any change of a withdrawal; without a withdrawal it does nothing.
 */
export async function endAfterWithdrawal(deps: ClearDeps, memberId: string): Promise<void> {
  const held = await findHeld(deps.db, memberId)
  if (held?.state !== 'active') return
  const started = await deps.db.beginFor(memberId, async (tx) => {
    const fresh = await lockHeld(tx, held.id)
    await lockMember(tx, memberId)
    if (fresh?.state !== 'active') return false
    const withdrawal = await findHeldAfter(tx, memberId, held.statementSeq)
    if (!withdrawal) return false
    // Money on its way to or from a game is judged when it has arrived; the worker comes back.
    if ((await listOpenGames(tx, memberId)).length > 0) return false
    const balances = await listBalances(tx, memberId)
    const wallet = walletOf(balances)!.money.amount
    const theirs = withdrawal.state === 'returned' ? withdrawal.amount : 0n
    const walletTaken = wallet > theirs ? wallet - theirs : 0n
    const by = { actor: 'system:bonus', requestId: `withdrawal ${withdrawal.id}` } as const
    const ending = { held, balances, endedBy: 'withdrawn', key: null, by, walletTaken } as const
    await startEnding(deps, tx, ending)
    return true
  })
  await deps.failpoint('bonus.deducted')
  if (started) await continueEnding(deps, held.id)
}

/**
 * Ends a condition under which nothing is left: not in the wallet, not in a game, nothing on its way, for `quietMs`.
 * Takes nothing. Safe to call for any holder; if anything is left it does nothing.
 */
export async function endEmptied(
  deps: ClearDeps,
  { memberId, quietMs }: { memberId: string; quietMs: number },
): Promise<void> {
  const { db } = deps
  const held = await findHeld(db, memberId)
  if (held?.state !== 'active' || !(await isEmptied(deps, db, { held, quietMs }))) return
  if (!(await deps.refreshAll(memberId))) return
  // It leaves nothing to its member; somebody else may have won it.
  await deps.release.look(held, 'emptied')
  const started = await db.beginFor(memberId, async (tx) => {
    const fresh = await lockHeld(tx, held.id)
    await lockMember(tx, memberId)
    if (fresh?.state !== 'active' || !(await isEmptied(deps, tx, { held, quietMs }))) return false
    // The withdrawn money may come back; endAfterWithdrawal covers that.
    if (await findHeldAfter(tx, memberId, held.statementSeq)) return false
    const balances = await listBalances(tx, memberId)
    const by = { actor: 'system:bonus', requestId: `emptied ${held.id}` } as const
    const ending = { held, balances, endedBy: 'emptied', key: null, by, walletTaken: 0n } as const
    await startEnding(deps, tx, ending)
    return true
  })
  await deps.failpoint('bonus.emptied')
  if (started) await continueEnding(deps, held.id)
}

type BonusEnd = BonusHoldings & {
  endedBy: 'cancelled' | 'withdrawn' | 'emptied'
  key: string | null
  by: AuditContext
  walletTaken: bigint
}

async function startEnding(deps: ClearDeps, tx: Tx, ending: BonusEnd): Promise<void> {
  const { held, balances, endedBy, key, by, walletTaken } = ending
  const { id, currency } = held
  const at = deps.clock.now()
  const games = gamesOf(balances).map(({ party, money }) => ({
    game: party,
    expected: money.amount,
  }))
  const after = { endedBy, totalAtEnd: totalOf(balances), walletTaken, games }
  const nextAt = new Date(at.getTime() + ownedMs)
  await setClearing(tx, id, { ...after, clearKey: key, nextAt })
  await recordAudit(tx, { at, ...by, action: 'bonus.clear', subject: id, after })
  const [wallet, target] = await openForfeit(deps, tx, held)
  if (walletTaken === 0n) return
  const money = { amount: walletTaken, currency }
  await postAll(tx, at, [
    { idem: leg(id, 3), debit: wallet!, credit: target!, money, kind: 'forfeit', ref: held.code },
  ])
}
