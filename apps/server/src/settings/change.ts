import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { checkTogether, checkValues } from './check.ts'
import { refuseWhileHeld } from './providers.ts'
import { settingsOf } from './read.ts'
import type { SettingName, Settings } from './registry.ts'
import { findRows, lockSettings, saveValue, type SettingRow } from './store.ts'

export type ChangeDeps = { db: Db; clock: Clock }

export type NewValue = { value: unknown } | 'default'

export type SettingChange = {
  name: SettingName
  to: NewValue
  /** The version that the requester has seen, 0 for none; null changes any version. */
  expectedVersion: number | null
}

export type SettingsChange = AuditContext & {
  changes: readonly SettingChange[]
  /** Who has asked for it, where the actor is the second person. */
  askedBy?: string | null
}

export type ChangedSetting = {
  name: SettingName
  before: unknown
  after: unknown
  version: number
  changed: boolean
}

/**
 * Sets several settings, or none of them, with a row of the trail for each; of two sets that are based on the same
 * version of one of them, one is refused.
 */
export function changeSettings(
  { db, clock }: ChangeDeps,
  set: SettingsChange,
): Promise<ChangedSetting[]> {
  return db.begin(async (tx) => {
    await lockSettings(tx)
    return changeLocked(tx, clock.now(), set)
  })
}

/** Sets the settings that were never changed, and leaves the others alone. */
export function setUntouchedSettings(
  { db, clock }: ChangeDeps,
  { values, ...asker }: AuditContext & { values: Partial<Record<SettingName, unknown>> },
): Promise<void> {
  return db.begin(async (tx) => {
    await lockSettings(tx)
    const touched = new Set((await findRows(tx)).map((row) => row.name))
    const changes = (Object.entries(values) as [SettingName, unknown][])
      .filter(([name]) => !touched.has(name))
      .map(([name, value]) => ({ name, to: { value }, expectedVersion: 0 }))
    await changeLocked(tx, clock.now(), { ...asker, changes })
  })
}

/** For who holds the lock of the settings. `trail` is written to the trail beside each new value. */
export async function changeLocked(
  tx: Tx,
  at: Date,
  {
    changes,
    trail = {},
    askedBy = null,
    ...asker
  }: SettingsChange & { trail?: Record<string, string> },
): Promise<ChangedSetting[]> {
  const changed: ChangedSetting[] = []
  for (const { willBeSet, ...one } of await checkChanges(tx, changes)) {
    const version = one.changed
      ? await write(tx, { ...one, willBeSet, at, trail, askedBy, ...asker })
      : one.version
    changed.push({ ...one, version })
  }
  return changed
}

/** What each would come to, by the values of now; refused where one of them cannot be. */
export async function checkChanges(
  tx: Tx,
  changes: readonly SettingChange[],
): Promise<(ChangedSetting & { willBeSet: boolean })[]> {
  const rows = await findRows(tx)
  const settings = settingsOf(rows)
  const values = checkValues(changes)
  const planned = changes.map(({ name, to, expectedVersion }) => {
    const row = rows.find((one) => one.name === name)
    refuseWhenMoved(name, row, expectedVersion)
    const [before, after] = [settings[name], values.get(name)]
    const willBeSet = to !== 'default'
    const changed = willBeSet !== (row?.isSet ?? false) || !isSame(before, after)
    return { name, before, after, version: row?.version ?? 0, changed, willBeSet }
  })
  const fresh = planned.filter(({ changed }) => changed)
  checkTogether(
    fresh.map(({ name }) => name),
    { ...settings, ...Object.fromEntries(fresh.map(({ name, after }) => [name, after])) },
  )
  return planned
}

type Writing = AuditContext &
  Omit<ChangedSetting, 'changed'> & {
    willBeSet: boolean
    at: Date
    trail: Record<string, string>
    askedBy: string | null
  }

/** One setting and its row of the trail; the new version of it. */
async function write(
  tx: Tx,
  { name, before, after, willBeSet, at, trail, askedBy, ...asker }: Writing,
) {
  const { actor, requestId } = asker
  if (name === 'games.providers')
    await refuseWhileHeld(tx, {
      before: before as Settings[typeof name],
      after: after as Settings[typeof name],
    })
  const value = willBeSet ? JSON.stringify(after) : null
  const version = await saveValue(tx, { name, value, changedAt: at, changedBy: actor, askedBy })
  await recordAudit(tx, {
    at,
    actor,
    requestId,
    action: willBeSet ? 'settings.set' : 'settings.reset',
    subject: name,
    before: { value: before },
    after: { value: after, ...trail },
  })
  return version
}

function refuseWhenMoved(name: string, row: SettingRow | undefined, expected: number | null): void {
  if (expected === null || expected === (row?.version ?? 0)) return
  const who = row ? ` by ${namesOf(row)} at ${row.changedAt.toISOString()}` : ''
  throw new OperatorRefused(
    `${name} was changed meanwhile${who}. Look at it again, then decide.`,
    'setting-changed',
  )
}

function namesOf({ changedBy, askedBy }: SettingRow): string {
  return askedBy === null ? changedBy : `${changedBy}, who approved what ${askedBy} had asked for,`
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
