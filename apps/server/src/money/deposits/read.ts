import type { Queryable } from '#core/db/db.ts'

type CreditedRow = { id: string; amount: bigint; settledAt: Date }

const creditedColumns = `id, amount, settled_at as "settledAt"`

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
