import { sumOf } from '@kapao/contract/console/fields'
import { dayMs } from '@kapao/contract/times'
import { listEarned, type EarnedSum } from '#rewards/invite/store.ts'
import { listRefunded, type RefundSum } from '#rewards/refund/store.ts'
import type { RewardDeps } from './rows.ts'

const periodDays = 60

/** What the worker has counted lately, period by period. */
export async function readPeriods({ db, clock }: RewardDeps) {
  const since = new Date(clock.now().getTime() - periodDays * dayMs)
  const [invite, refund] = await Promise.all([listEarned(db, since), listRefunded(db, since)])
  return { invite: periodsOf(invite), refund: periodsOf(refund) }
}

/** One row for each period, with its sums in each currency. */
function periodsOf(rows: readonly (EarnedSum | RefundSum)[]) {
  const ends = [...new Set(rows.map(({ until }) => until.toISOString()))]
  return ends.map((until) => {
    const own = rows.filter((one) => one.until.toISOString() === until)
    return {
      until,
      members: own.reduce((all, { members }) => all + members, 0),
      sums: own.flatMap(({ amount, currency }) => (currency ? [sumOf({ amount, currency })] : [])),
    }
  })
}
