import { timesUp } from '#core/hundredths.ts'
import type { Money } from '@kapao/contract/money'
import type { BindReward, ContextWith } from '#context/app-context.ts'
import { openConditionRule, showKept, type ConditionDeps } from './rule.ts'
import { addCondition } from './store.ts'

export type Conditions = {
  /** Whether the money that conditions keep blocks a withdrawal. */
  isKept: ReturnType<typeof openConditionRule>
  /** The member's view of it; null if nothing is kept. */
  showKept: (memberId: string) => Promise<{ amount: Money; toPlay: Money } | null>
}

/** The play that rewards require before their amount can be withdrawn. */
export function openConditions(
  context: ContextWith<'db' | 'clock'>,
  uses: Pick<ConditionDeps, 'readSlowGames' | 'refreshAll'>,
): Conditions {
  const deps = { ...context, ...uses }
  return { isKept: openConditionRule(deps), showKept: (memberId) => showKept(deps, memberId) }
}

export const bindReward: BindReward = (tx, { turnover, ...reward }) =>
  addCondition(tx, { ...reward, toPlay: timesUp(reward.amount, turnover) })
