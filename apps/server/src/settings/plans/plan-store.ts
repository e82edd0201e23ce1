import type { PlanState } from '@kapao/contract/console/settings'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { NewValue } from '../change.ts'
import type { PlannedName } from './ground.ts'

export type PlannedChange = {
  name: PlannedName
  to: NewValue
  /** What must be there when it begins, and is put back at its end. */
  from: NewValue
}

export type Plan = {
  id: string
  changes: PlannedChange[]
  beginsAt: Date
  /** Null where the new values stay. */
  endsAt: Date | null
  state: PlanState
  madeAt: Date
  madeBy: Actor
  /** The second person, and their request, where it needed one. */
  agreedBy: Actor | null
  request: string | null
  begunAt: Date | null
  endedAt: Date | null
  endedBy: string | null
  why: string | null
}

const columns = `id::text, changes, begins_at as "beginsAt", ends_at as "endsAt", state, made_at as "madeAt", made_by as "madeBy",
  agreed_by as "agreedBy", request::text, begun_at as "begunAt", ended_at as "endedAt", ended_by as "endedBy", why`

export type NewPlan = Pick<
  Plan,
  'changes' | 'beginsAt' | 'endsAt' | 'madeAt' | 'madeBy' | 'agreedBy' | 'request'
>

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    `insert into settings_plan (changes, begins_at, ends_at, state, made_at, made_by, agreed_by, request)
     values ($1::jsonb, $2, $3, 'waits', $4, $5, $6, $7) returning id::text`,
    [
      JSON.stringify(plan.changes),
      plan.beginsAt,
      plan.endsAt,
      plan.madeAt,
      plan.madeBy,
      plan.agreedBy,
      plan.request,
    ],
  )
  return rows[0]!.id
}

/** Locked until the transaction ends; null for one that is not there. */
export async function lockPlan(tx: Tx, id: string): Promise<Plan | null> {
  const rows = await tx.query<Plan>(
    `select ${columns} from settings_plan where settings_plan.id = $1 for update`,
    [id],
  )
  return rows[0] ?? null
}

export async function findPlan(on: Queryable, id: string): Promise<Plan | null> {
  const rows = await on.query<Plan>(
    `select ${columns} from settings_plan where settings_plan.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Those that have not ended. */
export function listOpenPlans(on: Queryable): Promise<Plan[]> {
  return on.query<Plan>(
    `select ${columns} from settings_plan where state in ('waits', 'begun') order by begins_at, id`,
  )
}

/** And those that have ended since; not the ones that did what they were to do. */
export function listPlansSince(on: Queryable, since: Date): Promise<Plan[]> {
  return on.query<Plan>(
    `select ${columns} from settings_plan
     where state in ('waits', 'begun') or (ended_at >= $1 and state in ('overtaken', 'refused'))
     order by begins_at, id`,
    [since],
  )
}

/** What is to begin or to end by now, in that order; of one moment the ends first, so that what follows finds its place. */
export async function listDuePlans(on: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select id::text from settings_plan,
            lateral (select case state when 'waits' then begins_at else ends_at end as due_at) due
     where state in ('waits', 'begun') and due_at <= $1
     order by due_at, state = 'waits', settings_plan.id limit $2`,
    [at, limit],
  )
  return rows.map(({ id }) => id)
}

export async function setPlanBegun(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(`update settings_plan set state = 'begun', begun_at = $2 where id = $1`, [id, at])
}

export type PlanEnd = {
  state: Exclude<PlanState, 'waits' | 'begun'>
  at: Date
  by: Actor
  why?: string | null
}

export async function setPlanEnded(
  tx: Tx,
  id: string,
  { state, at, by, why = null }: PlanEnd,
): Promise<void> {
  await tx.query(
    'update settings_plan set state = $2, ended_at = $3, ended_by = $4, why = $5 where id = $1',
    [id, state, at, by, why],
  )
}
