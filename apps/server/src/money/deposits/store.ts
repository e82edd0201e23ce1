import type { Currency } from '@kapao/contract/money'
import type { HoldReason } from '@kapao/contract/statement'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Arrival, Channel, DepositState, SuspenseReason } from '#outside/arrival.ts'

export type Deposit = {
  id: string
  houseKind: Arrival['house']['kind']
  houseParty: string
  amount: bigint
  currency: Currency
  state: DepositState
  memberId: string | null
  why: SuspenseReason | null
  firstChannel: Channel
  from: string
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
  paidAt: Date
  coins: bigint
  statementSeq: bigint | null
  statementId: string | null
  createdAt: Date
  settledAt: Date | null
  note: string | null
  /** Who refused it, why, and until when that can be undone. */
  refusedBy: Actor | null
  refusedWhy: string | null
  undoUntil: Date | null
  /** Who has sent it back to its payer; without a reference nothing was to be sent. */
  sentAt: Date | null
  sentBy: Actor | null
  sentReference: string | null
}

export const depositColumns = `id, house_kind as "houseKind", house_party as "houseParty", amount, currency, state, member_id as "memberId", why,
  first_channel as "firstChannel", from_place as "from", payer_bank as "payerBank", payer_account as "payerAccount",
  payer_name as "payerName", paid_at as "paidAt", coins, statement_seq as "statementSeq", statement_id as "statementId",
  created_at as "createdAt", settled_at as "settledAt", note,
  refused_by as "refusedBy", refused_why as "refusedWhy", undo_until as "undoUntil",
  sent_at as "sentAt", sent_by as "sentBy", sent_reference as "sentReference"`

export async function findDeposit(on: Queryable, id: string): Promise<Deposit | null> {
  const rows = await on.query<Deposit>(
    `select ${depositColumns} from deposits_deposit where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Locks the row of a deposit after the lock that every similar arrival takes. */
export async function lockDeposit(
  tx: Queryable,
  { id, turn }: { id: string; turn: number },
): Promise<Deposit | null> {
  await tx.query('select from deposits_lock where no = $1 for no key update', [turn])
  const rows = await tx.query<Deposit>(
    `select ${depositColumns} from deposits_deposit where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

/** Whether this deposit is money that was taken out of a wallet, under its new id. */
export async function wasTakenBack(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(
    `select 1 from deposits_report where deposit = $1 and channel = 'manual' and event_id like 'taken:%'`,
    [id],
  )
  return rows.length > 0
}

/** Callers must hold the deposit's own lock; throws if it is in no wallet any more. */
export async function setTaken(
  tx: Queryable,
  taken: { id: string; operation: string; again: string | null; note: string; at: Date },
): Promise<void> {
  const { id, operation, again, note, at } = taken
  await tx.query('select deposits_take_back($1, $2, $3, $4, $5)', [id, operation, again, note, at])
}

/** Suspended deposits, oldest first; optionally only with this reason, or of this member. */
export function listSuspended(
  on: Queryable,
  { why, memberId, limit }: { why?: SuspenseReason; memberId?: string; limit: number },
): Promise<Deposit[]> {
  return on.query<Deposit>(
    `select ${depositColumns} from deposits_deposit
     where state = 'suspended' and ($1::text is null or why::text = $1) and ($2::text is null or member_id = $2)
     order by created_at, id limit $3`,
    [why ?? null, memberId ?? null, limit],
  )
}

/** What each deposit of a member in suspense waits for, as the member may know it, by the row of the statement. */
export async function listHeld(
  on: Queryable,
  memberId: string,
): Promise<ReadonlyMap<string, HoldReason>> {
  const found = await listSuspended(on, { memberId, limit: heldMax })
  return new Map(found.map(({ id, statementId, why }) => [statementId ?? id, heldBecause(why)]))
}

/** More than any member has; rows beyond it would have no reason. */
const heldMax = 200

/** What a deposit in suspense waits for, as its member may know it. */
export function heldBecause(why: SuspenseReason | null): HoldReason {
  if (why === 'wrong-payer') return 'PAYER'
  return why === 'bonus' ? 'BONUS' : 'CHECK'
}

/** Members whose deposits wait for the end of their bonus or for them to be active again. By id, after one. */
export async function listWaiting(
  on: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await on.query<{ memberId: string }>(
    `select distinct member_id as "memberId" from deposits_deposit
     where state = 'suspended' and why in ('bonus', 'inactive') and member_id > $1 order by 1 limit $2`,
    [after, limit],
  )
  return rows.map(({ memberId }) => memberId)
}

/**
 * Deposits that waited because they might have been credited already, or rested on a message alone, and are certain
 * by now, oldest first.
 */
export function listCertain(on: Queryable, limit: number): Promise<Deposit[]> {
  return on.query<Deposit>(`select ${depositColumns} from deposits_certain($1)`, [limit])
}
