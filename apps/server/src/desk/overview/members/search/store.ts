import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable } from '#core/db/db.ts'

export type FoundMember = {
  id: string
  name: string
  username: string
  currency: WalletCurrency
  createdAt: Date
  isActive: boolean
}

const columns = `m.id, m.bank_account_name as name, m.username, m.currency, m.created_at as "createdAt", m.deactivated_at is null as "isActive"`

/** Members of whom each of these words begins a part of a name. */
export function listByName(
  on: Queryable,
  words: readonly string[],
  limit: number,
): Promise<FoundMember[]> {
  // Each word is quoted, so that no character of it is an operator.
  const query = words.map((word) => `'${word.replaceAll(/['\\]/g, ' ')}':*`).join(' & ')
  return on.query<FoundMember>(
    `select ${columns} from account_member m where m.id in (select account_named($1, $2))`,
    [query, limit],
  )
}

/** Members whose names sound like these words, in whatever letters either is written; those who are known are left out. */
export function listBySound(
  on: Queryable,
  words: readonly string[],
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<FoundMember[]> {
  return on.query<FoundMember>(
    `select ${columns} from account_member m where m.id in (select account_sounding($1::text[], $2::text[], $3))`,
    [words, except, limit],
  )
}

/** Members whose account ends with these four digits, at one bank or any. */
export function listByTail(
  on: Queryable,
  { bank, tail, limit }: { bank: string | null; tail: string; limit: number },
): Promise<FoundMember[]> {
  return on.query<FoundMember>(
    `select ${columns} from account_member m
     where right(m.bank_account_no, 4) = $1 and ($2::text is null or m.bank_code = $2) order by m.id limit $3`,
    [tail, bank, limit],
  )
}

export function listByIds(on: Queryable, ids: readonly string[]): Promise<FoundMember[]> {
  return on.query<FoundMember>(
    `select ${columns} from account_member m where m.id = any ($1::text[])`,
    [ids],
  )
}

export type NewestPosition = { at: string; id: string }

/** The newest first, after a place in that order. */
export function listNewest(
  on: Queryable,
  { after, limit }: { after: NewestPosition | null; limit: number },
): Promise<(FoundMember & { at: string })[]> {
  return on.query<FoundMember & { at: string }>(
    `select ${columns}, to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from account_member m
     where (m.created_at, m.id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2, ''))
     order by m.created_at desc, m.id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )
}

/** Who has logged in from this address and has not logged out, and who has this name at a provider. */
export function listByPlace(
  on: Queryable,
  { text, limit }: { text: string; limit: number },
): Promise<(SearchHit & { found: 'address' | 'game' })[]> {
  return on.query<SearchHit & { found: 'address' | 'game' }>(
    `select * from (
       (select distinct member_id as "memberId", 'address' as found, null as about from core_session where address = $1 limit $2)
       union all
       (select member_id, 'game', game from games_account where username = any (array[$1, upper($1), lower($1)]) limit $2)
     ) as found limit $2`,
    [text, limit],
  )
}

export type SearchHit = { memberId: string; about: string | null }

/** The member whose operation, message or picture has this reference. Every branch uses an index. */
export function listByReference(
  on: Queryable,
  { id, text, limit }: { id: string | null; text: string; limit: number },
): Promise<SearchHit[]> {
  return on.query<SearchHit>(
    `select distinct "memberId", about from (
       select member_id as "memberId", 'deposit' as about from deposits_deposit where id = $1::uuid
       union all select member_id, 'request' from deposits_request where id = $1::uuid
       union all select member_id, 'withdrawal' from withdrawals_withdrawal where id = $1::uuid
       union all select member_id, 'transfer' from transfers_transfer where id = $1::uuid
       union all select member_id, 'giftlink' from giftlinks_link where id = $1::uuid
       union all select member_id, 'slip' from slips_slip where reference = upper($2)
       union all select member_id, 'qr' from qrcodes_code where reference = $2
       union all select d.member_id, 'deposit' from deposits_reference r join deposits_deposit d on d.id = r.deposit
         where r.reference = any (array[$2, upper($2)])
       union all select c.member_id, 'payment' from qrcodes_payment p join qrcodes_code c on c.id = p.code where p.payment = $2
       union all select member_id, case statement_type when 'withdraw' then 'withdrawal' else 'deposit' end from statement_row
         where statement_type in ('deposit', 'withdraw') and right(operation::text, 12) = lower(replace($2, '-', ''))
     ) as found where "memberId" is not null limit $3`,
    [id, text, limit],
  )
}

export type AmountSearch = { amounts: readonly bigint[]; from: Date; to: Date; limit: number }

/** Who paid in or out one of these sums within a span; the sum is in the smallest unit of either currency. */
export function listBySum(
  on: Queryable,
  { amounts, from, to, limit }: AmountSearch,
): Promise<SearchHit[]> {
  return on.query<SearchHit>(
    `select "memberId", about from (
       (select member_id as "memberId", 'deposit' as about, created_at from deposits_deposit
        where amount = any ($1::bigint[]) and created_at between $2 and $3 and member_id is not null
        order by created_at desc limit $4)
       union all
       (select member_id, 'withdrawal', created_at from withdrawals_withdrawal
        where amount = any ($1::bigint[]) and created_at between $2 and $3
        order by created_at desc limit $4)
     ) as found order by created_at desc limit $4`,
    [amounts, from, to, limit],
  )
}
