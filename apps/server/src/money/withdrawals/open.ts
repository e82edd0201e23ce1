import type { Capability, ContextWith } from '#context/app-context.ts'
import { accountBook } from '#ledger/accounts.ts'
import { collectWithdrawals, type WithdrawalDeps } from './begin.ts'
import { findWithdrawalOutcome, type ViewDeps } from './view.ts'
import { dueWithdrawals } from './pay-store.ts'
import { recover } from './recover.ts'
import { withdrawalRoutes } from './routes.ts'

/** What acts on a neighbour's money, and what rooms above know of a member. */
type Neighbours = Pick<
  WithdrawalDeps,
  'bonusBlocks' | 'refreshAll' | 'transfers' | 'watch' | 'hasUnproven' | 'hasUnshown' | 'notify'
> &
  Pick<ViewDeps, 'showWithdrawable'>

/** Withdrawals: money from the wallet, or from everywhere, to the member's bank account. */
export function openWithdrawals(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'outside' | 'readSettings' | 'failpoint'>,
  neighbours: Neighbours,
): Capability {
  const { db } = context
  const deps: WithdrawalDeps & ViewDeps = {
    ...context,
    ...neighbours,
    accounts: accountBook(db),
    beginnings: collectWithdrawals(context),
  }
  return {
    registerCalls: (api) => withdrawalRoutes(api, deps),
    operations: [findWithdrawalOutcome],
    openWork: [
      {
        name: 'withdrawals',
        job: 'withdrawals.sweep',
        everyMs: 2_000,
        atOnceEach: 4,
        findDue: (wanted) => dueWithdrawals.find(db, wanted),
        countDue: (at) => dueWithdrawals.count(db, at),
        finish: (due) => recover(deps, due),
      },
    ],
  }
}
