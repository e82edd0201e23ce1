import type { RefusalReason } from '@kapao/contract/console/reasons'
import { hasRight, type Role } from '@kapao/contract/console/roles'
import { nameOf } from '#core/audit/actor.ts'
import type { Actor, AuditContext } from '#core/audit/audit-store.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { ContextWith } from '#context/app-context.ts'
import { hasMembers } from '#records/account/store.ts'
import { holdsStill } from '#records/confirm/desk-store.ts'
import { findBeingDone } from '#records/confirm/store.ts'
import { noteItem } from '#records/items/store.ts'
import { isEnabled, rolesOf } from '#records/operators/store.ts'
import {
  changeSettings,
  checkChanges,
  type ChangeDeps,
  type NewValue,
  type SettingChange,
} from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { carryOutPlans, endPlan, type UndonePlan } from '#settings/plans/carry-out.ts'
import { settingGround, type PlannedName } from '#settings/plans/ground.ts'
import { makePlan, type Period } from '#settings/plans/make.ts'
import type { Plan, PlannedChange } from '#settings/plans/plan-store.ts'
import { readSettings } from '#settings/read.ts'
import { settingOf, type SettingName } from '#settings/registry.ts'
import type { Job } from '#core/jobs/jobs.ts'
import { givesOfPlan } from '../rewards/gives.ts'
import { isOfOffer, offerGround } from '../rewards/planned.ts'
import { loosens, mayChangeAll, stepsOf, type JudgedSetting } from './judge.ts'

/** When what is asked for is done, where that is not at once; as it is stored until it is confirmed. */
export type AskedTime = {
  plan?: { beginsAt: string | null; endsAt: string | null; madeBy: Actor } | undefined
  /** The plan that it ends, and puts back what that has replaced. */
  ends?: string | undefined
}
export type SettingsWhat = AskedTime & { changes: SettingChange[] }

type AgreedRequest = { id: string; askedBy: string; agreedBy: Actor } | null
type MadePlan = Parameters<typeof makePlan>[1]

type ChangeResult = { changed: boolean }
type AskedChange = AuditContext &
  Pick<MadePlan, 'check' | 'ground'> & {
    request: AgreedRequest
    atOnce: () => Promise<readonly ChangeResult[]>
  }

/** Does what was asked for, or notes when it is to be done. */
export async function carryOutAsked(
  deps: ChangeDeps,
  { plan, ends }: AskedTime,
  { request, atOnce, check, ground, ...by }: AskedChange,
): Promise<readonly ChangeResult[]> {
  if (ends !== undefined) {
    await endPlan({ ...deps, ground, noteUndone }, { id: ends, seen: 'begun', ...by })
    return [{ changed: true }]
  }
  if (!plan) return atOnce()
  const { madeBy, ...times } = plan
  const [beginsAt, endsAt] = [dateOf(times.beginsAt), dateOf(times.endsAt)]
  return makePlan(deps, { check, ground, beginsAt, endsAt, madeBy, request, ...by })
}

export function carryOutSet(
  deps: ChangeDeps,
  { changes, ...time }: SettingsWhat,
  { request = null, ...by }: AuditContext & { request?: AgreedRequest },
): Promise<readonly ChangeResult[]> {
  return carryOutAsked(deps, time, {
    ...by,
    request,
    ground: settingGround,
    check: (tx) => checkChanges(tx, changes),
    atOnce: () => changeSettings(deps, { changes, askedBy: request?.askedBy ?? null, ...by }),
  })
}

type SentTimes = { from?: string | null | undefined; until?: string | null | undefined }

/** Null where it is done at once, and stays. */
export function periodIn({ from = null, until = null }: SentTimes): Period | null {
  return from === null && until === null ? null : { beginsAt: dateOf(from), endsAt: dateOf(until) }
}

/** As a request keeps it: nothing, where it is done at once and for good. */
export function timeAsked(period: Period | null, madeBy: Actor): Pick<AskedTime, 'plan'> {
  if (period === null) return {}
  const { beginsAt, endsAt } = period
  const textOf = (at: Date | null) => at && at.toISOString()
  return { plan: { beginsAt: textOf(beginsAt), endsAt: textOf(endsAt), madeBy } }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Who had asked, and the second person whose yes is being carried out; null in a rehearsal, where nobody has said it. */
export async function requestBeingDone(
  on: Queryable,
  asked: { kind: string; what: unknown; by: Actor },
): Promise<AgreedRequest> {
  const found = await findBeingDone(on, asked)
  return found && { ...found, agreedBy: asked.by }
}

/**
 * Why a plan may not begin, by what is true then: its maker is gone or may not change it any more, or it needs a second
 * person who has not said yes, or could not say it any more. It is made by what there is one day, and begins only where
 * that is still there; what it comes to is judged again.
 */
async function whyNotBegin(on: Queryable, plan: Plan): Promise<RefusalReason | null> {
  const { madeBy, request } = plan
  if (!(await isEnabled(on, nameOf(madeBy)))) return 'asker-disabled'
  const { mayChange, takesTwo } = await judged(on, plan)
  if (!mayChange(await rolesOf(on, nameOf(madeBy)))) return 'plan-no-right'
  if (!(await hasMembers(on)) || !(await takesTwo())) return null
  const isAgreed = request !== null && (await holdsStill(on, request))
  return isAgreed ? null : 'plan-unconfirmed'
}

type PlanJudgement = {
  mayChange: (roles: readonly Role[]) => boolean
  takesTwo: () => Promise<boolean>
}

async function judged(on: Queryable, plan: Plan): Promise<PlanJudgement> {
  const { madeBy, endsAt, changes } = plan
  const willEnd = endsAt !== null
  if (isOfOffer(plan)) {
    const gives = changes.map(({ name, from, to }) =>
      givesOfPlan({ from: plainValue(name, from), to: plainValue(name, to), willEnd }),
    )
    return {
      mayChange: (roles) => hasRight(roles, 'rewards.change'),
      takesTwo: async () => gives.includes(null),
    }
  }
  const steps = stepsOf(await sidesOf(on, plan), willEnd)
  return {
    mayChange: (roles) => mayChangeAll(roles, steps),
    takesTwo: () => loosens(on, steps, madeBy),
  }
}

/** What is there, and what was to be there instead, is an item: at its end what it replaced, before that what it sets. */
export async function noteUndone(
  tx: Tx,
  { plan: { id, changes, state: was, madeBy }, stays, state, why, at }: UndonePlan,
): Promise<void> {
  const names = changes.map(({ name }) => name)
  const isBegun = was === 'begun'
  const shown = (valueOf: (place: number) => NewValue) =>
    Object.fromEntries(names.map((name, place) => [name, plainValue(name, valueOf(place))]))
  await noteItem(tx, {
    kind: isBegun ? 'settings.not-put-back' : 'settings.not-begun',
    key: id,
    words: `plan ${id}: ${names.join(', ')}`,
    evidence: {
      refusal: state === 'overtaken' ? 'setting-changed' : why,
      plannedBy: madeBy,
      stays: shown((place) => stays[place]!),
      wasToBe: shown((place) => changes[place]![isBegun ? 'from' : 'to']),
    },
    since: at,
  })
}

/** As people read it. */
export function plainValue(name: PlannedName, to: NewValue): unknown {
  return to === 'default' ? settingOf(name as SettingName).fallback : to.value
}

async function sidesOf(on: Queryable, plan: Plan): Promise<JudgedSetting[]> {
  const settings = await readSettings(on)
  const changes = settingsIn(plan)
  const values = checkValues(changes)
  return changes.map(({ name }) => ({ name, before: settings[name], after: values.get(name) }))
}

/** Of a plan of settings. */
export function settingsIn({ changes }: Plan): (PlannedChange & { name: SettingName })[] {
  return changes as (PlannedChange & { name: SettingName })[]
}

export const planRules = {
  whyNotBegin,
  noteUndone,
  groundOf: (plan: Plan) => (isOfOffer(plan) ? offerGround : settingGround),
}

const planEveryMs = 5_000

export function planJob(context: ContextWith<'db' | 'clock' | 'log'>): Job {
  return {
    name: 'settings.carryOutPlans',
    everyMs: planEveryMs,
    run: () => carryOutPlans({ ...context, ...planRules }),
  }
}
