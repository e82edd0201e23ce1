import type { Banner } from '@kapao/contract/fields'
import type { WalletCurrency, Language } from '@kapao/contract/limits'
import {
  addRefundToWallet,
  checkRefund,
  listRefundBanners,
  listRefunds,
  receiveRefund as receiveCall,
} from '@kapao/contract/refund'
import type { Db } from '#core/db/db.ts'
import { route, type Api } from '#core/calls/route.ts'
import { addRoute, receiveRefund, receiveRoute, type ReceiveDeps } from './receive.ts'
import { listReceipts, sumWaiting } from './store.ts'

type Reader = { memberId: string; language: Language | null }

export type RefundRouteDeps = ReceiveDeps & {
  db: Db
  loadMember: (memberId: string) => Promise<{ currency: WalletCurrency; language: Language }>
  /** The text that members read about refunds, with the operator's figures in it. */
  readInfo: (wanted: { language: Language; currency: WalletCurrency }) => Promise<string>
  readBanners: (language: Language) => Promise<Banner[]>
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
  route(app, listRefundBanners, async ({ memberId, language }) =>
    deps.readBanners(language ?? (await deps.loadMember(memberId)).language),
  )
}

/** OP-RFDCHK: how much waits, and whether it may be received now. */
async function check(deps: RefundRouteDeps, { memberId, language }: Reader) {
  const { db } = deps
  const member = await deps.loadMember(memberId)
  const { currency } = member
  const { isActive, success, fail } = await deps.readTerms()
  const { amount } = await sumWaiting(db, memberId)
  const bonus = await deps.bonusHeld(db, memberId)
  const isHeld = await deps.isHeld(db, memberId)
  return {
    result: isActive && !bonus && !isHeld && amount > 0n,
    bonus,
    info: await deps.readInfo({ language: language ?? member.language, currency }),
    refundAmount: { amount, currency },
    refundSuccess: Number(success),
    refundFail: Number(fail),
  }
}
