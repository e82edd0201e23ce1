import { dayMs } from '@kapao/contract/times'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import {
  checkChanges,
  type ChangeDeps,
  type ChangedSetting,
  type SettingChange,
} from '../change.ts'
import type { SettingName } from '../registry.ts'
import { findRows, lockSettings, type SettingRow } from '../store.ts'
import { insertPlan, listOpenPlans, type Plan, type PlannedChange } from './plan-store.ts'

/** So many wait or have begun. */
const plansMax = 200
const aheadMaxMs = 400 * dayMs

/** From when on, now where it does not say; and until when, or for good. */
export type Period = { beginsAt: Date | null; endsAt: Date | null }
type Times = { beginsAt: Date; endsAt: Date | null }

/** A time that is over, or so far away that it is a slip of the pen. */
export function refuseTimes({ beginsAt: given, endsAt }: Period, now: Date): void {
  const beginsAt = given ?? now
  const last = endsAt ?? beginsAt
  const isOver = endsAt !== null && endsAt <= now
  const isFar = last.getTime() > now.getTime() + aheadMaxMs
  if (!isOver && !isFar && (endsAt === null || endsAt > beginsAt)) return
  throw new OperatorRefused(
    'It ends before it begins, is over, or is more than 400 days away.',
    'plan-time',
  )
}

export type PlanRequest = AuditContext &
  Period & {
    changes: readonly SettingChange[]
    madeBy: Actor
    /** The request that a second person has confirmed, if it needed one. */
    request: { id: string; agreedBy: Actor } | null
  }

/**
 * Notes what settings are to be set to at a moment, and until when; nothing of it is in force before. Of two plans for one
 * setting at one time the second one is refused.
 */
export function makePlan(
  { db, clock }: ChangeDeps,
  { changes, beginsAt: given, endsAt, madeBy, request, ...asker }: PlanRequest,
): Promise<ChangedSetting[]> {
  return db.begin(async (tx) => {
    await lockSettings(tx)
    const at = clock.now()
    const beginsAt = given ?? at
    refuseTimes({ beginsAt, endsAt }, at)
    const checked = await checkChanges(tx, changes)
    if (!checked.some(({ changed }) => changed)) return checked
    const open = await listOpenPlans(tx)
    refuseOverlaps(open, { beginsAt, endsAt, names: checked.map(({ name }) => name) })
    const rows = await findRows(tx)
    const planned = checked.map(({ name, after, willBeSet }): PlannedChange => ({
      name,
      to: willBeSet ? { value: after } : 'default',
      from: foundAt(beginsAt, { name, open, rows }),
    }))
    const { agreedBy = null, id: confirmed = null } = request ?? {}
    const id = await insertPlan(tx, {
      changes: planned,
      beginsAt,
      endsAt,
      madeAt: at,
      madeBy,
      agreedBy,
      request: confirmed,
    })
    await recordPlans(tx, { id, at, checked, beginsAt, endsAt, ...asker })
    return checked
  })
}

type CheckedChanges = readonly Pick<ChangedSetting, 'name' | 'before' | 'after'>[]

async function recordPlans(
  tx: Tx,
  {
    id,
    at,
    checked,
    beginsAt,
    endsAt,
    ...asker
  }: AuditContext & Times & { id: string; at: Date; checked: CheckedChanges },
): Promise<void> {
  for (const { name, before, after } of checked)
    await recordAudit(tx, {
      at,
      ...asker,
      action: 'settings.plan',
      subject: name,
      before: { value: before },
      after: { value: after, plan: id, from: beginsAt, until: endsAt },
    })
}

function refuseOverlaps(
  open: readonly Plan[],
  { beginsAt, endsAt, names }: Times & { names: readonly SettingName[] },
): void {
  if (open.length >= plansMax)
    throw new OperatorRefused(`There are ${open.length} plans already.`, 'plans-full')
  const other = open.find(
    (one) =>
      one.changes.some(({ name }) => names.includes(name)) &&
      (endsAt === null || one.beginsAt < endsAt) &&
      (one.endsAt === null || beginsAt < one.endsAt),
  )
  if (!other) return
  throw new OperatorRefused(
    `Plan ${other.id} sets one of these at that time. End it first, or choose another time.`,
    'plans-overlap',
  )
}

/** What will be there then: what there is, or what a plan in force will have put back. */
function foundAt(
  at: Date,
  { name, open, rows }: { name: SettingName; open: readonly Plan[]; rows: SettingRow[] },
): PlannedChange['from'] {
  const begun = open.find(
    (one) => one.state === 'begun' && one.endsAt !== null && one.endsAt <= at && names(one, name),
  )
  const replaced = begun?.changes.find((one) => one.name === name)?.from
  return replaced ?? valueIn(rows, name)
}

function names({ changes }: Plan, name: SettingName): boolean {
  return changes.some((one) => one.name === name)
}

/** As a change would set it. */
export function valueIn(rows: readonly SettingRow[], name: SettingName): PlannedChange['from'] {
  const row = rows.find((one) => one.name === name)
  return row?.isSet ? { value: row.value } : 'default'
}
