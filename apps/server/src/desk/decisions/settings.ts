import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import type { Role } from '@kapao/contract/console/roles'
import type { Actor } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { changesOf, wordsOfChanges } from '#core/console/work/differences.ts'
import type { Db } from '#core/db/db.ts'
import { createBlocker } from '#core/limits/addresses/blocked.ts'
import { findOperators } from '#records/operators/store.ts'
import { listAddresses } from '#entry/sign-in/session-store.ts'
import { changeSetting, type SettingChange, type ChangeResult } from '#settings/change.ts'
import { checkValue } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { mayChange } from './settings/rights.ts'
import { weakensProtection } from './weakening.ts'

export const settingKind = 'settings set'

export type SettingRequest = Omit<SettingChange, 'expectedVersion'> & {
  /** The version that the operator saw; null for the current one. */
  seenVersion: number | null
  /** Of who asks; null for rules that hold whatever the roles are. */
  roles: readonly Role[] | null
}

const seenDays = 7

/**
 * Whether somebody else could reach the console until now and could not any more. It never keeps out the asker, who
 * could undo it from nowhere then.
 */
async function keepsOut(
  { db }: { db: Db },
  { name, after, actor }: { name: SettingName; after: unknown; actor: Actor },
): Promise<boolean> {
  if (name !== 'console.addresses') return false
  const listed = after as Settings['console.addresses']
  if (listed.length === 0) return false
  const isKept = createBlocker()(listed)
  const left = (await listAddresses(db, seenDays)).filter(({ address }) => !isKept(address))
  const own = left.find((one) => one.isLatest && `operator:${one.operator}` === actor)
  if (own)
    throw new OperatorRefused(
      `This would keep you out: your own console is at ${own.address}. Add its network.`,
      'keeps-you-out',
    )
  const operators = await findOperators(db)
  const isThere = (name: string) => operators.some((one) => one.name === name && !one.disabledAt)
  return left.some(({ operator }) => `operator:${operator}` !== actor && isThere(operator))
}

/** One operator's change of a setting: loosening needs two, and tightening never waits. */
export async function decideSetting(
  deps: { db: Db; clock: Clock; decide: Decide },
  { seenVersion, roles, ...change }: SettingRequest,
): Promise<DecisionResult<ChangeResult>> {
  const { name, to, actor, requestId } = change
  const found = (await listSettings(deps.db)).find((one) => one.name === name)!
  const expectedVersion = seenVersion ?? found.version
  const work = () => changeSetting(deps, { ...change, expectedVersion })
  const after = to === 'default' ? found.default : checkValue(name, to.value)
  if (roles !== null && !mayChange(roles, { name, before: found.value, after }))
    throw new ConsoleRefused('NO_RIGHT')
  // Only a change of the current version can be judged: an older one is refused below, and a future one is unknown.
  const isThere = expectedVersion === found.version
  const mayLoosen = isThere
    ? weakensProtection(name, found.value, after) || (await keepsOut(deps, { name, after, actor }))
    : expectedVersion > found.version
  if (!mayLoosen) return { state: 'done', value: await work() }
  const what = { name, to, expectedVersion }
  const changes = changesOf(found.value, after)
  const isShort = typeof after !== 'object'
  const words = isShort
    ? `${name} from ${textOf(found.value)} to ${textOf(after)}`
    : `${name}: ${wordsOfChanges(changes)}`
  return deps.decide(
    { kind: settingKind, subject: name, what, words, changes, gives: null, actor, requestId },
    work,
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
