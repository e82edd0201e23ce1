import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { Refused } from '#core/refused.ts'
import { refuseAbandoned, type Caller } from '#core/calls/idempotency.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances, type Balance, walletOf } from '#ledger/read.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { findHeldAfter } from '#money/withdrawals/read.ts'
import { findMember } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { notifyReward, totalOf, type GrantDeps } from './grant.ts'
import {
  gamesOf,
  isEmptied,
  judgeEnding,
  takenOf,
  type ReleaseRule,
  type BonusHoldings,
} from './progress.ts'
import { findHeld } from './read.ts'
import {
  claimDue,
  findByClearKey,
  findById,
  forfeitPlace,
  listTakings,
  lockHeld,
  setClearing,
  setEnded,
  setTaken,
  setTakingAgain,
  setTakingTransfer,
  type HeldBonus,
  type BonusTaking,
} from './store.ts'

/** Empties a game by an ordinary transfer, which ends in the member's forfeit account. */
export type TakeOut = {
  /** Begins it once for a key, and returns its id; null while the game is busy with another transfer, or has less. */
  begin: (wanted: {
    memberId: string
    key: string
    held: string
    from: Balance
    hold: Account
    target: Account
    amount: bigint
  }) => Promise<string | null>
  /** Advances it as far as can be known now. */
  carryOn: (transfer: string) => Promise<void>
  find: (
    transfer: string,
  ) => Promise<{ state: 'open' | 'done' | 'returned'; amount: bigint } | null>
}

export type ClearDeps = GrantDeps & {
  log: Pick<Log, 'warn' | 'error'>
  takeOut: TakeOut
  release: ReleaseRule
  /** Credits deposits that waited for the end. */
  releaseHeld: (memberId: string) => Promise<void>
}

const ownedMs = 30_000

/**
 * OP-BONCLR: ends the held bonus and takes every game's balance by ordinary transfers; the wallet is untouched. The
 * same key finds what it began; without a key a second call finds nothing to end.
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

/** Opened with the first bonus that ends; most members never need one. */
async function openForfeit(deps: ClearDeps, tx: Tx, held: HeldBonus): Promise<Account[]> {
  const { memberId, currency } = held
  return deps.accounts.open(tx, [
    { owner: memberId, kind: 'wallet', party: '', currency },
    { owner: memberId, kind: 'forfeit', party: '', currency },
    { owner: null, kind: 'forfeit', party: '', currency },
  ])
}

/** Empties the games concurrently, and ends the bonus when all have answered. Safe to call twice and concurrently. */
export async function continueEnding(deps: ClearDeps, id: string): Promise<void> {
  const held = (await findById(deps.db, id))!
  if (held.state !== 'clearing') return
  const takings = (await listTakings(deps.db, id)).filter(({ taken }) => taken === null)
  await Promise.all(takings.map((taking) => takeGame(deps, held, taking)))
  await finish(deps, held)
}

/** Takes all that the game has, including wins of a round still running; the worker retries after a refusal. */
async function takeGame(deps: ClearDeps, held: HeldBonus, taking: BonusTaking): Promise<void> {
  const { db, takeOut } = deps
  const at = { held: held.id, game: taking.game, attempt: taking.attempt }
  const transfer = taking.transfer ?? (await beginTaking(deps, held, taking))
  if (transfer === null) return
  await setTakingTransfer(db, at, transfer)
  await deps.failpoint('bonus.transfer-begun')
  await takeOut.carryOn(transfer)
  const found = await takeOut.find(transfer)
  if (found?.state === 'done') await setTaken(db, at, found.amount)
  if (found?.state === 'returned') await setTakingAgain(db, at)
  await deps.failpoint('bonus.transfer-ended')
}

async function beginTaking(
  deps: ClearDeps,
  { id, memberId }: HeldBonus,
  { game, attempt }: BonusTaking,
): Promise<string | null> {
  // After a refusal the ledger may show more than the provider has.
  if (attempt > 1) await deps.refreshAll(memberId)
  const balances = await listBalances(deps.db, memberId)
  const from = balances.find(({ kind, party }) => kind === 'game' && party === game)!
  const find = (wanted: string) => balances.find(({ kind }) => kind === wanted)!
  const amount = from.money.amount
  const key = `bonus:${id}:${game}:${attempt}`
  const wanted = { memberId, key, held: id, hold: find('transfer'), target: find('forfeit') }
  const begun = await deps.takeOut.begin({ ...wanted, from, amount })
  if (begun !== null || amount > 0n) return begun
  // Nothing is left there, and no transfer is open.
  if ((await listOpenGames(deps.db, memberId)).includes(game)) return null
  await setTaken(deps.db, { held: id, game, attempt }, 0n)
  return null
}

/** One commit: all forfeited money goes to the house account, the statement gets its row, and the condition ends. */
async function finish(deps: ClearDeps, { id, memberId }: HeldBonus): Promise<void> {
  const { db, clock } = deps
  const member = await findMember(db, memberId)
  const ended = await db.beginFor(memberId, async (tx) => {
    const held = await lockHeld(tx, id)
    if (held?.state !== 'clearing') return null
    const takings = await listTakings(tx, id)
    if (takings.some(({ taken }) => taken === null)) return null
    await lockMember(tx, memberId)
    const at = clock.now()
    const { currency, source, code, about, walletTaken } = held
    const amount = takings.reduce((sum, one) => sum + one.taken!, walletTaken)
    await insertRow(tx, at, {
      memberId,
      operation: id,
      statementType: 'finish_bonus',
      from: code,
      to: forfeitPlace,
      status: 'SUCCESS',
      money: { amount, currency },
      about: { [source]: { description: about[member?.language ?? 'th'] } },
    })
    await setEnded(tx, id, { taken: amount, at })
    const [, mine, house] = await openForfeit(deps, tx, held)
    const money = { amount, currency }
    if (amount > 0n)
      await postAll(tx, at, [
        { idem: leg(id, 2), debit: mine!, credit: house!, money, kind: 'forfeit', ref: code },
      ])
    return held
  })
  if (!ended) return
  await deps.failpoint('bonus.ended')
  await notifyReward(deps, ended, 'finish_bonus')
  await deps.releaseHeld(memberId)
}

/** For the sweeper: endings that a dead process or a silent provider left open. */
export async function recoverEnding(deps: ClearDeps, { id }: { id: string }): Promise<void> {
  const held = await claimDue(deps.db, id, deps.clock.now())
  if (!held) return
  if (held.tries > 10)
    deps.log.error({ bonus: id }, 'a bonus cannot be ended; look at its transfers')
  await continueEnding(deps, id)
}
