import { dayMs } from '@kapao/contract/times'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { ChangeDeps, NewValue } from '../change.ts'
import { lockSettings } from '../store.ts'
import type { PlanGround, PlannedName } from './ground.ts'
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

type CheckedChange = {
  name: PlannedName
  before: unknown
  after: unknown
  changed: boolean
  willBeSet: boolean
}

type PlanRequest<C extends CheckedChange> = AuditContext &
  Period & {
    /** What each change would come to, by what is there; refused where one of them cannot be. */
    check: (tx: Tx) => Promise<C[]>
    ground: PlanGround
    madeBy: Actor
    /** The request that a second person has confirmed, if it needed one. */
    request: { id: string; agreedBy: Actor } | null
  }

/**
 * Notes what is to be set at a moment, and until when; nothing of it is in force before. Of two plans that set the same at
 * one time the second one is refused.
 */
export function makePlan<C extends CheckedChange>(
  { db, clock }: ChangeDeps,
  { check, ground, beginsAt: given, endsAt, madeBy, request, ...asker }: PlanRequest<C>,
): Promise<C[]> {
  return db.begin(async (tx) => {
    await lockSettings(tx)
    const at = clock.now()
    const beginsAt = given ?? at
    refuseTimes({ beginsAt, endsAt }, at)
    const checked = await check(tx)
    if (!checked.some(({ changed }) => changed)) return checked
    const names = checked.map(({ name }) => name)
    const open = await listOpenPlans(tx)
    refuseOverlaps(open, { beginsAt, endsAt, names })
    const found = await ground.lock(tx, names)
    const changes = checked.map(({ name, after, willBeSet }, place): PlannedChange => ({
      name,
      to: willBeSet ? { value: after } : 'default',
      from: putBackBy(beginsAt, { name, open }) ?? found[place]!,
    }))
    const { agreedBy = null, id: confirmed = null } = request ?? {}
    const times = { beginsAt, endsAt }
    const made = { changes, ...times, madeAt: at, madeBy, agreedBy, request: confirmed }
    await recordPlans(tx, { id: await insertPlan(tx, made), at, checked, ...times, ...asker })
    return checked
  })
}

async function recordPlans(
  tx: Tx,
  {
    id,
    at,
    checked,
    beginsAt,
    endsAt,
    ...asker
  }: AuditContext & Times & { id: string; at: Date; checked: readonly CheckedChange[] },
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
  { beginsAt, endsAt, names }: Times & { names: readonly PlannedName[] },
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

/** What a plan in force will have put back by then; undefined where none will. */
function putBackBy(
  at: Date,
  { name, open }: { name: PlannedName; open: readonly Plan[] },
): NewValue | undefined {
  const ending = open.filter(
    ({ state, endsAt }) => state === 'begun' && endsAt !== null && endsAt <= at,
  )
  return ending.flatMap(({ changes }) => changes).find((one) => one.name === name)?.from
}
