import { timesUp } from '#core/hundredths.ts'
import type { Tx } from '#core/db/db.ts'
import { addCondition, type Condition } from './store.ts'

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
  return addCondition(tx, { ...reward, toPlay: turnoverOf(reward.amount, turnover) })
}

/** What must be played for a reward before it can be withdrawn. */
export function turnoverOf(amount: bigint, turnover: string): bigint {
  return timesUp(amount, turnover)
}
