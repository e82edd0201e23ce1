import type { Money } from '@kapao/contract/money'
import { Refused } from '#core/calls/refuse.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { endOf, type EndDeps, type Notifies } from './end.ts'
import { findWithdrawal, lockWithdrawal, setHeld, setWhy, type Withdrawal } from './store.ts'

export type SweepDeps = EndDeps &
  Notifies & {
    log: Pick<Log, 'warn' | 'error'>
    bonusBlocks: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
    /** Whether reward conditions keep so much of the member's money that this amount is not free. */
    isKept: (on: Queryable, memberId: string, money: Money) => Promise<boolean>
    lockMember: (tx: Tx, memberId: string) => Promise<void>
    /**
     * Sends every game's money to the wallet, once per withdrawal, and follows it until its outcome is known or has to
     * wait.
     */
    sweepGames: (memberId: string, withdrawal: string, requestId: string) => Promise<void>
    /** Whether any of that is still in progress. */
    isSweeping: (memberId: string, withdrawal: string) => Promise<boolean>
    /** Lets tests end the process here; does nothing elsewhere. */
    failpoint: (step: string) => Promise<void>
  }

/** After this time no game is waited for; money that arrives later stays in the wallet. */
const sweptWithinMs = 15 * 60_000

/** Empties every game at once, then holds the sum; unknown outcomes are left to the sweeper. */
export async function sweepAndHold(deps: SweepDeps, id: string, requestId: string): Promise<void> {
  const { memberId } = (await findWithdrawal(deps.db, id))!
  await deps.sweepGames(memberId, id, requestId)
  await deps.failpoint('withdrawal swept')
  await holdSwept(deps, id)
}

/**
 * Holds the sum once the wallet has it, in one commit; a second call changes nothing. While a game has not answered, a
 * short sum waits; after that it fails, with whatever was swept in the wallet.
 */
export async function holdSwept(deps: SweepDeps, id: string): Promise<void> {
  const { db, clock, accounts, log } = deps
  const seen = (await findWithdrawal(db, id))!
  if (seen.state !== 'sweeping') return
  // Read before the money: what arrives after this is seen there.
  const isOver =
    clock.now().getTime() - seen.createdAt.getTime() > sweptWithinMs ||
    !(await deps.isSweeping(seen.memberId, id))
  const [wallet, hold] = await accounts.find(seen.memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  const at = clock.now()
  const held = await db
    .beginFor(seen.memberId, async (tx): Promise<'held' | 'short' | 'bonus' | 'over'> => {
      const withdrawal = await lockWithdrawal(tx, id)
      if (withdrawal?.state !== 'sweeping') return 'over'
      await deps.lockMember(tx, withdrawal.memberId)
      const { memberId, amount, currency } = withdrawal
      if (await deps.bonusBlocks(tx, memberId)) return 'bonus'
      if (await deps.isKept(tx, memberId, { amount, currency })) return 'bonus'
      const balances = await listBalances(tx, withdrawal.memberId)
      const has = walletOf(balances)!.money.amount
      if (has < withdrawal.amount) return 'short'
      await setHeld(tx, id, at)
      await postAll(tx, at, [holdOf(withdrawal, { wallet: wallet!, hold: hold! })])
      return 'held'
    })
    .catch((error: unknown) => {
      // Another operation spent it between the look and the hold.
      if (error instanceof Refused && error.code === 'MONEY_NOT_ENOUGH') return 'short' as const
      throw error
    })
  await deps.failpoint('withdrawal joined')
  if (held === 'held') deps.notify(seen)
  if (held === 'bonus' || (held === 'short' && isOver))
    await endOf(deps, id, {
      state: 'failed',
      payout: null,
      reason: held === 'bonus' ? 'BONUS_TERMS' : 'GAMES_SHORT',
      why:
        held === 'bonus'
          ? 'a reward that is not played for yet came meanwhile'
          : 'the games did not give enough',
    })
  else if (held === 'short') {
    log.warn({ withdrawal: id }, 'a withdrawal waits for games')
    await setWhy(db, id, 'a game has not answered yet')
  }
}

type Ends = { wallet: Parameters<typeof postAll>[2][number]['debit']; hold: Ends['wallet'] }

function holdOf({ id, amount, currency }: Withdrawal, { wallet, hold }: Ends) {
  return {
    idem: leg(id, 1),
    debit: wallet,
    credit: hold,
    money: { amount, currency },
    kind: 'withdrawal_hold' as const,
  }
}
