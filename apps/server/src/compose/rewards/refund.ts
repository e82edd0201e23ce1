import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import { findMember } from '#modules/account/store.ts'
import { listDenied } from '#modules/items/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import { closeDuePeriods, settleMs, type CloseDeps } from '#modules/refund/close.ts'
import { hundredthsOf } from '#modules/refund/period.ts'
import { routeOf } from '#modules/refund/receive.ts'
import { refundRoutes } from '#modules/refund/routes.ts'
import { findReceiptByKey } from '#modules/refund/store.ts'
import type { Settings } from '#settings/registry.ts'
import { lockMember } from '#modules/statement/store.ts'
import { give, type GiveAround } from './give.ts'
import { loadMember } from './invite.ts'
import { oppositeKind } from './watch/watch.ts'

export type RefundAround = GiveAround & {
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
}

const closeEveryMs = 5 * 60_000

/** What is given back of losses, period by period. */
export function composeRefund(around: RefundAround): {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  jobs: Job[]
} {
  const { db, readSettings } = around
  return {
    registerCalls: (api) =>
      refundRoutes(api, {
        db,
        give: (caller, gift) => give(around, caller, gift),
        bonusHeld: around.bonusHeld,
        isHeld: around.watch.isHeld,
        loadMember: (memberId) => loadMember(db, memberId),
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
    operations: [findRefundOutcome],
    jobs: [
      {
        name: 'refund.close',
        everyMs: closeEveryMs,
        run: async () =>
          void (await closeDuePeriods(closeDeps(around), {
            by: 'system:worker',
            waitMs: settleMs,
          })),
      },
    ],
  }
}

/** What periods are closed with, for the worker and for operators. */
export function closeDeps(around: {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
}): CloseDeps {
  const { db, clock, log, readSettings } = around
  return {
    db,
    clock,
    log,
    lockMember,
    findCurrency: async (on, memberId) => (await findMember(on, memberId))?.currency ?? null,
    // Only slots decide a bet at once.
    listLongGames: async () =>
      (await readSettings())['games.providers']
        .filter(({ category }) => category !== 'slot')
        .map(({ code }) => code),
    findDenied: async (on, memberId, { since, until }) => {
      const items = await listDenied(on, memberId, oppositeKind)
      const isIn = ({ evidence }: { evidence: Record<string, unknown> }): boolean => {
        // At noon, which is in the day wherever it begins.
        const noon = Date.parse(`${String(evidence['day'])}T05:00:00Z`)
        return noon >= since.getTime() && noon < until.getTime()
      }
      return items.find(isIn)?.id ?? null
    },
    readLength: async () => ((await readSettings())['refund.period'] === 'day' ? 'day' : 'week'),
    readTerms: async () => {
      const settings = await readSettings()
      // While refunds are off losses are counted and nothing is promised for them.
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

/** OP-B27: as amounts stand everywhere on the page. */
function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

async function findRefundOutcome(tx: Tx, memberId: string, key: string) {
  const found = await findReceiptByKey(tx, memberId, key)
  if (!found) return undefined
  return { state: 'done' as const, route: routeOf(found), code: 'SUCCESS' as const }
}
