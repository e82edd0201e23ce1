import type { SlipReason } from '@kapao/contract/refusals'
import type { Currency } from '@kapao/contract/money'
import type { HeldBecause } from '@kapao/contract/statement'

type Kind = 'deposit' | 'withdraw' | 'transfer' | 'bonus'

/** Texts of the statement, its receipts and the slips; fetched with them. */
export type StatementText = {
  slipReasons: Record<SlipReason, string>
  title: string
  filters: { label: string; all: string } & Record<Kind, string>
  days: {
    title: string
    lead: string
    in: string
    out: string
    nothing: string
    day: (day: string, cameIn: string, wentOut: string) => string
  }
  activities: {
    deposit: (from: string) => string
    withdraw: (to: string) => string
    transfer: (from: string, to: string) => string
    bonus: string
    finish_bonus: string
    correction: string
  }
  status: { SUCCESS: string; FAILED: string; PENDING: string }
  today: string
  yesterday: string
  /** What the wallet held after a row, as a column of a table is named. */
  balance: string
  receiptOf: (activity: string) => string
  empty: string
  emptyKind: string
  failed: string
  stale: string
  older: string
  newer: string
  keep: KeepText
  receipt: ReceiptText
  proof: ProofText
  slips: SlipsText
}

export type KeepText = {
  title: string
  csv: string
  print: string
  working: string
  failed: string
  cut: (rows: string) => string
  columns: {
    number: string
    when: string
    activity: string
    status: string
    amount: string
    currency: string
    effect: string
    reference: string
  }
  fileName: string
  owner: (name: string) => string
  made: (when: string) => string
  sum: string
  back: string
  units: Record<Currency, string>
}

/** What an account of the books is to a member. */
export type AccountNames = {
  wallet: string
  coin: string
  transfer: string
  withdrawal: string
  bank: string
  gateway: string
  giftlink: string
  payout: string
  provider: (game: string) => string
  suspense: string
  reward: string
  forfeit: string
  other: string
}

export type ReceiptText = {
  title: string
  before: string
  after: string
  when: string
  number: string
  reference: string
  from: string
  to: string
  why: string
  movements: string
  /** Of a deposit that is here, and why it is not in the wallet. */
  held: Record<HeldBecause, string>
  ask: string
  nothingYet: string
  nothingMoved: string
  failed: string
  step: (from: string, to: string) => string
  steps: {
    came: string
    heldBack: string
    aside: string
    done: string
    back: string
    given: string
    takenBack: string
    other: string
  }
  accounts: AccountNames
}

export type ProofText = {
  title: string
  lead: string
  tonight: string
  check: string
  checking: string
  proven: (movements: number, seals: string, when: string) => string
  means: string
  partly: (open: number) => string
  broken: string
  brokenWhy: { path: string; root: string; chain: string; range: string; shown: string }
  unreachable: string
  seal: (no: string, when: string) => string
  details: string
}

export type SlipsText = {
  open: string
  title: string
  refresh: string
  columns: { when: string; amount: string; status: string; picture: string }
  unread: string
  view: string
  viewOf: (when: string) => string
  blocked: string
  goThere: string
  noPicture: string
  empty: string
  failed: string
}
