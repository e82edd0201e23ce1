import type { DeskContext, GuardedAct } from './guarded.ts'
import * as house from './house.ts'
import * as money from './money.ts'
import { bonusDefining, inviteCounting, promotionDefining, wheelDefining } from './rewards.ts'
import * as switching from './switching.ts'

/** Everything that may wait for a second operator. A new kind needs its code in the contract, too. */
const everyGuarded = [
  house.settingChanging,
  house.operatorAdding,
  house.rolesChanging,
  house.operatorDisabling,
  house.operatorEnabling,
  house.houseOpening,
  bonusDefining,
  promotionDefining,
  wheelDefining,
  switching.bonusSwitching,
  switching.promotionSwitching,
  switching.wheelSwitching,
  money.matching,
  money.requestConfirming,
  money.showing,
  money.paymentResolving,
  money.giftlinkResolving,
  money.transferResolving,
  money.withdrawalReturning,
  money.bouncing,
  money.itemDeciding,
  money.payoutsResuming,
  inviteCounting,
] as unknown as readonly GuardedAct<unknown>[]

/** Does what was asked for; null where this version does not know how. */
export function findGuarded(
  kind: string,
): ((desk: DeskContext, what: unknown) => Promise<unknown>) | null {
  return everyGuarded.find((one) => one.kind === kind)?.run ?? null
}
