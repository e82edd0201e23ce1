import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

type CreditedRow = {
  id: string
  amount: bigint
  currency: Currency
  coins: bigint
  /** A credited deposit is in its member's statement. */
  statementSeq: bigint
  statementId: string
  settledAt: Date
}

const creditedColumns = `id, amount, currency, coins, statement_seq as "statementSeq", statement_id as "statementId",
  settled_at as "settledAt"`

/** The deposit that reached a member's wallet last. */
export async function findNewestCredited(
  on: Queryable,
  memberId: string,
): Promise<CreditedRow | null> {
  const rows = await on.query<CreditedRow>(
    `select ${creditedColumns} from deposits_deposit where member_id = $1 and state = 'credited'
     order by settled_at desc, id desc limit 1`,
    [memberId],
  )
  return rows[0] ?? null
}
