import { outcomeOf } from '#core/calls/idempotency.ts'
import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import { hundredthsOf } from '#core/hundredths.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { closeDuePeriods, settleMs, type CloseDeps } from './close.ts'
import { routeOf } from './receive.ts'
import { refundRoutes, type RefundRouteDeps } from './routes.ts'
import { findReceiptByKey } from './store.ts'

type CloseUses = Pick<CloseDeps, 'lockMember'> & {
  findMember: (on: Queryable, id: string) => Promise<{ currency: WalletCurrency } | null>
  /** Items about opposite play of a member whose reward was denied. */
  listOppositeDenied: (
    on: Queryable,
    memberId: string,
  ) => Promise<{ id: bigint; evidence: Record<string, unknown> }[]>
}

type Uses = CloseUses & Pick<RefundRouteDeps, 'give' | 'bonusHeld' | 'isHeld' | 'loadMember'>

const closeEveryMs = 5 * 60_000

/** Refunds of losses, period by period. */
export function openRefund(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  uses: Uses,
): Capability {
  const { db, readSettings } = context
  const closing = closeDeps(context, uses)
  return {
    registerCalls: (api) =>
      refundRoutes(api, {
        db,
        ...uses,
        readTerms: async () => {
          const settings = await readSettings()
          return {
            isActive: settings['refund.active'],
            success: settings['refund.success'],
            fail: settings['refund.fail'],
            turnover: settings['refund.turnover'],
          }
        },
        readInfo: async ({ language, currency }) => {
          const settings = await readSettings()
          return settings[`refund.info.${language}`]
            .replaceAll('%rate%', settings['refund.rate'])
            .replaceAll('%min%', grouped(settings[`refund.min.${currency}`]))
            .replaceAll('%max%', grouped(settings[`refund.max.${currency}`]))
        },
        readBanners: async (language) => (await readSettings())[`refund.banners.${language}`],
      }),
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
          void (await closeDuePeriods(closing, { by: 'system:worker', waitMs: settleMs })),
      },
    ],
  }
}

/** The dependencies for closing periods, for the worker and for operators. */
export function closeDeps(
  context: ContextWith<'db' | 'clock' | 'readSettings'> & Pick<CloseDeps, 'log'>,
  { findMember, lockMember, listOppositeDenied }: CloseUses,
): CloseDeps {
  const { readSettings } = context
  return {
    ...context,
    lockMember,
    findCurrency: async (on, memberId) => (await findMember(on, memberId))?.currency ?? null,
    // Only slots decide a bet at once.
    listLongGames: async () =>
      (await readSettings())['games.providers']
        .filter(({ category }) => category !== 'slot')
        .map(({ code }) => code),
    findDenied: async (on, memberId, { since, until }) => {
      const items = await listOppositeDenied(on, memberId)
      const isIn = ({ evidence }: { evidence: Record<string, unknown> }): boolean => {
        // Noon is in the same day whichever time zone the day begins in.
        const noon = Date.parse(`${String(evidence['day'])}T05:00:00Z`)
        return noon >= since.getTime() && noon < until.getTime()
      }
      return items.find(isIn)?.id ?? null
    },
    readLength: async () => ((await readSettings())['refund.period'] === 'day' ? 'day' : 'week'),
    readTerms: async () => {
      const settings = await readSettings()
      // While refunds are off losses are counted and nothing is refunded for them.
      const percent = settings['refund.active'] ? settings['refund.rate'] : '0'
      const termsIn = (currency: WalletCurrency) => ({
        rate: hundredthsOf(percent),
        min: moneyFromText(settings[`refund.min.${currency}`], currency)!.amount,
        max: moneyFromText(settings[`refund.max.${currency}`], currency)!.amount,
      })
      return { BAHT: termsIn('BAHT'), LAK: termsIn('LAK') }
    },
  }
}

/** OP-B27: as amounts are written everywhere on the page. */
function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}
