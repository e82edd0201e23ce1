import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import type { Pictures } from '#core/uploads/pictures/pool.ts'
import type { Compared } from '#outside/arrival.ts'
import type { PaidFrom } from '#outside/bank/payer.ts'
import type { SlipClient } from '#outside/slips/transfer.ts'
import type { HouseAccount, Registered } from './judging/judge.ts'
import type { Slip, StoredArrival } from './store.ts'

/** The money that a slip proves, as reported to the deposits. */
export type SlipMoney = {
  slipId: string
  /** The sending bank; null if only the code on the picture names it. */
  bank: string | null
  transRef: string
  memberId: string
  /** Why the money, though received, is not credited to the member; null credits it. */
  hold: 'unknown-payer' | 'late' | 'review' | null
  money: Money
  arrival: StoredArrival
  /**
   * The matching deposit that lies unassigned in suspense, if this slip's member has been compared with what is known
   * of its payer.
   */
  compared: Compared | null
}

/** A member whose account may be the payer's. */
export type PayerCandidate = {
  id: string
  currency: string
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
}

export type Named = { bank: string; transRef: string; party: string; money: Money; at: Date }

export type Paid = {
  state: 'credited' | 'suspended' | 'returned'
  depositId: string
  /** The member who owns the deposit now. */
  memberId: string | null
  why: string | null
}

export type SlipEnd = 'SUCCESS' | 'FAILED'

export type CheckDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  folder: UploadFolder
  pictures: Pictures
  service: SlipClient
  readSettings: () => Promise<{ 'slip.limitMinutes': number }>
  listHouseAccounts: () => Promise<readonly HouseAccount[]>
  findMember: (on: Queryable, id: string) => Promise<Registered | null>
  /** Members whose account number ends in `tail`, at one bank or at any. */
  /** Those of these members who have been credited with money from what is shown of this payer. */
  findPaidBefore: (members: readonly string[], from: PaidFrom) => Promise<readonly string[]>
  findPayers: (wanted: { bank: string | null; tail: string }) => Promise<readonly PayerCandidate[]>
  /** An unassigned deposit in suspense that is the money of a slip, and what was reported of its payer. */
  findUnplaced: (money: SlipMoney) => Promise<Compared | null>
  /** Settles the money as a deposit once, whichever channel reports it; may be called again. */
  pay: (money: SlipMoney) => Promise<Paid>
  /** Whether a deposit with this reference is booked at one of the operator's accounts. */
  isInBooks: (transfer: Named) => Promise<boolean>
  /** Notifies the member's pages that a slip has ended. */
  notifyEnded: (slip: Slip, status: SlipEnd) => void
  failpoint: (step: string) => unknown
}
