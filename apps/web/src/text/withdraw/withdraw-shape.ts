import type { WithdrawalReason } from '@kapao/contract/limits'
import type { WithdrawalStage } from '@kapao/contract/withdrawals'

/** Texts of money on its way to the member's bank account. */
export type WithdrawText = {
  title: string
  total: string
  places: string
  gathered: string
  amount: string
  all: string
  limits: (min: string, max: string) => string
  left: (amount: string) => string
  short: string
  kept: (amount: string, toPlay: string) => string
  /** Of a bonus under whose condition the money is. */
  lock: {
    total: string
    label: string
    by: string
    missing: { turnover: (amount: string) => string; balance: (amount: string) => string }
    met: string
    whole: string
    progress: string
    reached: (reached: string, target: string) => string
    see: string
  }
  review: (amount: string, account: string) => string
  reference: (number: string) => string
  to: string
  onlyThere: string
  errors: {
    minimum: (amount: string) => string
    maximum: (amount: string) => string
  }
  refused: { most: (amount: string) => string; all: string; unmoved: string; play: string }
  submit: string
  failed: string
  done: string
  doneLead: (amount: string) => string
  tracker: {
    title: string
    label: string
    steps: { collecting: string; held: string; review: string; sent: string; paid: string }
    stages: Record<WithdrawalStage, string>
    reasons: Record<WithdrawalReason, string>
    until: (time: string) => string
    asked: (time: string) => string
    minutes: (count: number) => string
    hours: (count: number) => string
    slow: string
    mayLeave: string
    open: string
    read: string
  }
}
