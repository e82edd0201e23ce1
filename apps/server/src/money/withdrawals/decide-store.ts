import { undoSeconds } from '@kapao/contract/console/limits'
import type { RejectionReason } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

/** The database refuses it without the number of different operators that it needs, and before its time. */
export async function setApproved(
  tx: Tx,
  id: string,
  { at, nextAt, undoUntil }: { at: Date; nextAt: Date; undoUntil: Date | null },
): Promise<void> {
  await tx.query(
    `update withdrawals_withdrawal set state = 'approved', approved_at = $2, next_at = $3, undo_until = $4 where id = $1`,
    [id, at, nextAt, undoUntil],
  )
}

/** Its money stays held until the rejection can no longer be undone. */
export async function setRejected(
  tx: Tx,
  id: string,
  rejection: { by: string; reason: RejectionReason; why: string | null; undoUntil: Date },
): Promise<void> {
  const { by, reason, why, undoUntil } = rejection
  await tx.query(
    `update withdrawals_withdrawal
     set state = 'rejected', rejected_by = $2, reason = $3, why = $4, undo_until = $5, next_at = $5 where id = $1`,
    [id, by, reason, why, undoUntil],
  )
}

export async function undoDecision(
  tx: Tx,
  id: string,
  { operator, at }: { operator: string; at: Date },
): Promise<'undone' | 'not-theirs' | 'carried-out'> {
  const [row] = await tx.query<{ outcome: 'undone' | 'not-theirs' | 'carried-out' }>(
    'select withdrawals_undo($1, $2, $3, make_interval(secs => $4)) as outcome',
    [id, operator, at, undoSeconds],
  )
  return row!.outcome
}

/** Returns false when this operator has approved it before. */
export async function insertApproval(
  tx: Tx,
  id: string,
  { operator, at }: { operator: string; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into withdrawals_approval (withdrawal, operator, at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [id, operator, at],
  )
  return rows.length > 0
}

/** An approval; it counts while its operator is not disabled. */
export type Approval = { operator: string; at: Date; counts: boolean }

export function listApprovals(on: Queryable, id: string): Promise<Approval[]> {
  return on.query<Approval>('select operator, at, counts from withdrawals_approvals($1)', [id])
}

/** How many approvals of it count. */
export async function countPeople(on: Queryable, id: string): Promise<number> {
  return (await listApprovals(on, id)).filter(({ counts }) => counts).length
}

type Bounce = {
  id: string
  operation: string
  operator: string
  why: string
  at: Date
}

/** Returns false when it was reported before. */
export async function insertBounce(tx: Tx, bounce: Bounce): Promise<boolean> {
  const { id, operation, operator, why, at } = bounce
  const rows = await tx.query(
    `insert into withdrawals_bounce (withdrawal, operation, operator, why, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [id, operation, operator, why, at],
  )
  return rows.length > 0
}

type Day = { alone: bigint; total: bigint }

/** What went out of a member in the 24 hours before, or is about to, and how much of it without an operator. */
export async function findDay(on: Queryable, memberId: string, at: Date): Promise<Day> {
  const rows = await on.query<Day>('select alone, total from withdrawals_day(array[$1], $2)', [
    memberId,
    at,
  ])
  return rows[0] ?? { alone: 0n, total: 0n }
}
