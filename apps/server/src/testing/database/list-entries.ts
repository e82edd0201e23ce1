import type { Queryable } from '#core/db/db.ts'
import type { Account } from '#ledger/accounts.ts'
import type { MovementKind } from '#ledger/post.ts'

type Entry = {
  seq: bigint
  idem: string
  /** Positive when the account received it. */
  amount: bigint
  balance: bigint
  other: bigint
  kind: MovementKind
  ref: string
  createdAt: Date
}

/**
 * One page of an account's movements, newest first; any page costs the same, since movements are numbered without
 * gaps.
 */
export async function listEntries(
  on: Queryable,
  account: Account,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: bigint; entries: Entry[] }> {
  const [head] = await on.query<{ seq: bigint }>('select seq from ledger_account where id = $1', [
    account.id,
  ])
  const total = head?.seq ?? 0n
  const newest = total - BigInt((page - 1) * limit)
  const oldest = newest - BigInt(limit) + 1n
  const entries = await on.query<Entry>(
    `select credit_seq as seq, idem, amount, credit_balance as balance, debit as other, kind, ref,
            created_at as "createdAt"
       from ledger_movement where credit = $1 and credit_seq between $2 and $3
     union all
     select debit_seq, idem, -amount, debit_balance, credit, kind, ref, created_at
       from ledger_movement where debit = $1 and debit_seq between $2 and $3
     order by seq desc`,
    [account.id, oldest, newest],
  )
  return { total, entries }
}
