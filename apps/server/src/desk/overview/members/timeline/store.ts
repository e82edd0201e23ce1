import type { Currency } from '@kapao/contract/money'
import type { timelineSorts } from '@kapao/contract/console/members'
import type { Queryable } from '#core/db/db.ts'

export type Sort = (typeof timelineSorts)[number]

/** One event, and where its source continues below it. */
export type TimelineEvent = {
  source: SourceName
  place: string
  at: Date
  sort: Sort
  what: string
  state: string | null
  amount: bigint | null
  currency: Currency | null
  by: string | null
  detail: string | null
  /** The operation whose movements it is. */
  operation: string | null
  /** The item of the desk where it can be decided otherwise, or was. */
  work?: 'deposit' | 'payout' | 'suspicion' | null
  workId?: string | null
}

/** `until` is the instant that everything is older than, null for none. */
export type Page = { before: string | null; until: string | null; limit: number }
type Row = Omit<TimelineEvent, 'source'>
type Source = (on: Queryable, memberId: string, page: Page) => Promise<Row[]>

/**
 * Where a time-line comes from. Each source is read downwards by its own key, so that a page far below costs what the
 * first one costs.
 */
export const sources = {
  statement: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select seq::text as place, created_at as at,
         case statement_type when 'transfer' then 'game' when 'bonus' then 'reward' when 'finish_bonus' then 'reward' else 'money' end as sort,
         coalesce(item.what, 'statement.' || statement_type) as what, status::text as state, amount, currency::text as currency, null as by,
         "from" || ' → ' || "to" as detail, operation::text as operation, item.kind as work, item.id::text as "workId"
       from statement_row r left join lateral (
         select 'payout' as kind, r.operation as id, null as what where statement_type = 'withdraw' and not coalesce(about ? 'correction', false)
         union all select 'deposit', d.id, null from deposits_deposit d where statement_type = 'deposit' and d.id = r.operation
         union all select 'deposit', d.id, 'desk.deposits.takeBack' from deposits_deposit d where about ? 'correction' and d.taken_by = r.operation
         union all select 'payout', b.withdrawal, 'desk.withdrawals.bounce' from withdrawals_bounce b where about ? 'correction' and b.operation = r.operation
       ) as item on true
       where member_id = $1 and seq < coalesce($2::bigint, 9223372036854775807)
         and ($4::timestamptz is null or created_at < $4::timestamptz)
       order by seq desc limit $3`,
      [memberId, before, limit, until],
    ),
  logins: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, at, 'login' as sort, what,
         state, null::bigint as amount, null as currency, null as by, detail, null as operation
       from (
         select created_at as at, 'login.in' as what, null as state, address || ' · ' || device as detail
           from core_session where member_id = $1 and revoked_at is null
         union all select created_at, 'login.in', null, address || ' · ' || device
           from core_session where member_id = $1 and revoked_at is not null
         union all select revoked_at, 'login.out', revoked_why, address || ' · ' || device
           from core_session where member_id = $1 and revoked_at is not null
       ) as seen where ($2::timestamptz is null or at < $2::timestamptz)
         and ($4::timestamptz is null or at < $4::timestamptz) order by at desc limit $3`,
      [memberId, before, limit, until],
    ),
  acts: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select core_audit.id::text as place, at, 'desk' as sort, 'desk.' || action as what, null as state, null::bigint as amount,
         null as currency, actor as by, left(coalesce(after ->> 'why', after ->> 'deactivatedWhy'), 200) as detail, null as operation
       from core_audit where subject = $1 and not starts_with(actor, 'member:')
         and core_audit.id < coalesce($2::bigint, 9223372036854775807)
         and ($4::timestamptz is null or at < $4::timestamptz)
       order by core_audit.id desc limit $3`,
      [memberId, before, limit, until],
    ),
  moneyActs: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select r.id::text as place, at, 'desk' as sort, 'desk.' || coalesce('items.' || item.decision, action) as what, null as state,
         amount, currency::text as currency, actor as by, left(why, 200) as detail, null as operation,
         case when item.id is not null then 'suspicion' end as work, item.id as "workId"
       from review_act r left join lateral (
         select substring(r.subject from '^item:(.*)$') as id, r.after ->> 'decision' as decision where r.action = 'items.decide'
       ) as item on true
       where member_id = $1 and subject <> $1 and r.id < coalesce($2::bigint, 9223372036854775807)
         and ($4::timestamptz is null or at < $4::timestamptz)
       order by r.id desc limit $3`,
      [memberId, before, limit, until],
    ),
  notes: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select account_note.id::text as place, at, 'desk' as sort, 'desk.note' as what, null as state, null::bigint as amount,
         null as currency, by, left(text, 200) as detail, null as operation
       from account_note where member_id = $1 and account_note.id < coalesce($2::bigint, 9223372036854775807)
         and ($4::timestamptz is null or at < $4::timestamptz)
       order by account_note.id desc limit $3`,
      [memberId, before, limit, until],
    ),
  chat: (on, memberId, { before, until, limit }) =>
    on.query<Row>(
      `select seq::text as place, created_at as at, 'chat' as sort, 'chat.' || sender as what, null as state,
         null::bigint as amount, null as currency, operator as by, left(message -> 'payload' ->> 'message', 200) as detail,
         null as operation
       from chat_message where owner = 'member:' || $1 and sender <> 'menu' and seq < coalesce($2::bigint, 9223372036854775807)
         and ($4::timestamptz is null or created_at < $4::timestamptz)
       order by seq desc limit $3`,
      [memberId, before, limit, until],
    ),
} as const satisfies Record<string, Source>

export type SourceName = keyof typeof sources

export const sortsOf: Record<SourceName, readonly Sort[]> = {
  statement: ['money', 'game', 'reward'],
  logins: ['login'],
  acts: ['desk'],
  moneyActs: ['desk'],
  notes: ['desk'],
  chat: ['chat'],
}
