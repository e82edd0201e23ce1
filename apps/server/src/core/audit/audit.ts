import { insertAudit } from './audit-store.ts'
import type { Queryable } from '../db/db.ts'

export type Actor = `member:${string}` | `operator:${string}` | `system:${string}`

export type AuditEntry = {
  at: Date
  actor: Actor
  requestId: string
  /** `<module>.<verb>`, such as `settings.set`. */
  action: `${string}.${string}`
  /** What was changed, such as `setting:site.name`. */
  subject: string
  /** Never a password, a code or a token: this table is kept for years. */
  before?: unknown
  after?: unknown
}

/** Writes who changed what, in the transaction of the change, so that neither exists without the other. */
export function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  return insertAudit(tx, entry)
}
