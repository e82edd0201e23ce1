import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { wheelOutcomes } from './claim.ts'
import { spinwheelRoutes } from './routes.ts'

/** The wheel: coins earned by deposits buy spins, and spins win coupons. */
export function openSpinwheel(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint',
    'variant'
  >,
): Capability {
  const { config, db } = context
  return {
    registerCalls: (api) =>
      spinwheelRoutes(api, {
        ...context,
        accounts: accountBook(db),
        variant: config.variant,
      }),
    operations: wheelOutcomes,
  }
}
