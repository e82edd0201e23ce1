import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Role } from '@kapao/contract/console/roles'
import { dayMs } from '@kapao/contract/times'
import type { AuditContext } from '#core/audit/audit-store.ts'
import { nameOf } from '#core/audit/actor.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { ChangeDeps } from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { endPlan } from '#settings/plans/carry-out.ts'
import { settingGround } from '#settings/plans/ground.ts'
import type { Plan } from '#settings/plans/plan-store.ts'
import { decideSettings } from '../settings.ts'
import { mayChangeAll } from './judge.ts'
import { noteUndone, plainValue, settingsIn } from './plans.ts'

type PlanEnding = AuditContext & { plan: Plan; roles: readonly Role[] }

/**
 * One that waits is dropped by anybody who may undo what it would do: nothing that is in force loosens by it. Ending one in
 * force is a change of its settings like any other, back to what they were.
 */
export async function decideEnd(
  deps: ChangeDeps & { decide: Decide },
  { plan, roles, ...by }: PlanEnding,
): Promise<DecisionResult<unknown>> {
  const { id, state } = plan
  const changes = settingsIn(plan)
  if (state === 'begun') {
    const back = changes.map(({ name, from: to }) => ({ name, to, seenVersion: null }))
    return decideSettings(deps, { changes: back, ends: id, roles, ...by })
  }
  const [from, to] = (['from', 'to'] as const).map((side) =>
    checkValues(changes.map(({ name, [side]: value }) => ({ name, to: value }))),
  )
  const steps = changes.map(({ name }) => ({ name, before: to!.get(name), after: from!.get(name) }))
  if (!mayChangeAll(roles, steps)) throw new ConsoleRefused('NO_RIGHT')
  return {
    state: 'done',
    value: await endPlan(
      { ...deps, ground: settingGround, noteUndone },
      { id, seen: state, ...by },
    ),
  }
}

/** So long one is shown that came to nothing, or that somebody has overtaken. */
export const endedShownMs = 7 * dayMs

type ShownPlan = ConsoleCallOutput<'GET /api/console/settings'>['plans'][number]

export function planShown(plan: Plan): ShownPlan {
  return {
    id: plan.id,
    changes: plan.changes.map(({ name, to }) => ({
      name,
      after: plainValue(name, to),
    })),
    from: plan.beginsAt.toISOString(),
    until: plan.endsAt?.toISOString() ?? null,
    state: plan.state,
    by: nameOf(plan.madeBy),
    agreedBy: plan.agreedBy && nameOf(plan.agreedBy),
    begunAt: plan.begunAt?.toISOString() ?? null,
    endedAt: plan.endedAt?.toISOString() ?? null,
    why: plan.why,
  }
}
