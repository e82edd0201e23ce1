import type { SecondKind } from '@kapao/contract/console/reasons'
import type { DeskContext, GuardedAct } from './guarded.ts'
import * as house from './house.ts'
import * as money from './money.ts'
import * as rewards from './rewards.ts'
import * as switching from './switching.ts'

/** What a confirmed request does. A kind of the contract without an entry does not compile. */
export const everyGuarded: Record<SecondKind, GuardedAct<never, unknown>> = {
  'settings set': house.settingsChanging,
  'operator add': house.operatorAdding,
  'operator roles': house.rolesChanging,
  'operator disable': house.operatorDisabling,
  'operator enable': house.operatorEnabling,
  'recovery open': house.houseOpening,
  'recovery settle': house.differenceSettling,
  'bonus define': rewards.bonusDefining,
  'promotions define': rewards.promotionDefining,
  'wheel define': rewards.wheelDefining,
  'bonus switch': switching.bonusSwitching,
  'promotions switch': switching.promotionSwitching,
  'wheel on': switching.wheelSwitching,
  'deposits match': money.matching,
  'deposits match request': money.requestConfirming,
  'deposits shown': money.showing,
  'qrcodes resolve': money.paymentResolving,
  'giftlinks resolve': money.giftlinkResolving,
  'transfers resolve': money.transferResolving,
  'withdrawals resolve': money.withdrawalReturning,
  'withdrawals bounced': money.bouncing,
  'items decide': money.itemDeciding,
  'payouts resume': money.payoutsResuming,
}

/** Does what was asked for; null where this version does not know how. */
export function findGuarded(
  kind: string,
): ((desk: DeskContext, what: unknown) => Promise<unknown>) | null {
  if (!Object.hasOwn(everyGuarded, kind)) return null
  // A request is stored as JSON by the release that asks, in the form that its kind reads.
  return everyGuarded[kind as SecondKind].run as (
    desk: DeskContext,
    what: unknown,
  ) => Promise<unknown>
}
