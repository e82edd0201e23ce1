import * as facts from '#core/console/work/facts.ts'
import { checkValue } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import type { OperatorToAdd } from '#modules/operators/desk.ts'
import type { RoleChange } from '#modules/operators/roles.ts'
import type { SettingWhat } from '../../../guarded/house.ts'
import type { ReadChange } from './sides.ts'

export const settingChange: ReadChange<SettingWhat> = async (on, { name, to, expectedVersion }) => {
  const found = (await listSettings(on)).find((one) => one.name === name)
  if (!found) return null
  const isMoved = expectedVersion !== null && found.version !== expectedVersion
  const version = facts.count('version', found.version)
  return {
    before: [
      facts.word('setting', 'setting', name),
      facts.data('value', found.value),
      isMoved ? facts.odd(version) : version,
      facts.operator('by', found.changedBy),
    ],
    after: [
      facts.word('setting', 'setting', name),
      facts.data('value', to === 'default' ? found.default : checkValue(name, to.value)),
      facts.count('version', (expectedVersion ?? found.version) + 1),
    ],
  }
}

export const operatorChange: ReadChange<OperatorToAdd> = async (
  _on,
  { name, addedBy, roles = [] },
) => ({
  before: [],
  after: [
    facts.operator('operator', `operator:${name}`),
    facts.operator('by', addedBy),
    ...rolesOf(roles),
  ],
})

function rolesOf(roles: readonly string[]) {
  return roles.length === 0
    ? [facts.code('roles', 'nothing')]
    : roles.map((one) => facts.word('role', 'roles', one))
}

export const rolesChange: ReadChange<RoleChange> = async (_on, { name, before, roles }) => {
  const who = facts.operator('operator', `operator:${name}`)
  return { before: [who, ...rolesOf(before)], after: [who, ...rolesOf(roles)] }
}

export const enrolChange: ReadChange<{ name: string }> = async (_on, { name }) => ({
  before: [],
  after: [facts.operator('operator', `operator:${name}`)],
})
