import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

export type TouchedMoney = {
  id: string
  memberId: string | null
  amount: bigint | null
  currency: Currency | null
}

/** Whose money each of these acts was about, and how much of it: as for those who review acts. */
export function listTouched(on: Queryable, ids: readonly string[]): Promise<TouchedMoney[]> {
  return on.query<TouchedMoney>(
    `select a.id::text, w.o_member as "memberId", w.o_amount as amount, w.o_currency as currency
     from core_audit a, lateral review_whose(a.action, a.subject, a.before) w where a.id = any ($1::bigint[])`,
    [ids],
  )
}
