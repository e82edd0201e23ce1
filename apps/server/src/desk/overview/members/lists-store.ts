import type { MemberFlag } from '@kapao/contract/console/find-members'
import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

export type LargestMember = { memberId: string; currency: WalletCurrency; owed: bigint }

/** To whom most is owed, in each currency. Reads every account, so only a job may ask. */
export function sumLargest(on: Queryable, limit: number): Promise<LargestMember[]> {
  return on.query<LargestMember>(
    `select "memberId", currency, owed from (
       select owner as "memberId", currency::text, sum(balance)::bigint as owed,
         row_number() over (partition by currency order by sum(balance) desc, owner) as place
       from ledger_account where owner is not null and currency <> 'COIN' and balance > 0
       group by owner, currency) as owed
     where place <= $1`,
    [limit],
  )
}

export async function keepLargest(
  tx: Tx,
  largest: readonly LargestMember[],
  countedAt: Date,
): Promise<void> {
  await tx.query('delete from desk_largest')
  await tx.query(
    `insert into desk_largest (member_id, currency, owed, counted_at)
     select *, $4::timestamptz from unnest($1::text[], $2::text[], $3::bigint[])`,
    [
      largest.map(({ memberId }) => memberId),
      largest.map(({ currency }) => currency),
      largest.map(({ owed }) => owed),
      countedAt,
    ],
  )
}

export function listLargest(on: Queryable): Promise<(LargestMember & { countedAt: Date })[]> {
  return on.query<LargestMember & { countedAt: Date }>(
    `select member_id as "memberId", currency, owed, counted_at as "countedAt" from desk_largest
     order by currency, owed desc, member_id`,
  )
}

export type FlaggedMember = { memberId: string; flag: MemberFlag; since: Date }

/** Who has a flag, each by the newest; every branch reads an index of what is open. */
export function listFlagged(on: Queryable, limit: number): Promise<FlaggedMember[]> {
  return on.query<FlaggedMember>(
    `select * from (
       select distinct on (f."memberId") f."memberId", f.flag, f.since from (
         select id as "memberId", 'deactivated' as flag, deactivated_at as since
           from account_member where deactivated_at is not null
         union all select member_id, 'stopped', stopped_at
           from payouts_stop where ended_at is null and member_id is not null
         union all select named.id, 'suspected', i.since
           from items_item i, unnest(array[i.member_id, i.other_id]) as named (id)
           where i.decision is null and i.waits_as is null and named.id is not null
       ) as f order by f."memberId", f.since desc) as flagged
     order by since desc, "memberId" limit $1`,
    [limit],
  )
}
