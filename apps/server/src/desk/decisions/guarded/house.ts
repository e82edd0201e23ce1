import type { WalletCurrency } from '@kapao/contract/limits'
import { OperatorRefused } from '#core/refused.ts'
import { openAgain } from '#core/restore/restore-store.ts'
import { addAgreed, addKind, type OperatorToAdd } from '#records/operators/desk.ts'
import {
  disableAgreed,
  disablingKind,
  enableAgreed,
  enablingKind,
  type OperatorEnd,
} from '#records/operators/disable.ts'
import { changeRoles, rolesKind, type RoleChange } from '#records/operators/roles.ts'
import { joins } from '#entry/sign-in/joining.ts'
import { settingKind } from '../settings.ts'
import { carryOutSet, requestBeingDone, type SettingsWhat } from '../settings/plans.ts'
import type { Comparison } from '#desk/recovery/settle.ts'
import { byOf, type GuardedAct } from './guarded.ts'

export const settingsChanging: GuardedAct<SettingsWhat> = {
  kind: settingKind,
  run: async (desk, what) => {
    const by = byOf(desk)
    const request = await requestBeingDone(desk.db, { kind: settingKind, what, by: by.actor })
    return carryOutSet(desk, what, { ...by, request })
  },
}

export const operatorAdding: GuardedAct<OperatorToAdd, void> = {
  kind: addKind,
  run: (desk, what) => addAgreed({ ...desk, joins }, what, byOf(desk)),
}

export const rolesChanging: GuardedAct<RoleChange, void> = {
  kind: rolesKind,
  run: (desk, what) => changeRoles(desk, what, byOf(desk)),
}

export const operatorDisabling: GuardedAct<OperatorEnd, void> = {
  kind: disablingKind,
  run: (desk, what) => disableAgreed(desk, what, byOf(desk)),
}

export const operatorEnabling: GuardedAct<OperatorEnd, void> = {
  kind: enablingKind,
  run: (desk, what) => enableAgreed(desk, what, byOf(desk)),
}

export const houseOpening: GuardedAct<{ why: string }, number> = {
  kind: 'recovery open',
  run: async (desk, { why }) => {
    const epoch = await openAgain(desk.db, { ...byOf(desk), why, at: desk.clock.now() })
    if (epoch === null) throw new OperatorRefused('The house is open.')
    return epoch
  },
}

/**
 * All that was moved, net, in smallest units; and what was compared when it was asked for, so that two agree on how much
 * counts as play.
 */
export type DifferenceWhat = {
  memberId: string
  game: string
  moved: string
  why: string
  currency: WalletCurrency
  books: string
  reported: string
}

export const differenceSettling: GuardedAct<DifferenceWhat, Comparison> = {
  kind: 'recovery settle',
  run: (desk, { memberId, game, moved, why, books, reported }) =>
    desk.settleDifference({
      memberId,
      game,
      why,
      moved: BigInt(moved),
      playMax: BigInt(reported) - BigInt(books) - BigInt(moved),
      ...byOf(desk),
    }),
}
