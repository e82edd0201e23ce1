import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Money } from '@kapao/contract/money'
import { minuteMs } from '@kapao/contract/times'
import { Refused } from '#core/refused.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { isKept } from '#money/conditions/rule.ts'
import { sweepGames, type MoveAllDeps } from '#money/transfers/move-all.ts'
import { isSweeping } from '#money/transfers/read.ts'
import { lockMember } from '#records/statement/store.ts'
import { endOf, type EndDeps, type Notifies } from './end.ts'
import { findWithdrawal, lockWithdrawal, setHeld, setWhy, type Withdrawal } from './store.ts'

export type SweepDeps = EndDeps &
  Notifies & {
    log: Pick<Log, 'warn' | 'error'>
    bonusBlocks: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
    /** Requests the balances from all providers once; false if a provider that has had money does not answer. */
    refreshAll: (memberId: string) => Promise<boolean>
    transfers: MoveAllDeps
    /** Lets tests end the process here; does nothing elsewhere. */
    failpoint: (step: CrashPoint) => Promise<void>
  }

/** After this time no game is waited for; money that arrives later stays in the wallet. */
const sweptWithinMs = 15 * minuteMs

/** The sweep of a withdrawal is a transfer of everything under its own key, which no member can send. */
function sweepKeyOf(withdrawal: string): string {
  return `withdrawal:${withdrawal}`
}

/** Empties every game at once, then holds the sum; unknown outcomes are left to the sweeper. */
export async function sweepAndHold(deps: SweepDeps, id: string, requestId: string): Promise<void> {
  const { memberId } = (await findWithdrawal(deps.db, id))!
  await sweepGames(deps.transfers, { memberId, key: sweepKeyOf(id), requestId })
  await deps.failpoint('withdrawal.games-emptied')
  await holdSwept(deps, id)
}

/**
 * Holds the sum once the wallet has it, in one commit; a second call changes nothing. While a game has not answered, a
 * short sum waits; after that it fails, with whatever was swept in the wallet.
 */
export async function holdSwept(deps: SweepDeps, id: string): Promise<void> {
  const { db, clock, log } = deps
  const seen = (await findWithdrawal(db, id))!
  if (seen.state !== 'sweeping') return
  // Read before the money: what arrives after this is seen there.
  const isOver =
    clock.now().getTime() - seen.createdAt.getTime() > sweptWithinMs ||
    !(await isSweeping(db, seen.memberId, sweepKeyOf(id)))
  const joined = await holdSum(deps, seen)
  await deps.failpoint('withdrawal.held')
  if (joined === 'held') deps.notify(seen)
  if (joined === 'bonus') await failSwept(deps, id, 'BONUS_TERMS')
  if (joined === 'short' && isOver) await failSwept(deps, id, 'GAMES_SHORT')
  if (joined === 'short' && !isOver) {
    log.warn({ withdrawal: id }, 'a withdrawal waits for games')
    await setWhy(db, id, 'a game has not answered yet')
  }
}

/** `over`: it is no longer waiting for its games, so nothing is left to do. */
type SweepOutcome = 'held' | 'short' | 'bonus' | 'over'

/** Moves the sum from the wallet to the hold where the wallet has it and nothing keeps it; a second call moves nothing. */
async function holdSum(deps: SweepDeps, { id, memberId }: Withdrawal): Promise<SweepOutcome> {
  const { db, clock, accounts } = deps
  const [wallet, hold] = await accounts.find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  const at = clock.now()
  return db
    .beginFor(memberId, async (tx): Promise<SweepOutcome> => {
      const withdrawal = await lockWithdrawal(tx, id)
      if (withdrawal?.state !== 'sweeping') return 'over'
      await lockMember(tx, memberId)
      const { amount, currency } = withdrawal
      const money = { amount, currency }
      if (await deps.bonusBlocks(tx, memberId)) return 'bonus'
      if (await isKept(deps, tx, { memberId, money })) return 'bonus'
      const has = walletOf(await listBalances(tx, memberId))!.money.amount
      if (has < amount) return 'short'
      await setHeld(tx, id, at)
      const ends = { debit: wallet!, credit: hold! }
      await postAll(tx, at, [{ idem: leg(id, 1), ...ends, money, kind: 'withdrawal_hold' }])
      return 'held'
    })
    .catch((error: unknown) => {
      // Another operation spent it between the look and the hold.
      if (error instanceof Refused && error.code === 'MONEY_NOT_ENOUGH') return 'short' as const
      throw error
    })
}

const whyFailed = {
  BONUS_TERMS: 'a reward that is not played for yet came meanwhile',
  GAMES_SHORT: 'the games did not give enough',
} as const

/** Nothing was held, so nothing moves; what the games gave stays in the wallet. A second call changes nothing. */
async function failSwept(
  deps: SweepDeps,
  id: string,
  reason: keyof typeof whyFailed,
): Promise<void> {
  await endOf(deps, id, { state: 'failed', payout: null, reason, why: whyFailed[reason] })
}
