import type { AuditAction } from '@kapao/contract/console/actions'
import type { Queryable } from '../db/db.ts'

export type Actor = `member:${string}` | `operator:${string}` | `system:${string}`

/** Who acts, and in which request. */
export type AuditContext = { actor: Actor; requestId: string }

export type AuditEntry = {
  at: Date
  actor: Actor
  requestId: string
  /** `<room>.<verb>`, such as `settings.set`. */
  action: AuditAction
  /** The changed thing, such as `setting:site.name`. */
  subject: string
  /** Never a password, a code or a token: rows of this table are kept for years. */
  before?: unknown
  after?: unknown
}

/** Records who changed what, in the transaction of the change, so that neither exists without the other. */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  const { at, actor, requestId, action, subject, before, after } = entry
  await tx.query(
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

export type StoredAudit = {
  id: string
  at: Date
  actor: string
  action: string
  subject: string
  requestId: string
  before: unknown
  after: unknown
}

const columns = `id::text, at, actor, action, subject, request_id as "requestId", before, after`

export type AuditFilter = {
  /** A beginning of each, such as `operator:` or `settings.`; null for all. */
  actor: string | null
  action: string | null
  /** Each the whole of one. */
  subjects: readonly string[] | null
  from: Date | null
  to: Date | null
  /** The page continues before this row. */
  before: string | null
  limit: number
}

/** A part of the trail, newest first. What only operators and jobs did is found among millions of members' acts. */
export function auditPage(on: Queryable, filter: AuditFilter): Promise<StoredAudit[]> {
  const { actor, action, subjects, from, to, before, limit } = filter
  const isOfDesk = /^(?:operator|system):/.test(actor ?? '')
  return on.query<StoredAudit>(
    `select ${columns} from core_audit
     where ($1::text is null or starts_with(actor, $1)) and ($2::text is null or starts_with(action, $2))
       and ($3::text[] is null or subject = any ($3)) and ($4::timestamptz is null or at >= $4)
       and ($5::timestamptz is null or at < $5) and ($6::bigint is null or core_audit.id < $6)
       ${isOfDesk ? "and not starts_with(actor, 'member:')" : ''}
     order by core_audit.id desc limit $7`,
    [actor, action, subjects, from, to, before, limit],
  )
}

/** The newest of these acts on a subject, by an operator or a job. */
export async function findLastAct(
  on: Queryable,
  { subject, actions }: { subject: string; actions: readonly string[] },
): Promise<StoredAudit | null> {
  const rows = await on.query<StoredAudit>(
    `select ${columns} from core_audit
     where subject = $1 and not starts_with(actor, 'member:') and action = any ($2)
     order by core_audit.id desc limit 1`,
    [subject, actions],
  )
  return rows[0] ?? null
}

/** What operators and jobs did about one thing, under each of its names, newest first; continues before the act `before`. */
export function listActsAbout(
  on: Queryable,
  { subjects, actions, before, limit }: ActsAbout,
): Promise<StoredAudit[]> {
  return on.query<StoredAudit>(
    `select ${columns} from core_audit
     where subject = any ($1) and not starts_with(actor, 'member:') and action = any ($2)
       and ($3::bigint is null or core_audit.id < $3)
     order by core_audit.id desc limit $4`,
    [subjects, actions, before, limit],
  )
}

type ActsAbout = {
  subjects: readonly string[]
  actions: readonly string[]
  before: string | null
  limit: number
}

/** What an operator's one command has done so far, oldest first. */
export function listActsOf(
  on: Queryable,
  { actor, requestId }: Pick<AuditEntry, 'actor' | 'requestId'>,
): Promise<StoredAudit[]> {
  return on.query<StoredAudit>(
    `select ${columns} from core_audit
     where request_id = $2 and actor = $1 and starts_with(actor, 'operator:') order by core_audit.id limit 20`,
    [actor, requestId],
  )
}

/** The trail as rows that never change, for comparison with a copy kept elsewhere. */
export const auditStream = {
  lastSql: 'select max(id) as last from core_audit',
  pageSql: `select id, jsonb_build_array(id, extract(epoch from at), actor, request_id, action, subject, before, after)::text as line
    from core_audit where id > $1 and id <= $2 order by id limit $3`,
}
