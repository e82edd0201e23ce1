import type { RefusalReason } from '@kapao/contract/console/reasons'
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
  type ChangeDeps,
  type ChangedSetting,
  type SettingChange,
} from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { carryOutPlans, endPlan, type UndonePlan } from '#settings/plans/carry-out.ts'
import { makePlan } from '#settings/plans/make.ts'
import type { Plan } from '#settings/plans/plan-store.ts'
import { readSettings } from '#settings/read.ts'
import type { Job } from '#core/jobs/jobs.ts'
import { loosens, mayChangeAll, stepsOf, type JudgedSetting } from './judge.ts'

/** As it is stored until it is confirmed. */
export type SettingsWhat = {
  changes: SettingChange[]
  /** Where it is done at a moment, and not at once. */
  plan?: { beginsAt: string | null; endsAt: string | null; madeBy: Actor }
  /** The plan that it ends. */
  ends?: string
}

type AgreedRequest = { id: string; agreedBy: Actor } | null

/** Does what was asked for, or notes when it is to be done. */
export async function carryOutSet(
  deps: ChangeDeps,
  { changes, plan, ends }: SettingsWhat,
  { request = null, ...by }: AuditContext & { request?: AgreedRequest },
): Promise<ChangedSetting[]> {
  if (ends !== undefined) {
    await endPlan({ ...deps, noteUndone }, { id: ends, seen: 'begun', ...by })
    return []
  }
  if (!plan) return changeSettings(deps, { changes, ...by })
  const { madeBy, ...times } = plan
  const [beginsAt, endsAt] = [dateOf(times.beginsAt), dateOf(times.endsAt)]
  return makePlan(deps, { changes, beginsAt, endsAt, madeBy, request, ...by })
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Of the second person whose yes is being carried out; null in a rehearsal, where nobody has said it yet. */
export async function requestBeingDone(
  on: Queryable,
  asked: { kind: string; what: unknown; by: Actor },
): Promise<AgreedRequest> {
  const id = await findBeingDone(on, asked)
  return id === null ? null : { id, agreedBy: asked.by }
}

/**
 * Why a plan may not begin, by what is true then: its maker is gone or may not change these settings any more, or it needs
 * a second person who has not said yes, or could not say it any more. It is made by the values of one day, and begins
 * only where they are still there; what they come to is judged again.
 */
export async function whyNotBegin(on: Queryable, plan: Plan): Promise<RefusalReason | null> {
  const { madeBy, request, endsAt } = plan
  if (!(await isEnabled(on, nameOf(madeBy)))) return 'asker-disabled'
  const steps = stepsOf(await sidesOf(on, plan), endsAt !== null)
  if (!mayChangeAll(await rolesOf(on, nameOf(madeBy)), steps)) return 'plan-no-right'
  if (!(await hasMembers(on)) || !(await loosens(on, steps, madeBy))) return null
  const isAgreed = request !== null && (await holdsStill(on, request))
  return isAgreed ? null : 'plan-unconfirmed'
}

/** What is there, and what was to be there instead, is an item: at its end what it replaced, before that what it sets. */
export async function noteUndone(
  tx: Tx,
  { plan: { id, changes, state: was, madeBy }, state, why, at }: UndonePlan,
): Promise<void> {
  const settings = await readSettings(tx)
  const names = changes.map(({ name }) => name)
  const isBegun = was === 'begun'
  const wanted = checkValues(
    changes.map(({ name, to, from }) => ({ name, to: isBegun ? from : to })),
  )
  await noteItem(tx, {
    kind: isBegun ? 'settings.not-put-back' : 'settings.not-begun',
    key: id,
    words: `plan ${id}: ${names.join(', ')}`,
    evidence: {
      refusal: state === 'overtaken' ? 'setting-changed' : why,
      plannedBy: madeBy,
      stays: Object.fromEntries(names.map((name) => [name, settings[name]])),
      wasToBe: Object.fromEntries(wanted),
    },
    since: at,
  })
}

async function sidesOf(on: Queryable, { changes }: Plan): Promise<JudgedSetting[]> {
  const settings = await readSettings(on)
  const values = checkValues(changes)
  return changes.map(({ name }) => ({ name, before: settings[name], after: values.get(name) }))
}

const planEveryMs = 5_000

export function planJob(context: ContextWith<'db' | 'clock' | 'log'>): Job {
  return {
    name: 'settings.carryOutPlans',
    everyMs: planEveryMs,
    run: () => carryOutPlans({ ...context, whyNotBegin, noteUndone }),
  }
}
