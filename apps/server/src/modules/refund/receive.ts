import { nameOfCall } from '@kapao/contract/calls'
import type { WalletCurrency } from '@kapao/contract/limits'
import { addRefundToWallet, receiveRefund as receiveCall } from '@kapao/contract/refund'
import type { Queryable, Tx } from '#core/db/db.ts'
import { fingerprintOf, type Caller } from '#core/calls/idempotency.ts'
import { refuse } from '#core/calls/refuse.ts'
import { findReceiptByKey, insertReceipt, sumWaiting, takeWaiting } from './store.ts'

type Given = { id: string; at: Date; fingerprint: string; currency: WalletCurrency }

/** The refund as passed to the crediting module: with a condition if `success` is above zero, else without. */
export type Gift = {
  route: string
  source: 'refund'
  percentages: { success: string; fail: string }
  /** How many times it must be played before a withdrawal, if it is given without the percentages. */
  turnover: string
  findKnown: (on: Queryable, key: string) => Promise<{ fingerprint: string } | null>
  /** Throws the refusal if it is not given now. */
  refuse: (on: Queryable) => Promise<void>
  /** Takes it, in the transaction that credits it. */
  claim: (tx: Tx, given: Given) => Promise<{ code: string; amount: bigint }>
}

export type RefundTerms = { isActive: boolean; success: string; fail: string; turnover: string }

export type ReceiveDeps = {
  give: (caller: Caller, gift: Gift) => Promise<void>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
  /** Whether a reward waits until an operator has decided on its receiver. */
  isHeld: (on: Queryable, memberId: string) => Promise<boolean>
  readTerms: () => Promise<RefundTerms>
}

export const receiveRoute = nameOfCall(receiveCall)
export const addRoute = nameOfCall(addRefundToWallet)
export type RefundRoute = typeof receiveRoute | typeof addRoute

/**
 * OP-RFD: moves everything that waits from the house's `refund` to the wallet, once; a second call with the same key
 * succeeds and moves nothing, any other finds no refund. If the operator binds it to a condition only `addWallet`
 * gives it.
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
      // The page uses the other call; this one would give the refund without its condition.
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

/** Which of the two calls made a receipt. */
export function routeOf({ fingerprint }: { fingerprint: string }): RefundRoute {
  return fingerprint === fingerprintOf(receiveRoute, {}) ? receiveRoute : addRoute
}
