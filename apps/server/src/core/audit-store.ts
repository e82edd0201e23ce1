import type { Queryable } from './db.ts'
import type { AuditEntry } from './audit.ts'

export async function insertAudit(on: Queryable, entry: AuditEntry): Promise<void> {
  const { at, actor, requestId, action, subject, before, after } = entry
  await on.query(
    `insert into core_audit (at, actor, request_id, action, subject, before, after)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [at, actor, requestId, action, subject, asJson(before), asJson(after)],
  )
}

function asJson(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  )
}
