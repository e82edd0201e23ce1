import { timesUp } from '#core/hundredths.ts'
import type { Tx } from '#core/db/db.ts'
import type { Money } from '@kapao/contract/money'
import type { ContextWith } from '#context/app-context.ts'
import { openConditionRule, showKept, type ConditionDeps } from './rule.ts'
import { addCondition, type Condition } from './store.ts'

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

/** Binds a reward to its condition, in the transaction that credits it. */
export function bindReward(
  tx: Tx,
  {
    turnover,
    ...reward
  }: Omit<Condition, 'toPlay'> & {
    /** How many times it must be played before it can be withdrawn. */
    turnover: string
  },
): Promise<void> {
  return addCondition(tx, { ...reward, toPlay: timesUp(reward.amount, turnover) })
}
