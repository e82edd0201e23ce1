import type { Queryable, Tx } from '#core/db/db.ts'
import { lockMember } from '#records/statement/store.ts'
import type { Withdrawal } from './store.ts'

/** Callers that decide by it must hold the member's statement lock, so that no withdrawal begins meanwhile. */
export async function hasOpen(on: Queryable, memberId: string): Promise<boolean> {
  const rows = await on.query(
    `select 1 from withdrawals_withdrawal
     where member_id = $1 and state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception')`,
    [memberId],
  )
  return rows.length > 0
}

/** Locks the member's statement first, so that no withdrawal begins meanwhile. */
export async function withdrawalIsOpen(tx: Tx, memberId: string): Promise<boolean> {
  await lockMember(tx, memberId)
  return hasOpen(tx, memberId)
}

/** The newest one of a member that has held money, after a row of the statement. */
export async function findHeldAfter(
  on: Queryable,
  memberId: string,
  statementSeq: bigint,
): Promise<Pick<Withdrawal, 'id' | 'amount' | 'state'> | null> {
  const rows = await on.query<Pick<Withdrawal, 'id' | 'amount' | 'state'>>(
    `select id, amount, state from withdrawals_withdrawal
     where member_id = $1 and statement_seq > $2 and state not in ('sweeping', 'failed') order by statement_seq desc limit 1`,
    [memberId, statementSeq],
  )
  return rows[0] ?? null
}

/** Whether the member has withdrawn money since an instant, or is about to. */
export async function hasWithdrawnSince(
  on: Queryable,
  memberId: string,
  since: Date,
): Promise<boolean> {
  const rows = await on.query(
    `select 1 from withdrawals_withdrawal
     where member_id = $1 and created_at >= $2 and state not in ('returned', 'failed') limit 1`,
    [memberId, since],
  )
  return rows.length > 0
}

/** Which of these members has held money for a withdrawal since an instant, after a row of their statement. */
export async function listWhoWithdrew(
  on: Queryable,
  members: readonly { memberId: string; statementSeq: bigint }[],
  since: Date,
): Promise<string[]> {
  const rows = await on.query<{ memberId: string }>(
    `select asked.member as "memberId" from unnest($1::text[], $2::bigint[]) as asked (member, seq)
     where exists (select from withdrawals_withdrawal w
       where w.member_id = asked.member and w.created_at >= $3 and w.statement_seq > asked.seq
         and w.state not in ('sweeping', 'failed'))`,
    [
      members.map(({ memberId }) => memberId),
      members.map(({ statementSeq }) => statementSeq),
      since,
    ],
  )
  return rows.map(({ memberId }) => memberId)
}
