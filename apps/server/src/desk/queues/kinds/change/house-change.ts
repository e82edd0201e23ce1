import type { Fact, Step } from '@kapao/contract/console/work'
import * as facts from '#core/console/work/facts.ts'
import { checkValues } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import { isSettingName } from '#settings/registry.ts'
import type { OperatorToAdd } from '#records/operators/desk.ts'
import type { OperatorEnd } from '#records/operators/disable.ts'
import type { RoleChange } from '#records/operators/roles.ts'
import { findOperators } from '#records/operators/store.ts'
import type { DifferenceWhat } from '#desk/decisions/guarded/house.ts'
import { withCodes } from '#desk/decisions/settings/picture-codes.ts'
import type { SettingsWhat } from '#desk/decisions/settings/plans.ts'
import { changeOf, timedChange, type ReadChange } from './sides.ts'

/** Of several settings every part begins with the name of its own. */
export const settingsChange: ReadChange<SettingsWhat> = async (on, what) => {
  const change = await valuesChange(on, what)
  return change && timedChange(change, what)
}

const valuesChange: ReadChange<SettingsWhat> = async (on, { changes }) => {
  const listed = await listSettings(on)
  if (!changes.every(({ name }) => isSettingName(name))) return null
  const values = checkValues(changes)
  const plain = changes.map(({ name, expectedVersion }) => {
    const { value, version } = listed.find((one) => one.name === name)!
    const isMoved = expectedVersion !== null && version !== expectedVersion
    return { name, before: value, after: values.get(name), movedTo: isMoved ? version : null }
  })
  const set = await withCodes(on, plain)
  const [one] = set
  if (one && set.length === 1) {
    const { name, before, after, movedTo } = one
    const value = changeOf(before, after, name.split('.').at(-1))
    const setting = facts.word('setting', 'setting', name)
    return {
      before: [setting, movedOf({ movedTo }), ...value.before],
      after: [setting, ...value.after],
    }
  }
  const valuesOf = (of: 'before' | 'after') =>
    Object.fromEntries(set.map((each) => [each.name, each[of]]))
  const { before, after } = changeOf(valuesOf('before'), valuesOf('after'))
  const moved = set.map(({ name, movedTo }) => movedOf({ movedTo, path: [{ key: name }] }))
  return { before: [...moved, ...before], after }
}

/** The version that somebody has saved since it was asked for, which refuses it. */
function movedOf({ movedTo, path }: { movedTo: number | null; path?: Step[] }): Fact | null {
  if (movedTo === null) return null
  const fact = facts.odd(facts.count('version', movedTo))
  return fact && path ? { ...fact, path } : fact
}

export const operatorChange: ReadChange<OperatorToAdd> = async (
  _on,
  { name, addedBy, roles = [], code },
) => ({
  before: [],
  after: [
    facts.operator('operator', `operator:${name}`),
    facts.operator('by', addedBy),
    ...rolesOf(roles),
    facts.name('code', code),
  ],
})

/** Each beside itself, so that one that comes or goes moves none of the others. */
function rolesOf(roles: readonly string[]) {
  return roles.map((entry): Fact => ({
    name: 'roles',
    path: [{ entry }],
    value: { form: 'word', of: 'role', code: entry },
  }))
}

export const rolesChange: ReadChange<RoleChange> = async (_on, { name, before, roles }) => {
  const who = facts.operator('operator', `operator:${name}`)
  return { before: [who, ...rolesOf(before)], after: [who, ...rolesOf(roles)] }
}

/** What ends, or comes back: the roles stay with the operator either way. */
const endingChange =
  (before: 'active' | 'inactive', after: 'active' | 'inactive'): ReadChange<OperatorEnd> =>
  async (on, { name }) => {
    const found = (await findOperators(on)).find((one) => one.name === name)
    const who = [facts.operator('operator', `operator:${name}`), ...rolesOf(found?.roles ?? [])]
    return {
      before: [...who, facts.code('state', before)],
      after: [...who, facts.code('state', after)],
    }
  }

export const disablingChange = endingChange('active', 'inactive')
export const enablingChange = endingChange('inactive', 'active')

export const openingChange: ReadChange<{ why: string }> = async (_on, { why }) => ({
  before: [facts.code('state', 'closed')],
  after: [facts.code('state', 'open'), facts.quote('why', why)],
})

/** The balances as they were when it was asked for; more play than that is refused. */
export const settlingChange: ReadChange<DifferenceWhat> = async (_on, what) => {
  const { memberId, game, why, currency } = what
  const [moved, books, reported] = [BigInt(what.moved), BigInt(what.books), BigInt(what.reported)]
  const where = [facts.member('member', memberId), facts.word('place', 'game', game)]
  return {
    before: [...where, facts.money('ours', { amount: books, currency })],
    after: [
      ...where,
      facts.money('ours', { amount: reported, currency }),
      facts.money('moved', { amount: moved, currency }),
      facts.money('byPlay', { amount: reported - books - moved, currency }),
      facts.quote('why', why),
    ],
  }
}
