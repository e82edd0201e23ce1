import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import type { Pictures } from '#core/uploads/pictures/pool.ts'
import type { SuspenseComparison, Settle } from '#outside/arrival.ts'
import type { SlipClient } from '#outside/slips/transfer.ts'
import type { Settings } from '#settings/registry.ts'
import type { StoredArrival } from './store.ts'

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
  compared: SuspenseComparison | null
}

export type SlipTransfer = { bank: string; transRef: string; party: string; money: Money; at: Date }

export type PaidDeposit = {
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
  push: PushTo
  readSettings: () => Promise<Pick<Settings, 'slip.limitMinutes' | 'deposit.accounts'>>
  /** Settles the money as a deposit once, whichever channel reports it; may be called again. */
  settle: Settle
  failpoint: (step: CrashPoint) => unknown
}
