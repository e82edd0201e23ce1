import type { Queryable } from '#core/db/db.ts'

export type Login = {
  id: string
  device: string
  address: string
  startedAt: Date
  lastUsedAt: Date
  isOpen: boolean
}

/** The sessions of a member, the open ones first, each by a name that is no token. */
export function listLogins(
  on: Queryable,
  memberId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<Login[]> {
  const columns = `left(encode(token_hash, 'hex'), 16) as id, device, address, created_at as "startedAt", last_used_at as "lastUsedAt"`
  return on.query<Login>(
    `(select ${columns}, ends_at > $2 as "isOpen" from core_session
      where member_id = $1 and revoked_at is null order by last_used_at desc limit $3)
     union all
     (select ${columns}, false from core_session
      where member_id = $1 and revoked_at is not null order by revoked_at desc limit $3)
     order by "isOpen" desc, "lastUsedAt" desc limit $3`,
    [memberId, at, limit],
  )
}

export type Totals = Record<'deposited' | 'withdrawn', bigint> &
  Record<'deposits' | 'withdrawals', number>

/**
 * What came in and went out, less what was taken back or came back of it. Over the newest rows of each kind only: more
 * are not read one by one.
 */
export async function sumInAndOut(
  on: Queryable,
  memberId: string,
  { rowsMax, since = null }: { rowsMax: number; since?: Date | null },
): Promise<Totals> {
  const rows = await on.query<{ type: string; total: bigint; count: number }>(
    `select case when (type = 'deposit') <> back then 'deposit' else 'withdraw' end as type,
       sum(case when back then -amount else amount end)::bigint as total, sum(case when back then -1 else 1 end)::int as count
     from unnest('{deposit,withdraw}'::statement_type[]) as wanted (type), lateral (
       select amount, coalesce(about ? 'correction', false) as back from statement_row
       where member_id = $1 and statement_type = wanted.type and status = 'SUCCESS'
         and created_at >= coalesce($3::timestamptz, '-infinity')
       order by seq desc limit $2) as r
     group by 1`,
    [memberId, rowsMax, since],
  )
  const of = (type: string) => rows.find((row) => row.type === type) ?? { total: 0n, count: 0 }
  const [came, went] = [of('deposit'), of('withdraw')]
  return {
    deposited: came.total,
    deposits: came.count,
    withdrawn: went.total,
    withdrawals: went.count,
  }
}

export type Note = { id: string; at: Date; by: string; text: string }

export function listNotes(on: Queryable, memberId: string, limit: number): Promise<Note[]> {
  return on.query<Note>(
    `select id::text, at, by, text from account_note where member_id = $1 order by account_note.id desc limit $2`,
    [memberId, limit],
  )
}

export type NewNote = { memberId: string; at: Date; by: string; key: string; text: string }

/** The same key again keeps nothing; false when its first use was for another note. */
export async function insertNote(on: Queryable, note: NewNote): Promise<boolean> {
  const { memberId, at, by, key, text } = note
  await on.query(
    `insert into account_note (member_id, at, by, key, text) values ($1, $2, $3, $4, $5) on conflict (by, key) do nothing`,
    [memberId, at, by, key, text],
  )
  const [kept] = await on.query<{ memberId: string; text: string }>(
    'select member_id as "memberId", text from account_note where by = $1 and key = $2',
    [by, key],
  )
  return kept?.memberId === memberId && kept.text === text
}

export type OpenMatter = {
  kind: 'deposit' | 'request' | 'withdrawal' | 'transfer' | 'suspicion' | 'differing'
  id: string
  since: Date
  amount: bigint | null
  currency: string | null
  state: string
}

/** Everything of a member that has not ended; each branch reads an index of open rows. */
export function listOpenThings(
  on: Queryable,
  memberId: string,
  limit: number,
): Promise<OpenMatter[]> {
  return on.query<OpenMatter>(
    `select * from (
       select 'deposit' as kind, id::text, created_at as since, amount, currency::text, case state when 'suspended' then why::text else state::text end as state
         from deposits_deposit where member_id = $1 and state in ('suspended', 'refused')
       union all select 'request', id::text, created_at, amount, currency::text, state::text
         from deposits_request where member_id = $1 and state = 'open'
       union all select 'withdrawal', id::text, created_at, amount, currency::text, state::text
         from withdrawals_withdrawal where member_id = $1 and state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception')
       union all select 'transfer', id::text, created_at, amount, currency::text, state::text
         from transfers_transfer where member_id = $1 and game is not null and state in ('held', 'sent', 'unknown', 'exception')
       union all select 'differing', r.channel || ':' || r.event_id, r.created_at, r.amount, r.currency::text,
           case when r.other_payer then 'differs-payer' else 'differs-money' end
         from deposits_report r join deposits_deposit d on d.id = r.deposit
         where (r.differs or r.other_payer) and r.seen_at is null and d.member_id = $1
       union all select 'suspicion', id::text, since, null, null, kind
         from items_item where decision is null and $1 in (member_id, other_id)
     ) as open order by since limit $2`,
    [memberId, limit],
  )
}
