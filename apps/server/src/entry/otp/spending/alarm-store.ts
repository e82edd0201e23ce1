import type { Queryable } from '#core/db/db.ts'

/** Counts the messages that were or may have been paid for, in one window of equal length from each start. */
export async function countSent(
  on: Queryable,
  starts: readonly Date[],
  ms: number,
): Promise<number[]> {
  const rows = await on.query<{ count: bigint }>(
    `select count(c.created_at) as count
     from unnest($1::timestamptz[]) with ordinality as u (start, place)
     left join otp_code c on c.created_at >= u.start and c.created_at < u.start + $2 * interval '1 millisecond'
       and not c.decoy and c.state <> 'failed'
     group by u.place order by u.place`,
    [starts, ms],
  )
  return rows.map(({ count }) => Number(count))
}

/** When the first message that is still kept was sent; null if there is none. */
export async function findFirstSentAt(on: Queryable): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>('select min(created_at) as at from otp_code')
  return row?.at ?? null
}

export type Alarm = { hour: Date; sent: number; usual: number; at: Date }

/** Returns false when this hour already has its alarm. */
export async function insertAlarm(
  on: Queryable,
  { hour, sent, usual, at }: Alarm,
): Promise<boolean> {
  const rows = await on.query(
    `insert into otp_alarm (hour, sent, usual, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [hour, sent, usual, at],
  )
  return rows.length > 0
}

export async function deleteAlarmsBefore(on: Queryable, at: Date): Promise<void> {
  await on.query('delete from otp_alarm where hour < $1', [at])
}
