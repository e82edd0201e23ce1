import type { Queryable } from '#core/db/db.ts'
import type { AuditContext } from '#core/audit/audit-store.ts'

/** Why nothing is sent to bank accounts. */
export type Stop = {
  id: bigint
  /** Null for everybody. */
  memberId: string | null
  findings: string[]
  why: string
  stoppedBy: string
  stoppedAt: Date
}

const columns = `id, member_id as "memberId", findings, why, stopped_by as "stoppedBy", stopped_at as "stoppedAt"`
const shownMax = 50

/** What is stopped now; the stop of everybody first. */
export function listStops(on: Queryable): Promise<Stop[]> {
  return on.query<Stop>(
    `select ${columns} from payouts_stop where ended_at is null
     order by (member_id is not null), id limit ${shownMax}`,
  )
}

export async function findStop(on: Queryable, id: bigint): Promise<Stop | null> {
  const rows = await on.query<Stop>(
    `select ${columns} from payouts_stop where id = $1 and ended_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** Whether nothing of this member may be sent to a bank account. */
export async function isStopped(on: Queryable, memberId: string): Promise<boolean> {
  const [row] = await on.query<{ stopped: boolean }>('select payouts_is_stopped($1) as stopped', [
    memberId,
  ])
  return row!.stopped
}

/** Everything that was ever found, whether payouts go on or not. */
export async function listFindings(on: Queryable): Promise<string[]> {
  const rows = await on.query<{ one: string }>(
    'select distinct unnest(findings) as one from payouts_stop',
  )
  return rows.map(({ one }) => one)
}

type StopAct = AuditContext & {
  memberId: string | null
  findings: readonly string[]
  why: string
  at: Date
}

/** The id of the new stop; null where it stood before, or where two people have let these findings go on. */
export async function insertStop(tx: Queryable, act: StopAct): Promise<bigint | null> {
  const [row] = await tx.query<{ id: bigint | null }>(
    'select payouts_stop($1, $2::text[], $3, $4, $5, $6) as id',
    [act.memberId, act.findings, act.why, act.actor, act.requestId, act.at],
  )
  return row!.id
}

type Resume = AuditContext & { id: bigint; findings: number; why: string; at: Date }

export async function endStop(tx: Queryable, act: Resume): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(
    'select payouts_resume($1, $2, $3, $4, $5, $6) as done',
    [act.id, act.findings, act.why, act.actor, act.requestId, act.at],
  )
  return row!.done
}
