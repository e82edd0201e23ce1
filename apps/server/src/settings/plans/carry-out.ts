import type { RefusalReason } from '@kapao/contract/console/reasons'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { doEach } from '#core/jobs/jobs.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { ChangeDeps, NewValue } from '../change.ts'
import { lockSettings } from '../store.ts'
import type { PlanGround, PlannedName } from './ground.ts'
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
  groundOf: (plan: Plan) => PlanGround
}

/** What a plan did not do when its time had come, and why. */
export type UndonePlan = {
  plan: Plan
  /** What is there instead of its changes, in their order. */
  stays: readonly NewValue[]
  state: 'overtaken' | 'refused'
  why: string | null
  at: Date
}
/** Tells people: nobody is watching at midnight. */
export type NoteUndone = (tx: Tx, undone: UndonePlan) => Promise<void>

/** So many are looked for at once; the rest follow in the next round. */
const atOnceMax = 50

/**
 * Begins and ends what is due, each with all of its changes in one transaction: killed in between, or done by two at once,
 * nothing happens twice.
 */
export async function carryOutPlans(deps: PlanDeps): Promise<void> {
  const due = await listDuePlans(deps.db, deps.clock.now(), atOnceMax)
  await doEach(due, (id) => carryOut(deps, id), {
    log: deps.log,
    failed: 'a plan could not be carried out',
    subjectOf: (id) => ({ plan: id }),
  })
}

async function carryOut(
  { db, clock, log, whyNotBegin, noteUndone, groundOf }: PlanDeps,
  id: string,
): Promise<void> {
  const by = { actor: 'system:worker', requestId: `plan ${id}`, noteUndone } as const
  const locked = <T>(work: (tx: Tx, step: Step) => Promise<T>): Promise<T | null> =>
    db.begin(async (tx) => {
      await lockSettings(tx)
      const [plan, at] = [await lockPlan(tx, id), clock.now()]
      if (!plan || !isDue(plan, at)) return null
      return work(tx, { plan, at, ground: groundOf(plan), ...by })
    })
  try {
    const ended = await locked(async (tx, step) => {
      if (step.plan.state === 'begun') return putBack(tx, step)
      const why = await whyNotBegin(tx, step.plan)
      return why ? refuse(tx, { ...step, why }) : begin(tx, step)
    })
    if (ended !== null && ended !== 'ended') log.warn({ plan: id, state: ended }, 'a plan is over')
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error
    // It contradicts by now what else there is: nothing of it was kept.
    const why = error.why ?? error.message
    await locked((tx, step) => refuse(tx, { ...step, why }))
    log.warn({ plan: id, why }, 'a plan was refused')
  }
}

function isDue({ state, beginsAt, endsAt }: Plan, at: Date): boolean {
  if (state === 'waits') return beginsAt <= at
  return state === 'begun' && endsAt !== null && endsAt <= at
}

type Step = AuditContext & { plan: Plan; at: Date; ground: PlanGround; noteUndone: NoteUndone }
type PlanOutcome = PlanEnd['state']

async function begin(tx: Tx, step: Step): Promise<PlanOutcome | null> {
  const { plan, at, actor: by } = step
  const { id, endsAt } = plan
  // Nobody carried it out while it was to be in force.
  if (endsAt !== null && endsAt <= at) return refuse(tx, { ...step, why: 'plan-missed' })
  if (!(await isThere(tx, step, 'from'))) return over(tx, step, { state: 'overtaken' })
  await set(tx, step, 'to')
  await setPlanBegun(tx, id, at)
  if (endsAt !== null) return null
  await setPlanEnded(tx, id, { state: 'ended', at, by })
  return 'ended'
}

/** What it replaced, unless somebody has changed a part of it meanwhile: then all of it stays. */
async function putBack(tx: Tx, step: Step): Promise<PlanOutcome> {
  const { plan, at, actor: by } = step
  if (!(await isThere(tx, step, 'to'))) return over(tx, step, { state: 'overtaken' })
  await set(tx, step, 'from')
  await setPlanEnded(tx, plan.id, { state: 'ended', at, by })
  return 'ended'
}

type Side = 'to' | 'from'

function set(
  tx: Tx,
  { plan: { id, changes: planned }, at, ground, actor, requestId }: Step,
  side: Side,
): Promise<unknown> {
  const changes = planned.map(({ name, [side]: to }) => ({ name, to }))
  return ground.set(tx, at, { actor, requestId, changes, plan: id })
}

async function isThere(tx: Tx, { plan: { changes }, ground }: Step, side: Side): Promise<boolean> {
  const found = await ground.lock(tx, namesOf(changes))
  return changes.every((one, at) => isDeepStrictEqual(found[at], one[side]))
}

function namesOf(changes: readonly PlannedChange[]): PlannedName[] {
  return changes.map(({ name }) => name)
}

function refuse(tx: Tx, { why, ...step }: Step & { why: string }): Promise<PlanOutcome> {
  return over(tx, step, { state: 'refused', why })
}

/** It changes nothing any more; a row of the trail for each of its changes says so. */
async function over(
  tx: Tx,
  { plan, at, ground, noteUndone, actor, requestId }: Step,
  { state, why = null }: Pick<PlanEnd, 'state' | 'why'>,
): Promise<PlanOutcome> {
  const { id, changes } = plan
  await setPlanEnded(tx, id, { state, at, by: actor, why })
  if (state === 'overtaken' || state === 'refused')
    await noteUndone(tx, { plan, stays: await ground.lock(tx, namesOf(changes)), state, why, at })
  for (const { name } of changes)
    await recordAudit(tx, {
      at,
      actor,
      requestId,
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
  { db, clock, ground, noteUndone }: ChangeDeps & Pick<Step, 'ground' | 'noteUndone'>,
  { id, seen, ...asker }: AuditContext & { id: string; seen: Plan['state'] },
): Promise<PlanOutcome> {
  const by = { ...asker, ground, noteUndone }
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
