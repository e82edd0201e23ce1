import { minuteMs } from '@kapao/contract/times'
import { outcomeOf } from '#core/calls/idempotency.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { EarnedRewardGrant } from '#money/bonus/give-earned.ts'
import { closeDuePeriods, settleMs } from './close.ts'
import { routeOf } from './receive.ts'
import { refundRoutes } from './routes.ts'
import { findReceiptByKey } from './store.ts'

const closeEveryMs = 5 * minuteMs

/** Refunds of losses, period by period. */
export function openRefund(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  { give }: { give: EarnedRewardGrant },
): Capability {
  const { db, readSettings } = context
  return {
    registerCalls: (api) => refundRoutes(api, { db, give, readSettings }),
    operations: [
      outcomeOf(findReceiptByKey, (receipt) => ({
        state: 'done',
        route: routeOf(receipt),
        code: 'SUCCESS',
      })),
    ],
    jobs: [
      {
        name: 'refund.close',
        everyMs: closeEveryMs,
        run: async () =>
          void (await closeDuePeriods(context, { by: 'system:worker', waitMs: settleMs })),
      },
    ],
  }
}
