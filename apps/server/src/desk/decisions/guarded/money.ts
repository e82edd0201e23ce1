import { moneyFromText } from '@kapao/contract/money'
import { markShown, showingKind } from '#channels/bankfeed/desk.ts'
import { confirmingKind, confirmRequest } from '#money/deposits/confirm.ts'
import { matchDeposit, matchingKind } from '#money/deposits/match.ts'
import { resolveLink, resolvingKind as giftlinkKind } from '#channels/giftlinks/resolve.ts'
import type { Link } from '#channels/giftlinks/store.ts'
import type { Item } from '#records/items/store.ts'
import {
  resolvePayment,
  resolvingKind as paymentKind,
  type PaymentDecision,
} from '#channels/qrcodes/review.ts'
import { resolveTransfer, resolvingKind as transferKind } from '#money/transfers/resolve.ts'
import type { Transfer } from '#money/transfers/store.ts'
import { resumePayouts, resumingKind, type ResumeWhat } from '#records/payouts/stop.ts'
import { bounce, bouncingKind } from '#money/withdrawals/bounce.ts'
import { resolve, resolvingKind as payoutKind } from '#money/withdrawals/decide.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import type { Withdrawal } from '#money/withdrawals/store.ts'
import type { SettledArrival } from '#outside/arrival.ts'
import { carryOut, decidingKind } from '../items.ts'
import { openMoneyDesk } from '../money-desk.ts'
import { byOf, type GuardedAct } from './guarded.ts'

export type DepositMatch = { id: string; memberId: string; note: string }

export const matching: GuardedAct<DepositMatch, SettledArrival> = {
  kind: matchingKind,
  run: (desk, what) => matchDeposit(openMoneyDesk(desk).deposits, { ...what, ...byOf(desk) }),
}

export type PaymentEvidence = { id: string; reference: string; party: string; paidAt: string }

export const requestConfirming: GuardedAct<PaymentEvidence, SettledArrival> = {
  kind: confirmingKind,
  run: (desk, { paidAt, ...what }) => {
    const evidence = { ...what, paidAt: new Date(paidAt) }
    return confirmRequest(openMoneyDesk(desk).deposits, { ...evidence, ...byOf(desk) })
  },
}

export const showing: GuardedAct<{ id: string; note: string }, void> = {
  kind: showingKind,
  run: (desk, what) => markShown(desk, { ...what, ...byOf(desk) }),
}

export type PaymentWhat = Pick<PaymentDecision, 'payment' | 'provider' | 'received' | 'why'>

export type PaymentResolution = Awaited<ReturnType<typeof resolvePayment>>

export const paymentResolving: GuardedAct<PaymentWhat, PaymentResolution> = {
  kind: paymentKind,
  run: (desk, what) => resolvePayment(desk, { ...what, ...byOf(desk) }),
}

export type LinkWhat = { id: string; received: string | null; why: string }

export const giftlinkResolving: GuardedAct<LinkWhat, Link> = {
  kind: giftlinkKind,
  run: (desk, { received, ...what }) => {
    const money = received === null ? null : moneyFromText(received, 'BAHT')
    return resolveLink(desk, { ...what, received: money?.amount ?? null, ...byOf(desk) })
  },
}

export type TransferWhat = { id: string; done: boolean; why: string }

export const transferResolving: GuardedAct<TransferWhat, Transfer> = {
  kind: transferKind,
  run: (desk, what) => resolveTransfer(desk, { ...what, ...byOf(desk) }),
}

export type WithdrawalAct = { id: string; why: string }
export type PayoutWhat = WithdrawalAct & { payout?: string | null }

export const withdrawalReturning: GuardedAct<PayoutWhat, Withdrawal> = {
  kind: payoutKind,
  run: (desk, { payout = null, ...what }) =>
    resolve(openMoneyDesk(desk).withdrawals, { ...what, payout, ...byOf(desk) }),
}

export const bouncing: GuardedAct<WithdrawalAct, Withdrawal> = {
  kind: bouncingKind,
  run: (desk, what) => bounce(openMoneyDesk(desk).withdrawals, { ...what, ...byOf(desk) }),
}

export type ItemWhat = { id: string; decision: 'allow' | 'deny'; why: string }

export const itemDeciding: GuardedAct<ItemWhat, Item> = {
  kind: decidingKind,
  run: (desk, { id, ...what }) => carryOut(desk, { id: BigInt(id), ...what, ...byOf(desk) }),
}

export const payoutsResuming: GuardedAct<ResumeWhat, void> = {
  kind: resumingKind,
  run: (desk, what) =>
    resumePayouts({ ...desk, makeDue: makeSendableDue }, { ...what, ...byOf(desk) }),
}
