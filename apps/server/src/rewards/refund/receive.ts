import { nameOfCall } from '@kapao/contract/calls'
import { addRefundToWallet, receiveRefund as receiveCall } from '@kapao/contract/refund'
import type { EarnedRewardGrant } from '#money/bonus/give-earned.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { fingerprintOf, type Caller } from '#core/calls/idempotency.ts'
import { refuse } from '#core/refused.ts'
import { isHeldByItem } from '#records/items/store.ts'
import type { Settings } from '#settings/registry.ts'
import { findReceiptByKey, insertReceipt, sumWaiting, takeWaiting } from './store.ts'

export type ReceiveDeps = {
  give: EarnedRewardGrant
  readSettings: () => Promise<Settings>
}

export const receiveRoute = nameOfCall(receiveCall)
export const addRoute = nameOfCall(addRefundToWallet)
export type RefundRoute = typeof receiveRoute | typeof addRoute

/**
 * OP-RFD: moves everything that waits from our account `refund` to the wallet, once; a second call with the same key
 * succeeds and moves nothing, any other finds no refund. If the operator binds it to a condition only `addWallet`
 * gives it.
 */
export async function receiveRefund(
  deps: ReceiveDeps,
  caller: Caller,
  route: RefundRoute,
): Promise<void> {
  const { memberId, key } = caller
  const { isActive, success, fail, turnover } = rewardTerms(await deps.readSettings())
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
      if (await bonusHeld(on, memberId)) refuse(receiveCall, 'REFUND_CONDITION')
      // The page uses the other call; this one would give the refund without its condition.
      if (route === receiveRoute && Number(success) > 0) refuse(receiveCall, 'REFUND_CONDITION')
      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveCall, 'REWARD_HELD')
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

export function rewardTerms(settings: Settings) {
  return {
    isActive: settings['refund.active'],
    success: settings['refund.success'],
    fail: settings['refund.fail'],
    turnover: settings['refund.turnover'],
  }
}

/** Which of the two calls made a receipt. */
export function routeOf({ fingerprint }: { fingerprint: string }): RefundRoute {
  return fingerprint === fingerprintOf(receiveRoute, {}) ? receiveRoute : addRoute
}
