import type { Tx } from '#core/db/db.ts'
import type { Money } from '@kapao/contract/money'
import type { ContextWith } from '#app-context'
import { openConditionRule, showKept, type ConditionDeps } from './rule.ts'
import { addCondition } from './store.ts'
import { toPlayOf } from './to-play.ts'

export type Conditions = {
  /** Whether what conditions keep of a member's money stands in the way of a withdrawal. */
  isKept: ReturnType<typeof openConditionRule>
  /** What a member reads of it; null where nothing is kept. */
  showKept: (memberId: string) => Promise<{ amount: Money; toPlay: Money } | null>
}

/** What rewards ask to be played before what they gave can be withdrawn. */
export function openConditions(
  context: ContextWith<'db' | 'clock'>,
  uses: Pick<ConditionDeps, 'readSlowGames' | 'refreshAll'>,
): Conditions {
  const deps = { ...context, ...uses }
  return { isKept: openConditionRule(deps), showKept: (memberId) => showKept(deps, memberId) }
}

type Reward = Omit<Parameters<typeof addCondition>[1], 'toPlay'> & {
  /** How many times it is played before it is withdrawn. */
  turnover: string
}

/** Binds a reward to its condition, in the transaction that credits it. */
export function bindReward(tx: Tx, { turnover, ...reward }: Reward): Promise<void> {
  return addCondition(tx, { ...reward, toPlay: toPlayOf(reward.amount, turnover) })
}
