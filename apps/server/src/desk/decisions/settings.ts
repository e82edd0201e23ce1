import type { RequestChange } from '@kapao/contract/console/work'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import type { Role } from '@kapao/contract/console/roles'
import type { Actor, AuditContext } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { changesOf, wordsOfChanges } from '#core/console/work/differences.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { findWaitingAbout } from '#records/confirm/store.ts'
import type { NewValue } from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { listSettings, type ListedSetting } from '#settings/list.ts'
import { refuseTimes, type Period } from '#settings/plans/make.ts'
import type { SettingName } from '#settings/registry.ts'
import { loosens, mayChangeAll, stepsOf } from './settings/judge.ts'
import { refuseUnknownPictures, withCodes } from './settings/picture-codes.ts'
import { carryOutSet, timeAsked, type SettingsWhat } from './settings/plans.ts'

export const settingKind = 'settings set'

export type WantedSetting = {
  name: SettingName
  to: NewValue
  /** The version that the operator saw; null for the current one. */
  seenVersion: number | null
}

export type SetRequest = AuditContext & {
  changes: readonly WantedSetting[]
  /** When it begins, and when it ends by itself; at once, and for good, without it. */
  period?: Period | null
  /** The plan that is ended by it: the changes are what it puts back. */
  ends?: string | undefined
  /** Of who asks; null for rules that hold whatever the roles are. */
  roles: readonly Role[] | null
}

/**
 * One operator's change of settings, at once or at a moment: where one of them loosens, all wait for a second person, and
 * tightening never waits. It takes the right to change every one of them.
 */
export async function decideSettings(
  deps: { db: Db; clock: Clock; decide: Decide },
  { changes: wanted, period = null, ends, roles, actor, requestId }: SetRequest,
): Promise<DecisionResult<readonly { changed: boolean }[]>> {
  if (period) refuseTimes(period, deps.clock.now())
  const set = asPlanned(wanted, await listSettings(deps.db))
  const willEnd = period !== null && period.endsAt !== null
  if (roles !== null && !mayChangeAll(roles, stepsOf(set, willEnd)))
    throw new ConsoleRefused('NO_RIGHT')
  const what = whatOf(set, { period, ends, actor })
  const values = set.map(({ name, after }) => [name, after] as const)
  await refuseUnknownPictures(deps.db, Object.fromEntries(values))
  const seen = await withCodes(deps.db, set)
  const work = () => carryOutSet(deps, what, { actor, requestId })
  if (!(await mayLoosen(deps.db, { set, willEnd, actor })))
    return { state: 'done', value: await work() }
  const names = set.map(({ name }) => name)
  const subject = subjectOf(names)
  await refuseWhileWaiting(deps.db, subject, names)
  return deps.decide(
    { kind: settingKind, subject, what, ...wordsOf(seen), gives: null, actor, requestId },
    work,
  )
}

function whatOf(
  set: readonly PlannedSetting[],
  { period, ends, actor }: Pick<SetRequest, 'period' | 'ends' | 'actor'>,
): SettingsWhat {
  return {
    changes: set.map(({ name, to, expectedVersion }) => ({ name, to, expectedVersion })),
    ...timeAsked(period ?? null, actor),
    ...(ends !== undefined && { ends }),
  }
}

/** What a request is about: every setting by its name, the same for the same settings. */
export function subjectOf(names: readonly SettingName[]): string {
  return names.toSorted().join(' ')
}

type PlannedSetting = {
  name: SettingName
  to: NewValue
  before: unknown
  after: unknown
  expectedVersion: number
  version: number
}

function asPlanned(
  wanted: readonly WantedSetting[],
  listed: readonly ListedSetting[],
): PlannedSetting[] {
  const values = checkValues(wanted)
  return wanted.map(({ name, to, seenVersion }) => {
    const { value: before, version } = listed.find((one) => one.name === name)!
    const expectedVersion = seenVersion ?? version
    return { name, to, before, after: values.get(name), expectedVersion, version }
  })
}

/** Only a change of the current version can be judged: an older one is refused later, and a future one is unknown. */
async function mayLoosen(
  on: Queryable,
  { set, willEnd, actor }: { set: readonly PlannedSetting[]; willEnd: boolean; actor: Actor },
): Promise<boolean> {
  const current = set.filter(({ expectedVersion, version }) => expectedVersion === version)
  const does = await loosens(on, stepsOf(current, willEnd), actor)
  return does || set.some(({ expectedVersion, version }) => expectedVersion > version)
}

/** Of two requests that share a setting the second one would be refused once it is confirmed. */
async function refuseWhileWaiting(
  db: Db,
  subject: string,
  names: readonly SettingName[],
): Promise<void> {
  const waiting = await findWaitingAbout(db, { kind: settingKind, subject, names })
  if (waiting === null) return
  throw new OperatorRefused(
    `Something waits for ${waiting.subject} already: it is confirmed or dropped first (kapao work list second).`,
    'waits-already',
  )
}

/** One sentence, and the first of what changes; of several settings each part begins with which. */
function wordsOf(set: readonly PlannedSetting[]): { words: string; changes: RequestChange[] } {
  const [one] = set
  if (one && set.length === 1) {
    const { name, before, after } = one
    const changes = changesOf(before, after)
    const isShort = typeof after !== 'object'
    const said = isShort
      ? `${name} from ${textOf(before)} to ${textOf(after)}`
      : `${name}: ${wordsOfChanges(changes)}`
    return { words: said, changes }
  }
  const valuesOf = (of: 'before' | 'after') =>
    Object.fromEntries(set.map((each) => [each.name, each[of]]))
  const changes = changesOf(valuesOf('before'), valuesOf('after'))
  return { words: wordsOfChanges(changes), changes }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
