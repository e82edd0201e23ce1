import type { NoticeKind } from '@kapao/contract/notices'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { NoticeAbout } from './texts.ts'

export type Notice = {
  id: bigint
  memberId: string
  kind: NoticeKind
  about: NoticeAbout
  at: Date
  readAt: Date | null
}

/**
 * Keeps for a member what happened to their account, in the transaction of the event, once for its key. Notices of money
 * and of operators' acts are kept by triggers (`note.sql`).
 */
export async function noteNotice(
  tx: Tx,
  { memberId, kind, key }: { memberId: string; kind: NoticeKind; key: string },
): Promise<void> {
  await tx.query(`select notices_note($1, $2::notices_kind, $3, '{}')`, [
    memberId,
    kind,
    `${kind} ${key}`,
  ])
}

export const noticeColumns = `id, member_id as "memberId", kind, about, at, read_at as "readAt"`

/** The count stops here: no page shows a higher number. */
const unreadMax = 99

export async function countUnread(
  on: Queryable,
  memberId: string,
  kinds: readonly NoticeKind[],
): Promise<number> {
  const [row] = await on.query<{ count: number }>(
    `select count(*)::int as count from (
       select from notices_notice where member_id = $1 and read_at is null and kind = any ($2::notices_kind[]) limit $3) as counted`,
    [memberId, [...kinds], unreadMax],
  )
  return row!.count
}

/** The oldest one of these kinds that its member has not read. */
export async function findUnread(
  on: Queryable,
  memberId: string,
  kinds: readonly NoticeKind[],
): Promise<Notice | null> {
  const [row] = await on.query<Notice>(
    `select ${noticeColumns} from notices_notice
     where member_id = $1 and read_at is null and kind = any ($2::notices_kind[]) order by id limit 1`,
    [memberId, [...kinds]],
  )
  return row ?? null
}

/** Newest first, below a number. */
export function listNotices(
  on: Queryable,
  memberId: string,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<Notice[]> {
  return on.query<Notice>(
    `select ${noticeColumns} from notices_notice
     where member_id = $1 and id < coalesce($2::bigint, 9223372036854775807) order by id desc limit $3`,
    [memberId, before, limit],
  )
}

export async function setRead(
  on: Queryable,
  memberId: string,
  { upto, at }: { upto: bigint; at: Date },
): Promise<void> {
  await on.query(
    'update notices_notice set read_at = $3 where member_id = $1 and id <= $2 and read_at is null',
    [memberId, upto, at],
  )
}

/** A member who has read the talk has read that it was answered. */
export async function setTalkRead(on: Queryable, memberId: string, at: Date): Promise<void> {
  await on.query(
    `update notices_notice set read_at = $2 where member_id = $1 and kind = 'talk.answered' and read_at is null`,
    [memberId, at],
  )
}

/** For a made-up past. */
export async function deleteNotices(on: Queryable, memberId: string): Promise<void> {
  await on.query('delete from notices_notice where member_id = $1', [memberId])
}

/** Removes what nothing more is to be done about; returns how many. */
export async function deleteOld(
  on: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const rows = await on.query(
    `delete from notices_notice where id in (
       select id from notices_notice where at < now() - $1 * interval '1 day' and stage = 'settled' limit $2) returning 1`,
    [days, limit],
  )
  return rows.length
}
