import type { Queryable } from '#core/db/db.ts'
import type { OwnAccount } from './own-accounts.ts'

/** A deposit first reported by a signed message, which no second source has shown yet. */
export type UnprovenDeposit = {
  id: string
  channel: 'bank' | 'sms'
  party: string
  amount: bigint
  currency: OwnAccount['currency']
  memberId: string | null
  paidAt: Date
  reportedAt: Date
  isCredited: boolean
  deniedAt: Date | null
}

export const unprovenColumns = `id, channel, party, amount, currency, member_id as "memberId", paid_at as "paidAt", reported_at as "reportedAt",
  denied_at as "deniedAt", is_credited as "isCredited"`

const openMax = 500

/** The deposits of one account that the statement may still show. */
export function listOpenDeposits(on: Queryable, party: string): Promise<UnprovenDeposit[]> {
  return on.query<UnprovenDeposit>(
    `select ${unprovenColumns} from bankfeed_open where party = $1 order by reported_at desc, id limit $2`,
    [party, openMax],
  )
}

/** Accounts with unproven deposits reported since then. */
export function listFreshParties(
  on: Queryable,
  since: Date,
): Promise<Pick<UnprovenDeposit, 'party' | 'currency'>[]> {
  return on.query(
    'select distinct on (party) party, currency from bankfeed_open where reported_at >= $1 order by party',
    [since],
  )
}

/**
 * Deposits credited on a message alone or waiting for the second source, reported in this time; those denied before
 * come last. Deposits that wait for another reason are handled by operators anyway.
 */
export function listDueProofs(
  on: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<UnprovenDeposit[]> {
  return on.query<UnprovenDeposit>(
    `select ${unprovenColumns} from bankfeed_open where is_asked and reported_at >= $1 and reported_at < $2
     order by denied_at is not null, reported_at, id limit $3`,
    [from, to, openMax],
  )
}

/** For operators: all deposits credited on a message alone or waiting for their bank, oldest first. */
export function listUnproven(on: Queryable, limit: number): Promise<UnprovenDeposit[]> {
  return on.query<UnprovenDeposit>(
    `select ${unprovenColumns} from bankfeed_open where is_asked order by reported_at, id limit $1`,
    [limit],
  )
}

/** True if it was not shown before; a line of a statement shows one deposit. */
export async function setShown(
  on: Queryable,
  { id, by, at }: { id: string; by: string; at: Date },
): Promise<boolean> {
  const [row] = await on.query<{ isNew: boolean }>('select bankfeed_show($1, $2, $3) as "isNew"', [
    id,
    by,
    at,
  ])
  return row!.isNew
}

/** The second source was asked and does not know the deposit. True the first time. */
export async function setDenied(on: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await on.query(
    `update bankfeed_claim set denied_at = $2
     where deposit = $1 and denied_at is null and shown_at is null and decided_at is null returning 1`,
    [id, at],
  )
  return rows.length > 0
}

/** Whether the bank shows money that may be this deposit, so that no secret is to be doubted for it. */
export async function isInDoubt(on: Queryable, id: string): Promise<boolean> {
  const [row] = await on.query<{ isInDoubt: boolean }>(
    'select bankfeed_in_doubt($1) as "isInDoubt"',
    [id],
  )
  return row?.isInDoubt ?? false
}

/** Whether a member has been credited with a deposit that the bank does not show yet. */
export async function hasUnshown(on: Queryable, memberId: string): Promise<boolean> {
  const [row] = await on.query<{ has: boolean }>('select bankfeed_unproven($1) as has', [memberId])
  return row!.has
}

/** Whether a bank statement could have shown a deposit that only a message reported, and has not. */
export async function isAskable(on: Queryable, deposit: string): Promise<boolean> {
  const rows = await on.query(
    'select from bankfeed_claim where deposit = $1 and not is_blind and shown_at is null',
    [deposit],
  )
  return rows.length > 0
}
