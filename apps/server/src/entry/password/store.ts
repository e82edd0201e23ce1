import type { Queryable } from '#core/db/db.ts'

/** Counts one try and returns the number in the open window, or in the one that this try opens. */
export async function countTry(
  on: Queryable,
  { memberId, at, windowFrom }: { memberId: string; at: Date; windowFrom: Date },
): Promise<number> {
  const rows = await on.query<{ count: number }>(
    `insert into password_try as t (member_id, count, since) values ($1, 1, $2)
     on conflict (member_id) do update
       set count = case when t.since <= $3 then 1 else t.count + 1 end,
           since = case when t.since <= $3 then excluded.since else t.since end
     returning count`,
    [memberId, at, windowFrom],
  )
  return rows[0]!.count
}

export async function forgetTries(on: Queryable, memberId: string): Promise<void> {
  await on.query('delete from password_try where member_id = $1', [memberId])
}
