import type { AuditContext } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { changeLocked, type NewValue, type SettingChange } from '../change.ts'
import type { SettingName } from '../registry.ts'
import { findRows, type SettingRow } from '../store.ts'

/** A setting, or a bonus or code by what requests about it are about. */
export type PlannedName = SettingName | `bonus:${string}` | `promotion:${string}`

type PlannedSet = AuditContext & {
  plan: string
  changes: readonly { name: PlannedName; to: NewValue }[]
}

/** What plans change: the settings, or what a desk hands in by the same rules. */
export type PlanGround = {
  /** What is there of these now, and stays there until the transaction ends; as a change would set it. */
  lock: (tx: Tx, names: readonly PlannedName[]) => Promise<NewValue[]>
  set: (tx: Tx, at: Date, set: PlannedSet) => Promise<unknown>
}

/** For who holds the lock of the settings. */
export const settingGround: PlanGround = {
  lock: async (tx, names) => {
    const rows = await findRows(tx)
    return names.map((name) => valueIn(rows, name))
  },
  set: (tx, at, { plan, changes: planned, ...by }) => {
    const changes = planned.map((one) => ({ ...one, expectedVersion: null }) as SettingChange)
    return changeLocked(tx, at, { ...by, changes, trail: { plan } })
  },
}

function valueIn(rows: readonly SettingRow[], name: PlannedName): NewValue {
  const row = rows.find((one) => one.name === name)
  return row?.isSet ? { value: row.value } : 'default'
}
