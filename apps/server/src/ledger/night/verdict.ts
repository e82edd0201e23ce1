import type { Queryable } from '#core/db/db.ts'
import type { Verdict, Violation } from '../verify.ts'

export type KeptVerdict = {
  begunAt: Date
  endedAt: Date
  movements: bigint
  isWhole: boolean
  findings: Violation[]
}

const findingsMax = 50

/** Saves the result of the full check, for reading in the morning. */
export async function keepVerdict(
  on: Queryable,
  { movements, violations }: Verdict,
  { begunAt, endedAt }: { begunAt: Date; endedAt: Date },
): Promise<void> {
  const findings = JSON.stringify(violations.slice(0, findingsMax), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  await on.query(
    `insert into ledger_verdict (begun_at, ended_at, movements, is_whole, findings) values ($1, $2, $3, $4, $5)`,
    [begunAt, endedAt, movements, violations.length === 0, findings],
  )
}

/** The newest; null before the first night. */
export async function findVerdict(on: Queryable): Promise<KeptVerdict | null> {
  const rows = await on.query<KeptVerdict>(
    `select begun_at as "begunAt", ended_at as "endedAt", movements, is_whole as "isWhole", findings
     from ledger_verdict order by id desc limit 1`,
  )
  return rows[0] ?? null
}
