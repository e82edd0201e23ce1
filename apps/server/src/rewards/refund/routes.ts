import type { WalletCurrency, Language } from '@kapao/contract/limits'
import {
  addRefundToWallet,
  checkRefund,
  listRefundBanners,
  listRefunds,
  receiveRefund as receiveCall,
} from '@kapao/contract/refund'
import { moneyFromText } from '@kapao/contract/money'
import type { Db } from '#core/db/db.ts'
import { route, type Api } from '#core/calls/route.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { loadMember } from '#records/account/find.ts'
import { isHeldByItem } from '#records/items/store.ts'
import { amountText } from '#records/notices/amount-text.ts'
import type { Settings } from '#settings/registry.ts'
import { addRoute, receiveRefund, receiveRoute, rewardTerms, type ReceiveDeps } from './receive.ts'
import { listReceipts, sumWaiting } from './store.ts'

type Reader = { memberId: string; language: Language | null }

export type RefundRouteDeps = ReceiveDeps & {
  db: Db
}

const received = { message: 'REFUND_SUCCESS' as const }

export function refundRoutes(app: Api, deps: RefundRouteDeps): void {
  route(app, listRefunds, async ({ memberId }, wanted) => {
    const { total, receipts } = await listReceipts(deps.db, memberId, wanted)
    const refunds = receipts.map(({ amount, currency, createdAt }) => ({
      refundAmount: { amount, currency },
      createdAt: createdAt.toISOString(),
    }))
    return { total, refunds }
  })
  route(app, checkRefund, (caller) => check(deps, caller))
  route(app, receiveCall, async (caller) => {
    await receiveRefund(deps, caller, receiveRoute)
    return received
  })
  route(app, addRefundToWallet, async (caller) => {
    await receiveRefund(deps, caller, addRoute)
    return received
  })
  route(app, listRefundBanners, async ({ memberId, language }) => {
    const spoken = language ?? (await loadMember(deps.db, memberId)).language
    return (await deps.readSettings())[`refund.banners.${spoken}`]
  })
}

/** OP-RFDCHK: how much waits, and whether it may be received now. */
async function check(deps: RefundRouteDeps, { memberId, language }: Reader) {
  const { db } = deps
  const member = await loadMember(db, memberId)
  const { currency } = member
  const settings = await deps.readSettings()
  const { isActive, success, fail } = rewardTerms(settings)
  const { amount } = await sumWaiting(db, memberId)
  const bonus = await bonusHeld(db, memberId)
  const isHeld = await isHeldByItem(db, memberId, 'rewards')
  return {
    result: isActive && !bonus && !isHeld && amount > 0n,
    bonus,
    info: infoIn(settings, language ?? member.language, currency),
    refundAmount: { amount, currency },
    refundSuccess: Number(success),
    refundFail: Number(fail),
  }
}

/** The text that members read about refunds, with the operator's figures in it, written as everywhere on the page. */
function infoIn(settings: Settings, language: Language, currency: WalletCurrency): string {
  const written = (amount: string): string =>
    // The registry accepts only amounts of the currency, so this cannot be null.
    amountText(moneyFromText(amount, currency)!, language)
  return settings[`refund.info.${language}`]
    .replaceAll('%rate%', settings['refund.rate'])
    .replaceAll('%min%', written(settings[`refund.min.${currency}`]))
    .replaceAll('%max%', written(settings[`refund.max.${currency}`]))
}
