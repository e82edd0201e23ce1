import type { DeliveryState, NoticeChannel } from '@kapao/contract/console/notice-words'
import type { Queryable, Tx } from '#core/db/db.ts'
import { noticeColumns, type Notice } from './store.ts'

/** As the database writes it: times are texts. */
type ListedDelivery = {
  id: string
  channel: NoticeChannel
  state: DeliveryState
  tries: number
  nextAt: string
  endedAt: string | null
  why: string | null
}
export type ListedNotice = Notice & { deliveries: ListedDelivery[] }

export type NoticeFilter = {
  memberId: string | null
  /** Only what no channel has carried and its member has not read. */
  isUnsent: boolean
  before: bigint | null
  limit: number
}

/** Newest first, each with its deliveries. */
export function listWithDeliveries(
  on: Queryable,
  { memberId, isUnsent, before, limit }: NoticeFilter,
): Promise<ListedNotice[]> {
  const ofMember = memberId === null ? '' : 'and n.member_id = $3'
  const unsent = `and n.read_at is null and n.id in (select notice from notices_delivery where state <> 'sent')
    and not exists (select from notices_delivery d where d.notice = n.id and d.state = 'sent')`
  return on.query<ListedNotice>(
    `select ${noticeColumns}, (
       select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'channel', d.channel, 'state', d.state, 'tries', d.tries,
         'nextAt', d.next_at, 'endedAt', d.ended_at, 'why', d.why) order by d.channel, d.target), '[]')
       from notices_delivery d where d.notice = n.id) as deliveries
     from notices_notice n
     where n.id < coalesce($1::bigint, 9223372036854775807) ${ofMember} ${isUnsent ? unsent : ''}
     order by n.id desc limit $2`,
    [before, limit, ...(memberId === null ? [] : [memberId])],
  )
}

export type LockedDelivery = {
  state: DeliveryState
  notice: bigint
  memberId: string
  kind: string
  readAt: Date | null
}

/** Nobody sends it and nobody reads it until the transaction ends. */
export async function lockDelivery(tx: Tx, id: string): Promise<LockedDelivery | null> {
  const [row] = await tx.query<LockedDelivery>(
    `select d.state, d.notice, n.member_id as "memberId", n.kind, n.read_at as "readAt"
     from notices_delivery d join notices_notice n on n.id = d.notice where d.id = $1 for update`,
    [id],
  )
  return row ?? null
}

/** Due at once. Its tries go on counting: after a day of them one more is all there is. */
export async function setDueNow(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(
    `update notices_delivery set state = 'due', next_at = $2, ended_at = null
     where id = $1 and state in ('due', 'given-up')`,
    [id, at],
  )
}
