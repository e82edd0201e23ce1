import { nameOf } from '../../audit/actor.ts'
import type { DecisionResult, Seconds } from '../../audit/decision.ts'

export type Confirmers = { waitsFor: string[]; soonest: { name: string; at: string } | null }

/** Who can confirm it, for the page. */
export function waitsOf({ others, soonest }: Seconds): Confirmers {
  return {
    waitsFor: others.map(nameOf),
    soonest: soonest && { name: nameOf(soonest.operator), at: soonest.at.toISOString() },
  }
}

export const waitsForNobody: Confirmers = { waitsFor: [], soonest: null }

/** Done, or who may confirm it. */
export function answerOf(decided: DecisionResult<unknown>) {
  return decided.state === 'done'
    ? { state: decided.state, request: null, ...waitsForNobody }
    : { state: decided.state, request: decided.asked.id, ...waitsOf(decided) }
}
