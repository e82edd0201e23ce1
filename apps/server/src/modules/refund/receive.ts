import { nameOfCall } from '@kapao/contract/calls'
import type { WalletCurrency } from '@kapao/contract/limits'
import { addRefundToWallet, receiveRefund as receiveCall } from '@kapao/contract/refund'
import type { Queryable, Tx } from '#core/db/db.ts'
import { fingerprintOf, type Caller } from '#core/calls/idempotency.ts'
import { refuse } from '#core/calls/refuse.ts'
import { findReceiptByKey, insertReceipt, sumWaiting, takeWaiting } from './store.ts'

type Given = { id: string; at: Date; fingerprint: string; currency: WalletCurrency }

/** What a refund is, for who credits it: with a condition where `success` is above zero, else without. */
export type Gift = {
  route: string
  source: 'refund'
  percentages: { success: string; fail: string }
  /** How many times it is played before it is withdrawn, where it is given without those. */
  turnover: string
  findKnown: (on: Queryable, key: string) => Promise<{ fingerprint: string } | null>
  /** Throws where it is not given now. */
  refuse: (on: Queryable) => Promise<void>
  /** Takes it, in the transaction that credits it. */
  claim: (tx: Tx, given: Given) => Promise<{ code: string; amount: bigint }>
}

export type RefundTerms = { isActive: boolean; success: string; fail: string; turnover: string }

export type ReceiveDeps = {
  give: (caller: Caller, gift: Gift) => Promise<void>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
  /** Whether a reward waits until a person has looked at who receives it. */
  isHeld: (on: Queryable, memberId: string) => Promise<boolean>
  readTerms: () => Promise<RefundTerms>
}

export const receiveRoute = nameOfCall(receiveCall)
export const addRoute = nameOfCall(addRefundToWallet)
export type RefundRoute = typeof receiveRoute | typeof addRoute

/**
 * OP-RFD: moves everything that waits from the house's `refund` to the wallet, once; a second call with the same key is
 * answered well, any other finds no refund. Where the operator binds it to a condition only `addWallet` gives it.
 */
export async function receiveRefund(
  deps: ReceiveDeps,
  caller: Caller,
  route: RefundRoute,
): Promise<void> {
  const { memberId, key } = caller
  const { isActive, success, fail, turnover } = await deps.readTerms()
  await deps.give(caller, {
    route,
    source: 'refund',
    percentages: { success, fail },
    turnover,
    findKnown: (on, known) => findReceiptByKey(on, memberId, known),
    refuse: async (on) => {
      if (!isActive) refuse(receiveCall, 'REFUND_INACTIVE')
      const { periods, amount } = await sumWaiting(on, memberId)
      if (periods === 0) refuse(receiveCall, 'NO_REFUND')
      if (amount <= 0n) refuse(receiveCall, 'REFUND_MINIMUM')
      if (await deps.bonusHeld(on, memberId)) refuse(receiveCall, 'REFUND_CONDITION')
      // The page asks for the other call; whoever calls this one would get it free of what it is bound to.
      if (route === receiveRoute && Number(success) > 0) refuse(receiveCall, 'REFUND_CONDITION')
      if (await deps.isHeld(on, memberId)) refuse(receiveCall, 'REWARD_HELD')
    },
    claim: async (tx, { id, at, fingerprint, currency }) => {
      const { newest, amount } = await takeWaiting(tx, memberId, id)
      if (newest === null || amount <= 0n) refuse(receiveCall, 'NO_REFUND')
      const receipt = { id, memberId, period: newest, amount, currency, key, fingerprint, at }
      await insertReceipt(tx, receipt)
      return { code: newest, amount }
    },
  })
}

/** Which of the two calls a receipt was made by. */
export function routeOf({ fingerprint }: { fingerprint: string }): RefundRoute {
  return fingerprint === fingerprintOf(receiveRoute, {}) ? receiveRoute : addRoute
}
