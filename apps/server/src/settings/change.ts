import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { checkTogether, checkValue } from './check.ts'
import { refuseWhileHeld } from './providers.ts'
import { settingsOf } from './read.ts'
import { settingOf, type SettingName } from './registry.ts'
import { findRows, lockSettings, saveValue, type SettingRow } from './store.ts'

export type ChangeDeps = { db: Db; clock: Clock }

export type SettingChange = AuditContext & {
  name: SettingName
  to: { value: unknown } | 'default'
  /** The version that the requester has seen, 0 for none; null changes any version. */
  expectedVersion: number | null
}

export type ChangeResult = { before: unknown; after: unknown; version: number; changed: boolean }

/** Sets one value and its audit row in one transaction; of two changes based on the same version, one is refused. */
export function changeSetting(
  { db, clock }: ChangeDeps,
  change: SettingChange,
): Promise<ChangeResult> {
  return db.begin(async (tx) => {
    await lockSettings(tx)
    return changeLocked(tx, clock.now(), change)
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
    for (const [name, value] of Object.entries(values) as [SettingName, unknown][]) {
      if (touched.has(name)) continue
      await changeLocked(tx, clock.now(), { ...asker, name, to: { value }, expectedVersion: 0 })
    }
  })
}

async function changeLocked(tx: Tx, at: Date, change: SettingChange): Promise<ChangeResult> {
  const { name, to, expectedVersion, actor, requestId } = change
  const rows = await findRows(tx)
  const row = rows.find((one) => one.name === name)
  refuseWhenMoved(name, row, expectedVersion)

  const settings = settingsOf(rows)
  const before = settings[name]
  const after = to === 'default' ? settingOf(name).fallback : checkValue(name, to.value)
  const willBeSet = to !== 'default'
  if (willBeSet === (row?.isSet ?? false) && isSame(before, after))
    return { before, after, version: row?.version ?? 0, changed: false }

  const changed = { ...settings, [name]: after }
  checkTogether(name, changed)
  if (name === 'games.providers')
    await refuseWhileHeld(tx, { before: settings[name], after: changed[name] })
  const value = willBeSet ? JSON.stringify(after) : null
  const version = await saveValue(tx, { name, value, changedAt: at, changedBy: actor })
  await recordAudit(tx, {
    at,
    actor,
    requestId,
    action: willBeSet ? 'settings.set' : 'settings.reset',
    subject: name,
    before: { value: before },
    after: { value: after },
  })
  return { before, after, version, changed: true }
}

function refuseWhenMoved(name: string, row: SettingRow | undefined, expected: number | null): void {
  if (expected === null || expected === (row?.version ?? 0)) return
  const who = row ? ` by ${row.changedBy} at ${row.changedAt.toISOString()}` : ''
  throw new OperatorRefused(
    `${name} was changed meanwhile${who}. Look at it again, then decide.`,
    'setting-changed',
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
