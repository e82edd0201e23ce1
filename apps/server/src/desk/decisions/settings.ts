import type { RequestChange } from '@kapao/contract/console/work'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import type { Role } from '@kapao/contract/console/roles'
import type { Actor, AuditContext } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { changesOf, wordsOfChanges } from '#core/console/work/differences.ts'
import type { Db } from '#core/db/db.ts'
import { createBlocker } from '#core/limits/addresses/blocked.ts'
import { findWaitingAbout } from '#records/confirm/store.ts'
import { findOperators } from '#records/operators/store.ts'
import { listAddresses } from '#entry/sign-in/session-store.ts'
import { changeSettings, type ChangedSetting, type NewValue } from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { listSettings, type ListedSetting } from '#settings/list.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { mayChange } from './settings/rights.ts'
import { weakensProtection } from './weakening.ts'

export const settingKind = 'settings set'

export type WantedSetting = {
  name: SettingName
  to: NewValue
  /** The version that the operator saw; null for the current one. */
  seenVersion: number | null
}

export type SetRequest = AuditContext & {
  changes: readonly WantedSetting[]
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

/**
 * One operator's change of settings: where one of them loosens, all wait for a second person, and tightening never waits.
 * It takes the right to change every one of them.
 */
export async function decideSettings(
  deps: { db: Db; clock: Clock; decide: Decide },
  { changes: wanted, roles, actor, requestId }: SetRequest,
): Promise<DecisionResult<ChangedSetting[]>> {
  const set = asPlanned(wanted, await listSettings(deps.db))
  if (roles !== null && !set.every((one) => mayChange(roles, one)))
    throw new ConsoleRefused('NO_RIGHT')
  const what = {
    changes: set.map(({ name, to, expectedVersion }) => ({ name, to, expectedVersion })),
  }
  const work = () => changeSettings(deps, { ...what, actor, requestId })
  if (!(await mayLoosen(deps, { set, actor }))) return { state: 'done', value: await work() }
  const names = set.map(({ name }) => name)
  const subject = subjectOf(names)
  await refuseWhileWaiting(deps.db, subject, names)
  return deps.decide(
    {
      kind: settingKind,
      subject,
      what,
      ...wordsOf(set),
      gives: null,
      actor,
      requestId,
    },
    work,
  )
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
  deps: { db: Db },
  { set, actor }: { set: readonly PlannedSetting[]; actor: Actor },
): Promise<boolean> {
  let does = false
  for (const { name, before, after, expectedVersion, version } of set) {
    if (expectedVersion > version) does = true
    if (expectedVersion !== version) continue
    if (weakensProtection(name, before, after) || (await keepsOut(deps, { name, after, actor })))
      does = true
  }
  return does
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
