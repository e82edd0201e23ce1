import type { Queryable, Tx } from '#core/db/db.ts'

/** The last movement that each check has covered. */
export async function listCheckProgress(on: Queryable): Promise<Map<string, bigint>> {
  const rows = await on.query<{ question: string; upto: bigint }>(
    'select question, upto from ledger_asked',
  )
  return new Map(rows.map(({ question, upto }) => [question, upto]))
}

/** The same for one check; keeps others from running it until the transaction ends. */
export async function lockCheckProgress(tx: Tx, question: string, at: Date): Promise<bigint> {
  await tx.query(
    'insert into ledger_asked (question, asked_at) values ($1, $2) on conflict (question) do nothing',
    [question, at],
  )
  const [row] = await tx.query<{ upto: bigint }>(
    'select upto from ledger_asked where question = $1 for update',
    [question],
  )
  return row!.upto
}

export async function saveCheckProgress(
  tx: Tx,
  question: string,
  { upto, at }: { upto: bigint; at: Date },
): Promise<void> {
  await tx.query('update ledger_asked set upto = $2, asked_at = $3 where question = $1', [
    question,
    upto,
    at,
  ])
}

/** The last id of a span before its first movement that is younger than an instant. */
export async function batchEnd(
  on: Queryable,
  { after, upto, notAfter }: { after: bigint; upto: bigint; notAfter: Date },
): Promise<bigint> {
  const [row] = await on.query<{ upto: bigint | null }>(
    'select min(id) - 1 as upto from ledger_movement where id > $1 and id <= $2 and created_at > $3',
    [after, upto, notAfter],
  )
  return row?.upto ?? upto
}
