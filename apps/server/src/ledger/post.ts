import type { Money } from '@kapao/contract/money'
import type { Tx } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { plainArray } from '#core/db/sql-arrays.ts'
import type { Account } from './accounts.ts'
import { accountArrays } from './arrays.ts'

/** Why money moves; the same list as the database's `ledger_kind`. */
export type MovementKind =
  | 'opening'
  | 'deposit'
  | 'suspense'
  | 'suspense_release'
  | 'transfer_hold'
  | 'transfer_settle'
  | 'transfer_return'
  | 'withdrawal_hold'
  | 'withdrawal_paid'
  | 'withdrawal_return'
  | 'play_result'
  | 'bonus'
  | 'promotion'
  | 'invite'
  | 'refund'
  | 'prize'
  | 'forfeit'
  | 'coin_grant'
  | 'coin_spend'
  | 'correction'

export type Movement = {
  /** Chosen before anything happens and the same on every retry; `leg(operation, n)` makes one. */
  idem: string
  /** The payer's account. */
  debit: Account
  /** The receiver's account. */
  credit: Account
  money: Money
  kind: MovementKind
  ref?: string
  /** Adjacent movements with the same number succeed or fail together. */
  group?: number
  /** The seq that the account must still have, meaning that it has not moved since it was read. */
  expectDebitSeq?: bigint
  expectCreditSeq?: bigint
  /** The movement that this one reverses, in full and once. */
  reverses?: string
}

/** The statuses of `ledger_apply`, by number. */
export const outcomes = [
  'done',
  'replayed',
  'reused',
  'short',
  'no_account',
  'mismatch',
  'moved',
  'linked',
  'busy',
  'invalid',
] as const
export type Outcome = (typeof outcomes)[number]

export type PostResult = {
  outcome: Outcome
  debitSeq: bigint
  debitBalance: bigint
  creditSeq: bigint
  creditBalance: bigint
}

type ApplyRow = {
  o_status: number[] | null
  o_debit_seq: bigint[]
  o_debit_balance: bigint[]
  o_credit_seq: bigint[]
  o_credit_balance: bigint[]
}

const applySql = `select * from ledger_apply(
  p_member => $1, p_house => $2, p_idem => $3, p_debit => $4, p_credit => $5, p_amount => $6,
  p_kind => $7::ledger_kind[], p_at => $8, p_ref => $9, p_group => $10, p_expect_debit => $11,
  p_expect_credit => $12, p_reverses => $13)`

/**
 * Moves money, and answers the outcome of each movement. A movement whose id was posted before changes nothing and
 * answers the earlier result. Must be the last locking statement of its transaction.
 */
export async function post(
  tx: Tx,
  at: Date,
  movements: readonly Movement[],
): Promise<PostResult[]> {
  if (movements.length === 0) return []
  if (movements.some(currenciesDiffer))
    throw new Error('a movement has one currency, that of both its accounts')
  const accounts = accountArrays(movements.flatMap(({ debit, credit }) => [debit, credit]))
  const has = (name: keyof Movement) => movements.some((one) => one[name] !== undefined)
  const [applied] = await tx.query<ApplyRow>(applySql, [
    plainArray(accounts.members),
    plainArray(accounts.houses),
    plainArray(movements.map((one) => one.idem)),
    plainArray(movements.map((one) => accounts.positionOf(one.debit))),
    plainArray(movements.map((one) => accounts.positionOf(one.credit))),
    plainArray(movements.map((one) => one.money.amount)),
    plainArray(movements.map((one) => one.kind)),
    at,
    has('ref') ? movements.map((one) => one.ref ?? '') : null,
    has('group') ? plainArray(numberGroups(movements)) : null,
    has('expectDebitSeq') ? movements.map((one) => one.expectDebitSeq ?? null) : null,
    has('expectCreditSeq') ? movements.map((one) => one.expectCreditSeq ?? null) : null,
    has('reverses') ? movements.map((one) => one.reverses ?? null) : null,
  ])
  return movements.map((_, at) => ({
    outcome: outcomes[applied!.o_status![at]!]!,
    debitSeq: applied!.o_debit_seq[at]!,
    debitBalance: applied!.o_debit_balance[at]!,
    creditSeq: applied!.o_credit_seq[at]!,
    creditBalance: applied!.o_credit_balance[at]!,
  }))
}

/**
 * Like `post`, for operations that need every movement: any other outcome throws, so that the transaction rolls back.
 */
export async function postAll(
  tx: Tx,
  at: Date,
  movements: readonly Movement[],
): Promise<PostResult[]> {
  const posted = await post(tx, at, movements)
  for (const { outcome } of posted) {
    if (outcome === 'short') throw new Refused('MONEY_NOT_ENOUGH')
    if (outcome === 'reused') throw new Refused('KEY_REUSED')
  }
  const failed = posted.find(({ outcome }) => outcome !== 'done' && outcome !== 'replayed')
  if (failed) throw new Error(`a movement was not accepted: ${failed.outcome}`)
  return posted
}

/** Where an operation's id ends and the number of its movement begins. */
const legAt = 34

/** The id of the n-th movement of an operation (`ledger_leg` in the database has the same rule). */
export function leg(operation: string, n: number): string {
  if (!Number.isInteger(n) || n < 0 || n > 255) throw new Error('an operation has at most 256 legs')
  return operation.slice(0, legAt) + n.toString(16).padStart(2, '0')
}

/** Whether a movement is a leg of an operation. */
export function isLegOf(idem: string, operation: string): boolean {
  return idem.slice(0, legAt) === operation.slice(0, legAt)
}

function currenciesDiffer({ debit, credit, money }: Movement): boolean {
  return debit.currency !== money.currency || credit.currency !== money.currency
}

/** A movement without a group is alone: each gets a unique number. */
function numberGroups(movements: readonly Movement[]): number[] {
  return movements.map((one, at) => one.group ?? -1 - at)
}
