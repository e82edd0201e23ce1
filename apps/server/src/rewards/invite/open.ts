import { nameOfCall } from '@kapao/contract/calls'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { minuteMs } from '@kapao/contract/times'
import { outcomeOf } from '#core/calls/idempotency.ts'
import { bangkokDayStart, bangkokWeekStart } from '#core/clock.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { accrueInvites, type AccrueDeps } from './accrue.ts'
import type { EarnedRewardGrant } from '#money/bonus/give-earned.ts'
import { inviteRoutes } from './routes.ts'
import { findReceiptByKey } from './store.ts'

const accrueEveryMs = 10 * minuteMs
/** A period is counted this long after its end: operations begun before midnight are booked by then. */
const settleMs = 10 * minuteMs

/** Rewards that members earn by the play of those they invited. */
export function openInvite(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  {
    give,
    watch: { noteLinked },
  }: { give: EarnedRewardGrant; watch: Pick<AccrueDeps, 'noteLinked'> },
): Capability {
  const { db, readSettings } = context
  return {
    registerCalls: (api) => inviteRoutes(api, { db, give, readSettings }),
    operations: [
      outcomeOf(findReceiptByKey, () => ({
        state: 'done',
        route: nameOfCall(receiveInviteBonus),
        code: 'SUCCESS',
      })),
    ],
    jobs: [
      {
        name: 'invite.accrue',
        everyMs: accrueEveryMs,
        run: async () =>
          void (await accrueInvites({ ...context, noteLinked }, await endOf(context))),
      },
    ],
  }
}

/** The end of the last period that is over. */
async function endOf({ clock, readSettings }: ContextWith<'clock' | 'readSettings'>) {
  const over = new Date(clock.now().getTime() - settleMs)
  const isByDay = (await readSettings())['invite.period'] === 'day'
  return isByDay ? bangkokDayStart(over) : bangkokWeekStart(over)
}
