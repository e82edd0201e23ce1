import type { Queryable } from '#core/db.ts'
import { columns, type Held } from '../store.ts'

/** Those that have ended since an instant without all that they left being the member's: given up, or paid up to a most. */
export function listLostSince(on: Queryable, memberId: string, since: Date): Promise<Held[]> {
  return on.query<Held>(
    `select ${columns} from bonus_held where member_id = $1 and state = 'ended' and ended_at >= $2
       and (ended_by <> 'withdrawn' or withdraw_max is not null)`,
    [memberId, since],
  )
}

/** Of everybody, those that ended between two instants and of which games may still owe something; by their ids, after one. */
export function listEndedBetween(
  on: Queryable,
  { from, to, after, limit }: { from: Date; to: Date; after: string; limit: number },
): Promise<Held[]> {
  return on.query<Held>(
    `select ${columns} from bonus_held where state = 'ended' and ended_at > $1 and ended_at <= $2
       and (ended_by <> 'withdrawn' or withdraw_max is not null or terms ->> 'kind' = 'turnover') and ($3 = '' or id > nullif($3, '')::uuid)
     order by id limit $4`,
    [from, to, after, limit],
  )
}

/** Those on stakes that were met and withdrawn from since an instant, with no most to it: what was left was the member's. */
export function listPlayedSince(on: Queryable, memberId: string, since: Date): Promise<Held[]> {
  return on.query<Held>(
    `select ${columns} from bonus_held where member_id = $1 and state = 'ended' and ended_at >= $2
       and ended_by = 'withdrawn' and withdraw_max is null and terms ->> 'kind' = 'turnover'
     order by created_at`,
    [memberId, since],
  )
}
