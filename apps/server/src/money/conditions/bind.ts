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
  return addCondition(tx, { ...reward, toPlay: timesUp(reward.amount, turnover) })
}
