import type { RefusalReason } from '@kapao/contract/console/reasons'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { doEach } from '#core/jobs/jobs.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Log } from '#core/telemetry/log.ts'
import { changeLocked, type ChangeDeps, type ChangedSetting } from '../change.ts'
import { findRows, lockSettings } from '../store.ts'
import { valueIn } from './make.ts'
import {
  listDuePlans,
  lockPlan,
  setPlanBegun,
  setPlanEnded,
  type Plan,
  type PlanEnd,
  type PlannedChange,
} from './plan-store.ts'

export type PlanDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error' | 'warn'>
  /** Why a plan may not begin by now, by the rights of who made it and what needs two people; null where it may. */
  whyNotBegin: (tx: Tx, plan: Plan) => Promise<RefusalReason | null>
  noteUndone: NoteUndone
}

/** What a plan did not do when its time had come, and why. */
export type UndonePlan = {
  plan: Plan
  state: 'overtaken' | 'refused'
  why: string | null
  at: Date
}
/** Tells people: nobody is watching at midnight. */
export type NoteUndone = (tx: Tx, undone: UndonePlan) => Promise<void>

/** So many are looked for at once; the rest follow in the next round. */
const atOnceMax = 50

/**
 * Begins and ends what is due, each with its settings in one transaction: killed in between, or done by two at once,
 * nothing happens twice.
 */
export async function carryOutPlans(deps: PlanDeps): Promise<void> {
  const due = await listDuePlans(deps.db, deps.clock.now(), atOnceMax)
  await doEach(due, (id) => carryOut(deps, id), {
    log: deps.log,
    failed: 'a plan of settings could not be carried out',
    subjectOf: (id) => ({ plan: id }),
  })
}

async function carryOut(
  { db, clock, log, whyNotBegin, noteUndone }: PlanDeps,
  id: string,
): Promise<void> {
  const by = { actor: 'system:worker', requestId: `plan ${id}`, noteUndone } as const
  const locked = <T>(work: (tx: Tx, plan: Plan, at: Date) => Promise<T>): Promise<T | null> =>
    db.begin(async (tx) => {
      await lockSettings(tx)
      const [plan, at] = [await lockPlan(tx, id), clock.now()]
      return plan && isDue(plan, at) ? work(tx, plan, at) : null
    })
  try {
    const ended = await locked(async (tx, plan, at) => {
      if (plan.state === 'begun') return putBack(tx, { plan, at, ...by })
      const why = await whyNotBegin(tx, plan)
      return why ? refuse(tx, { plan, at, why, ...by }) : begin(tx, { plan, at, ...by })
    })
    if (ended !== null && ended !== 'ended')
      log.warn({ plan: id, state: ended }, 'a plan of settings is over')
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error
    // Its settings contradict others by now: nothing of it was kept.
    const why = error.why ?? error.message
    await locked((tx, plan, at) => refuse(tx, { plan, at, why, ...by }))
    log.warn({ plan: id, why }, 'a plan of settings was refused')
  }
}

function isDue({ state, beginsAt, endsAt }: Plan, at: Date): boolean {
  if (state === 'waits') return beginsAt <= at
  return state === 'begun' && endsAt !== null && endsAt <= at
}

type Step = AuditContext & { plan: Plan; at: Date; noteUndone: NoteUndone }
type PlanOutcome = PlanEnd['state']

async function begin(tx: Tx, step: Step): Promise<PlanOutcome | null> {
  const { plan, at, actor: by } = step
  const { id, changes, endsAt } = plan
  // Nobody carried it out while it was to be in force.
  if (endsAt !== null && endsAt <= at) return refuse(tx, { ...step, why: 'plan-missed' })
  if (!(await isThere(tx, changes, 'from'))) return over(tx, step, { state: 'overtaken' })
  await set(tx, step, 'to')
  await setPlanBegun(tx, id, at)
  if (endsAt !== null) return null
  await setPlanEnded(tx, id, { state: 'ended', at, by })
  return 'ended'
}

/** What it replaced, unless somebody has changed one of its settings meanwhile: then all of them stay. */
async function putBack(tx: Tx, step: Step): Promise<PlanOutcome> {
  const { plan, at, actor: by } = step
  if (!(await isThere(tx, plan.changes, 'to'))) return over(tx, step, { state: 'overtaken' })
  await set(tx, step, 'from')
  await setPlanEnded(tx, plan.id, { state: 'ended', at, by })
  return 'ended'
}

function set(
  tx: Tx,
  { plan: { id, changes }, at, actor, requestId }: Step,
  side: 'to' | 'from',
): Promise<ChangedSetting[]> {
  const all = changes.map(({ name, [side]: to }) => ({ name, to, expectedVersion: null }))
  return changeLocked(tx, at, { actor, requestId, changes: all, trail: { plan: id } })
}

async function isThere(
  tx: Tx,
  changes: readonly PlannedChange[],
  side: 'to' | 'from',
): Promise<boolean> {
  const rows = await findRows(tx)
  return changes.every(({ name, [side]: value }) => isDeepStrictEqual(valueIn(rows, name), value))
}

function refuse(tx: Tx, { why, ...step }: Step & { why: string }): Promise<PlanOutcome> {
  return over(tx, step, { state: 'refused', why })
}

/** It changes nothing any more; a row of the trail for each of its settings says so. */
async function over(
  tx: Tx,
  { plan, at, noteUndone, ...by }: Step,
  { state, why = null }: Pick<PlanEnd, 'state' | 'why'>,
): Promise<PlanOutcome> {
  const { id, changes } = plan
  await setPlanEnded(tx, id, { state, at, by: by.actor, why })
  if (state === 'overtaken' || state === 'refused') await noteUndone(tx, { plan, state, why, at })
  for (const { name } of changes)
    await recordAudit(tx, {
      at,
      ...by,
      action: 'settings.drop',
      subject: name,
      after: { plan: id, state, why },
    })
  return state
}

/**
 * Ended by a person, in the state in which that was judged: one that waits never begins, and of one that has begun what it
 * replaced is put back now.
 */
export function endPlan(
  { db, clock, noteUndone }: ChangeDeps & { noteUndone: NoteUndone },
  { id, seen, ...asker }: AuditContext & { id: string; seen: Plan['state'] },
): Promise<PlanOutcome> {
  const by = { ...asker, noteUndone }
  return db.begin(async (tx) => {
    await lockSettings(tx)
    const [plan, at] = [await lockPlan(tx, id), clock.now()]
    if (plan?.state === seen) {
      if (seen === 'begun') return putBack(tx, { plan, at, ...by })
      if (seen === 'waits') return over(tx, { plan, at, ...by }, { state: 'dropped' })
    }
    throw new OperatorRefused(`Plan ${id} has begun meanwhile, or is over.`, 'ended-otherwise')
  })
}
