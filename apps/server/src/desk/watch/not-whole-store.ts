import type { Queryable } from '#core/db/db.ts'

/** Whose these accounts are; those of the house and unknown ones are left out. */
export async function findOwners(
  on: Queryable,
  accounts: readonly bigint[],
): Promise<Map<bigint, string>> {
  const rows = await on.query<{ id: bigint; owner: string }>(
    'select id, owner from ledger_account where id = any ($1::bigint[]) and owner is not null',
    [accounts],
  )
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/** By how much these members' accounts of a currency hold more than their movements have brought. */
export async function findImbalance(
  on: Queryable,
  accounts: readonly bigint[],
  currency: string,
): Promise<bigint> {
  const [row] = await on.query<{ sum: bigint }>(
    `select coalesce(sum(a.balance
         - coalesce((select sum(m.amount) from ledger_movement m where m.credit = a.id), 0)
         + coalesce((select sum(m.amount) from ledger_movement m where m.debit = a.id), 0)), 0)::bigint as sum
     from ledger_account a where a.id = any ($1::bigint[]) and a.owner is not null and a.currency::text = $2`,
    [accounts, currency],
  )
  return row!.sum
}
