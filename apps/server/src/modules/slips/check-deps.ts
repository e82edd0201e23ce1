import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import type { Pictures } from '#core/uploads/pictures/pool.ts'
import type { Compared } from '#outside/arrival.ts'
import type { SlipClient } from '#outside/slips/transfer.ts'
import type { HouseAccount, Registered } from './judging/judge.ts'
import type { Slip, StoredArrival } from './store.ts'

/** What the deposits are told of money that a slip proves. */
export type SlipMoney = {
  slipId: string
  /** Who sent it; null where only the code on the picture tells. */
  bank: string | null
  transRef: string
  memberId: string
  /** Why it is not the member's, though it is ours; null credits it. */
  hold: 'unknown-payer' | 'late' | 'review' | null
  money: Money
  arrival: StoredArrival
  /** What lies in suspense for nobody and is this money, where the member has been compared with what is known of its payer. */
  compared: Compared | null
}

/** A member whom a bank's telling of a payer may mean. */
export type PayerOf = {
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
  /** Whose it is by now. */
  memberId: string | null
  why: string | null
}

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
  /** Members whose account ends so, at one bank or at any. */
  findPayers: (wanted: { bank: string | null; tail: string }) => Promise<readonly PayerOf[]>
  /** Nobody's money in suspense that is the money of a slip, and what was told of its payer. */
  findUnplaced: (money: SlipMoney) => Promise<Compared | null>
  /** Of the deposits: takes the money in once, whoever else has seen it; may be called again. */
  pay: (money: SlipMoney) => Promise<Paid>
  partyOf: (account: HouseAccount) => string
  /** Whether money of this name has come to an account of ours, as whoever watches it has told. */
  isInBooks: (transfer: Named) => Promise<boolean>
  /** Tells the member's pages that a slip has come to its end without being credited. */
  tellRefused: (slip: Slip) => void
  passStep: (step: string) => unknown
}
