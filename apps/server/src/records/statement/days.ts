import { statementDaysShown } from '@kapao/contract/limits'
import type { listStatementDays } from '@kapao/contract/statement'
import { dayMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { loadMember } from '#records/account/find.ts'
import { sumDays } from './store.ts'

export type DaysDeps = { db: Db; clock: Clock }

/** Reading more would let one busy member slow the others down; a day that is not read whole is left out. */
const rowsMax = 5_000

/** Every day is listed, including days on which nothing happened. */
export async function readDays(
  { db, clock }: DaysDeps,
  memberId: string,
): Promise<AnswerOf<typeof listStatementDays>> {
  const today = bangkokDayStart(clock.now())
  const since = new Date(today.getTime() - (statementDaysShown - 1) * dayMs)
  const { currency } = await loadMember(db, memberId)
  const { whole, days } = await sumDays(db, memberId, { since, rowsMax })
  const wholeFrom = bangkokDayStart(whole)
  const first = whole > wholeFrom ? wholeFrom.getTime() + dayMs : wholeFrom.getTime()
  const shown: Date[] = []
  for (let at = Math.min(first, today.getTime()); at <= today.getTime(); at += dayMs)
    shown.push(new Date(at))
  return {
    currency,
    days: shown.map((start) => {
      const day = bangkokDayName(start)
      const sum = days.find((one) => one.day === day && one.currency === currency)
      return {
        day,
        in: { amount: sum?.in ?? 0n, currency },
        out: { amount: sum?.out ?? 0n, currency },
      }
    }),
  }
}
