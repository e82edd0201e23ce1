import type { Queryable } from '#core/db/db.ts'

type RequestFields = { kind: string; subject: string; by: string; satang: number }

/** As if one operator had requested it and no confirmation had been needed. */
export async function requestAlone(
  on: Queryable,
  { kind, subject, by, satang }: RequestFields,
): Promise<void> {
  await on.query(
    `insert into confirm_request (kind, subject, what, words, amount, currency, state, asked_by, asked_at)
     values ($1, $2, '{}', '', $4, 'BAHT', 'alone', $3, now())`,
    [kind, subject, `operator:${by}`, satang],
  )
}
