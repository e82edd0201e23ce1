import { nameOfCall } from '@kapao/contract/calls'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { outcomeOf } from '#core/calls/idempotency.ts'
import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { bangkokDayStart, bangkokWeekStart } from '#core/clock.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { accrueInvites, type AccrueDeps } from './accrue.ts'
import { inviteRoutes, type InviteRouteDeps } from './routes.ts'
import { findReceiptByKey } from './store.ts'

type Uses = Omit<InviteRouteDeps, 'db' | 'readTerms' | 'readBanners'> &
  Pick<AccrueDeps, 'listInvited' | 'listMembers' | 'noteLinked'>

const accrueEveryMs = 10 * 60_000
/** A period is counted this long after its end: operations begun before midnight are booked by then. */
const settleMs = 10 * 60_000

/** Rewards that members earn by the play of those they invited. */
export function openInvite(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  uses: Uses,
): Capability {
  const { db, readSettings } = context
  return {
    registerCalls: (api) =>
      inviteRoutes(api, {
        db,
        ...uses,
        readTerms: async () => {
          const settings = await readSettings()
          return {
            isActive: settings['invite.active'],
            success: settings['invite.success'],
            fail: settings['invite.fail'],
            turnover: settings['invite.turnover'],
          }
        },
        readBanners: async (language) => (await readSettings())[`invite.banners.${language}`],
      }),
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
          void (await accrueInvites(accrueDeps(context, uses), await endOf(context))),
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

/** The dependencies for counting play, for the worker and for operators. */
export function accrueDeps(
  context: ContextWith<'db' | 'clock' | 'readSettings'> & Pick<AccrueDeps, 'log'>,
  uses: Pick<AccrueDeps, 'listInvited' | 'listMembers' | 'noteLinked'>,
): AccrueDeps {
  return {
    ...context,
    ...uses,
    readRate: async () => {
      const settings = await context.readSettings()
      const maxIn = (currency: WalletCurrency) =>
        moneyFromText(settings[`invite.inviteeMax.${currency}`], currency)!.amount
      return {
        isActive: settings['invite.active'],
        percent: settings['invite.rate'],
        inviteeMax: { BAHT: maxIn('BAHT'), LAK: maxIn('LAK') },
      }
    },
  }
}
