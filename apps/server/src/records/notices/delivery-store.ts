import type { NoticeChannel } from '@kapao/contract/console/notice-words'
import type { NoticeKind } from '@kapao/contract/notices'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { ChannelTarget } from './channels.ts'
import type { NoticeAbout } from './texts.ts'

const plannersLock = 4_011_048

/** One process at a time decides which channels carry what, so that each sees how many SMS the others count. */
export async function lockPlanning(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [plannersLock])
}

export type NewNotice = { id: bigint; memberId: string; kind: NoticeKind; key: string }

/** Takes notices of which nobody has decided yet what carries them; those of `watched` kinds must be told. */
export function takeNew(
  tx: Tx,
  { watched, limit }: { watched: readonly NoticeKind[]; limit: number },
): Promise<NewNotice[]> {
  return tx.query<NewNotice>(
    `with taken as (
       update notices_notice n
         set stage = case when n.kind = any ($1::notices_kind[]) then 'watched' else 'settled' end::notices_stage
         from (select id from notices_notice where stage = 'new' order by id limit $2 for no key update) as mine
         where n.id = mine.id returning n.id, n.member_id as "memberId", n.kind, n.key)
     select * from taken order by id`,
    [[...watched], limit],
  )
}

/** How many SMS of this kind a member was sent, or is to be sent, within 24 hours. */
export async function countTexts(
  on: Queryable,
  { memberId, kind }: Pick<NewNotice, 'memberId' | 'kind'>,
): Promise<number> {
  const [row] = await on.query<{ count: number }>(
    `select count(*)::int as count from notices_notice n join notices_delivery d on d.notice = n.id and d.channel = 'sms'
     where n.member_id = $1 and n.kind = $2::notices_kind and n.at > now() - interval '24 hours'`,
    [memberId, kind],
  )
  return row!.count
}

/** The same target of the same event is one delivery. */
export async function insertDelivery(
  tx: Tx,
  { id, memberId, key }: NewNotice,
  { channel, target, at }: ChannelTarget & { at: Date },
): Promise<void> {
  await tx.query(
    `insert into notices_delivery (id, notice, channel, target, next_at)
     values (md5($2 || ' ' || $3 || ' ' || $4 || ' ' || $5)::uuid, $1, $4::notices_channel, $5, $6) on conflict (id) do nothing`,
    [id, memberId, key, channel, target, at],
  )
}

export type Delivery = {
  id: string
  channel: NoticeChannel
  target: string
  /** With this one. */
  tries: number
  memberId: string
  kind: NoticeKind
  about: NoticeAbout
}

/** Leases what is due to this process. A push or a message by LINE of a process that died goes again; an SMS does not. */
export function claimDue(
  on: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<Delivery[]> {
  return on.query<Delivery>(
    // The conditions stand beside the lock, so that a row that another process has just taken is looked at again.
    `with mine as (
       select id from notices_delivery
       where (state = 'due' and next_at <= $1) or (state = 'sending' and channel <> 'sms' and taken_until <= $1)
       order by next_at, id limit $3 for update skip locked
     ), taken as (
       update notices_delivery d set state = 'sending', tries = d.tries + 1, taken_until = $2, why = null
         from mine where d.id = mine.id returning d.id, d.notice, d.channel, d.target, d.tries)
     select t.id, t.channel, t.target, t.tries, n.member_id as "memberId", n.kind, n.about
     from taken t join notices_notice n on n.id = t.notice`,
    [at, until, limit],
  )
}

export type DeliveryResult = {
  state: 'due' | 'sent' | 'unknown' | 'dropped' | 'given-up'
  nextAt: Date
  why: string | null
}

/**
 * What became of a try; whether it was still awaited. An answer that comes after the lease is still of that try, unless
 * it was made again.
 */
export async function setTried(
  on: Queryable,
  { id, tries }: Pick<Delivery, 'id' | 'tries'>,
  { state, nextAt, why, at }: DeliveryResult & { at: Date },
): Promise<boolean> {
  const [tried] = await on.query<{ isAwaited: boolean }>(
    `update notices_delivery d set state = $3::notices_state, next_at = $4, why = left($5, 300),
       ended_at = case when $3 = 'due' then null else $6::timestamptz end
     from (select id, state from notices_delivery where id = $1 for update) as before
     where d.id = before.id and d.tries = $2 and before.state in ('sending', 'unknown')
     returning before.state = 'sending' as "isAwaited"`,
    [id, tries, state, nextAt, why, at],
  )
  return tried?.isAwaited ?? false
}

/** An SMS whose process died while it sent it may have been sent; the kinds of those that became so. */
export async function setLost(on: Queryable, at: Date): Promise<NoticeKind[]> {
  const rows = await on.query<{ kind: NoticeKind }>(
    `update notices_delivery d set state = 'unknown', ended_at = $1, why = 'its process ended while it was sent'
     from notices_notice n
     where n.id = d.notice and d.state = 'sending' and d.channel = 'sms' and d.taken_until <= $1 returning n.kind`,
    [at],
  )
  return rows.map(({ kind }) => kind)
}

/** Where one got through again, the others that were refused meanwhile are tried at once, unless they just were. */
export async function wakeRefused(
  on: Queryable,
  { channel, butWhy, at }: { channel: NoticeChannel; butWhy: string; at: Date },
): Promise<void> {
  await on.query(
    `update notices_delivery set next_at = $2
     where state = 'due' and channel = $1::notices_channel and next_at > $2 and tries > 0 and taken_until <= $2 and why <> $3`,
    [channel, at, butWhy],
  )
}

export type ChannelBacklog = { channel: NoticeChannel; due: number; oldestAt: Date }

/** Without those to numbers that are not taken, of which an operator can change nothing. */
export function countDue(on: Queryable, butWhy: string): Promise<ChannelBacklog[]> {
  return on.query<ChannelBacklog>(
    `select d.channel, count(*)::int as due, min(n.at) as "oldestAt"
     from notices_delivery d join notices_notice n on n.id = d.notice where d.state in ('due', 'sending') and d.why is distinct from $1 group by 1`,
    [butWhy],
  )
}
