import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { changeSetting, type SettingChange, type SettingChanged } from '#settings/change.ts'
import { checkValue } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import { weakensProtection } from './weakening.ts'

export const settingKind = 'settings set'

export type SettingRequest = Omit<SettingChange, 'expectedVersion'> & {
  /** The version that the operator saw; null for the current one. */
  seenVersion: number | null
  textOf: (value: unknown) => string
}

/** One operator's change of a setting: loosening needs two, and tightening never waits. */
export async function decideSetting(
  deps: { db: Db; clock: Clock; decide: Decide },
  { seenVersion, textOf, ...change }: SettingRequest,
): Promise<DecisionResult<SettingChanged>> {
  const { name, to, actor, requestId } = change
  const found = (await listSettings(deps.db)).find((one) => one.name === name)!
  const expectedVersion = seenVersion ?? found.version
  const work = () => changeSetting(deps, { ...change, expectedVersion })
  const after = to === 'default' ? found.default : checkValue(name, to.value)
  // Only a change of the current version can be judged: an older one is refused below, and a future one is unknown.
  const isThere = expectedVersion === found.version
  const mayLoosen = isThere
    ? weakensProtection(name, found.value, after)
    : expectedVersion > found.version
  if (!mayLoosen) return { state: 'done', value: await work() }
  const words = `${name} from ${textOf(found.value)} to ${textOf(after)}`
  const what = { name, to, expectedVersion }
  return deps.decide(
    { kind: settingKind, subject: name, what, words, gives: null, actor, requestId },
    work,
  )
}
