import type { Tx } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import type { MoveAllDeps } from '#money/transfers/move-all.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { beginTakeOut, carryTakeOut } from '#money/transfers/take-out.ts'
import { findMember } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { notifyReward, type GrantDeps } from './grant.ts'
import type { ReleaseRule } from './progress.ts'
import {
  claimDue,
  findById,
  forfeitPlace,
  listTakings,
  lockHeld,
  setEnded,
  setTaken,
  setTakingAgain,
  setTakingTransfer,
  type HeldBonus,
  type BonusTaking,
} from './store.ts'

export type ClearDeps = GrantDeps & {
  log: Pick<Log, 'warn' | 'error'>
  transfers: MoveAllDeps
  release: ReleaseRule
  /** Credits deposits that waited for the end. */
  releaseHeld: (memberId: string) => Promise<void>
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
  const { db, transfers } = deps
  const at = { held: held.id, game: taking.game, attempt: taking.attempt }
  const transfer = taking.transfer ?? (await beginTaking(deps, held, taking))
  if (transfer === null) return
  await setTakingTransfer(db, at, transfer)
  await deps.failpoint('bonus.transfer-begun')
  const found = await carryTakeOut(transfers, transfer)
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
  const begun = await beginTakeOut(deps.transfers, {
    memberId,
    key,
    held: id,
    route: 'bonus.clear',
    from,
    hold: find('transfer'),
    target: find('forfeit'),
    to: forfeitPlace,
    amount,
  })
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

/** Opened with the first bonus that ends; most members never need one. */
export async function openForfeit(deps: ClearDeps, tx: Tx, held: HeldBonus): Promise<Account[]> {
  const { memberId, currency } = held
  return deps.accounts.open(tx, [
    { owner: memberId, kind: 'wallet', party: '', currency },
    { owner: memberId, kind: 'forfeit', party: '', currency },
    { owner: null, kind: 'forfeit', party: '', currency },
  ])
}
