import type { NoticeKind } from '@kapao/contract/notices'
import type { Tx } from '#core/db/db.ts'

export type OverdueWarning = {
  id: bigint
  memberId: string
  kind: NoticeKind
  at: Date
  /** Its member has read it, or a channel has taken it. */
  isTold: boolean
}

/** Takes warnings whose time is over, each once, by the database's clock. */
export function takeOverdue(
  tx: Tx,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<OverdueWarning[]> {
  return tx.query<OverdueWarning>(
    `with taken as (
       update notices_notice n set stage = 'settled'
         from (select id from notices_notice where stage = 'watched' and at < now() - $1 * interval '1 minute'
               order by at, id limit $2 for update skip locked) as mine
         where n.id = mine.id returning n.*)
     select t.id, t.member_id as "memberId", t.kind, t.at,
       t.read_at is not null or exists (select from notices_delivery d where d.notice = t.id and d.state = 'sent') as "isTold"
     from taken t order by t.id`,
    [minutes, limit],
  )
}
