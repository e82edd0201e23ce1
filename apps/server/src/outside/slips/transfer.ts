import type { Money } from '@kapao/contract/money'

/** One side of a transfer as a bank prints it on a slip: names are cut off, accounts are masked. */
export type Side = {
  /** The Bank of Thailand's number of the bank, such as 004; a Lao bank's own code. */
  bank: string | null
  names: readonly string[]
  /**
   * As shown, such as xxx-x-x5678-9; null where only a proxy is shown (a phone, an id), which says nothing about an
   * account.
   */
  account: string | null
}

export type BankTransfer = {
  reference: string
  sender: Side
  receiver: Side
  money: Money
  at: Date
}

/**
 * `none`: there is no such transfer, or the code is of no transfer. `elsewhere`: by their answer it was not paid to us.
 * `later`: the bank does not know yet. `unknown`: outcome unknown, and it is asked again; `ours` when it will not
 * improve before someone pays for or sets up an account.
 */
export type SlipCheck =
  | { outcome: 'transfer'; transfer: BankTransfer }
  | { outcome: 'none' | 'elsewhere' | 'captcha'; why: string }
  | { outcome: 'later'; why: string; delayMs: number }
  | { outcome: 'unknown'; why: string; ours: boolean }

export type SlipClient = {
  /** Asks what the bank knows about a slip's code, in a member's slot. Changes nothing; may be repeated. */
  check: (payload: string, owner: string) => Promise<SlipCheck>
}
