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
import type { Settled } from '#outside/arrival.ts'
import { carryOut, decidingKind } from '../items.ts'
import { openDeciding } from '../open.ts'
import { byOf, type Guarded } from './guarded.ts'

export type Matched = { id: string; memberId: string; note: string }

export const matching: Guarded<Matched, Settled> = {
  kind: matchingKind,
  run: (desk, what) => matchDeposit(openDeciding(desk).deposits, { ...what, ...byOf(desk) }),
}

export type Seen = { id: string; reference: string; party: string; paidAt: string }

export const requestConfirming: Guarded<Seen, Settled> = {
  kind: confirmingKind,
  run: (desk, { paidAt, ...what }) => {
    const evidence = { ...what, paidAt: new Date(paidAt) }
    return confirmRequest(openDeciding(desk).deposits, { ...evidence, ...byOf(desk) })
  },
}

export const showing: Guarded<{ id: string; note: string }, void> = {
  kind: showingKind,
  run: (desk, what) => markShown(desk, { ...what, ...byOf(desk) }),
}

export type PaymentWhat = Pick<PaymentDecision, 'payment' | 'provider' | 'received' | 'why'>

export type PaymentResolved = Awaited<ReturnType<typeof resolvePayment>>

export const paymentResolving: Guarded<PaymentWhat, PaymentResolved> = {
  kind: paymentKind,
  run: (desk, what) => resolvePayment(desk, { ...what, ...byOf(desk) }),
}

export type LinkWhat = { id: string; received: string | null; why: string }

export const giftlinkResolving: Guarded<LinkWhat, Link> = {
  kind: giftlinkKind,
  run: (desk, { received, ...what }) => {
    const money = received === null ? null : moneyFromText(received, 'BAHT')
    return resolveLink(desk, { ...what, received: money?.amount ?? null, ...byOf(desk) })
  },
}

export type TransferWhat = { id: string; done: boolean; why: string }

export const transferResolving: Guarded<TransferWhat, Transfer> = {
  kind: transferKind,
  run: (desk, what) => resolveTransfer(desk, { ...what, ...byOf(desk) }),
}

export type Giving = { id: string; why: string }
export type PayoutWhat = Giving & { payout?: string | null }

export const withdrawalReturning: Guarded<PayoutWhat, Withdrawal> = {
  kind: payoutKind,
  run: (desk, { payout = null, ...what }) =>
    resolve(openDeciding(desk).withdrawals, { ...what, payout, ...byOf(desk) }),
}

export const bouncing: Guarded<Giving, Withdrawal> = {
  kind: bouncingKind,
  run: (desk, what) => bounce(openDeciding(desk).withdrawals, { ...what, ...byOf(desk) }),
}

export type ItemWhat = { id: string; decision: 'allow' | 'deny'; why: string }

export const itemDeciding: Guarded<ItemWhat, Item> = {
  kind: decidingKind,
  run: (desk, { id, ...what }) => carryOut(desk, { id: BigInt(id), ...what, ...byOf(desk) }),
}

export const payoutsResuming: Guarded<ResumeWhat, void> = {
  kind: resumingKind,
  run: (desk, what) =>
    resumePayouts({ ...desk, makeDue: makeSendableDue }, { ...what, ...byOf(desk) }),
}
