import { addKind, type OperatorToAdd } from '#modules/operators/desk.ts'
import { addConfirmed } from '#modules/operators/operators.ts'
import { changeRoles, rolesKind, type RoleChange } from '#modules/operators/roles.ts'
import { enrolKind } from '#modules/sign-in/links.ts'
import { changeSetting, type SettingChange, type SettingChanged } from '#settings/change.ts'
import { settingKind } from '../settings.ts'
import { byOf, type Guarded } from './guarded.ts'

export type SettingWhat = Pick<SettingChange, 'name' | 'to' | 'expectedVersion'>

export const settingChanging: Guarded<SettingWhat, SettingChanged> = {
  kind: settingKind,
  run: (desk, what) => changeSetting(desk, { ...what, ...byOf(desk) }),
}

export const operatorAdding: Guarded<OperatorToAdd, void> = {
  kind: addKind,
  run: (desk, { name, tokenHash, addedBy, roles = [] }) => {
    const hash = Buffer.from(tokenHash, 'hex')
    return addConfirmed(desk, { name, tokenHash: hash, roles, addedBy, ...byOf(desk) })
  },
}

export const rolesChanging: Guarded<RoleChange, void> = {
  kind: rolesKind,
  run: (desk, what) => changeRoles(desk, what, byOf(desk)),
}

/** The operator who confirms makes the link and reads it, so nobody gets one by only requesting it. */
export const enrolling: Guarded<{ name: string }, void> = {
  kind: enrolKind,
  run: () => Promise.resolve(),
}
