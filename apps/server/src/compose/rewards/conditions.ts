import { openConditionRule, showKept, type ConditionDeps } from '#modules/conditions/rule.ts'
import { readSlowGames } from '../withdrawals/slow-games.ts'

export type ComposedConditions = {
  /** Whether what conditions keep of a member's money stands in the way of a withdrawal. */
  isKept: ReturnType<typeof openConditionRule>
  /** What a member is told of it. */
  showKept: (memberId: string) => ReturnType<typeof showKept>
}

export function composeConditions(
  around: Omit<ConditionDeps, 'readSlowGames'>,
): ComposedConditions {
  const deps = { ...around, readSlowGames }
  return { isKept: openConditionRule(deps), showKept: (memberId) => showKept(deps, memberId) }
}
