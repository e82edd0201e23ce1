import type { SlipReason } from '@kapao/contract/refusals'

/** Texts of the deposit sheet; they are fetched with it. */
export type DepositText = {
  slipReasons: Record<SlipReason, string>
  title: string
  doors: { label: string; bank: string; qr: string; gift: string }
  credited: (minutes: number) => string
  bonus: string
  ownAccount: string
  failed: string
  none: string
  bank: BankText
  slip: SlipText
  qr: QrText
  gift: GiftText
  receipt: ReceiptText
  refused: RefusedText
}

export type BankText = {
  choose: string
  copy: string
  mode: { automatic: string; manual: string }
  lead: { automatic: string; manual: string }
  name: {
    lead: string
    label: string
    hint: string
    error: string
    save: string
    saved: string
  }
}

export type SlipText = {
  title: string
  optional: string
  real: string
  withinMinutes: (minutes: number) => string
  withinHours: (hours: number) => string
  closes: (from: string, to: string) => string
  closed: (to: string) => string
  choose: string
  drop: string
  picture: string
  reading: string
  look: {
    good: string
    noCode: string
    damaged: string
    notASlip: string
    seen: string
    noPicture: string
    tooLarge: (megabytes: number) => string
  }
  send: string
  anyway: string
  other: string
  sending: (percent: number) => string
  checking: string
  mayLeave: string
  credited: (amount: string) => string
  creditedPlain: string
  refused: string
  another: string
  /** Leads down to where a slip is sent. */
  jump: string
}

export type QrText = {
  provider: string
  open: string
  amount: string
  minimum: (amount: string) => string
  tooLittle: (amount: string) => string
  create: string
  minutes: (minutes: number) => string
  replaces: (provider: string) => string
  once: string
  code: (amount: string) => string
  pay: string
  left: string
  cancel: string
  cancelled: string
  over: string
  done: string
  refreshing: string
  samePhone: string
  save: string
  saved: string
  saveFailed: string
  app: (bank: string) => string
  failed: string
  reconnecting: string
  elsewhere: string
  sure: { title: string; paid: string; cancel: string; keep: string }
}

export type GiftText = {
  account: string
  label: string
  hint: string
  paste: string
  pasteFailed: string
  send: string
  sending: string
  phone: string
  minimum: (amount: string) => string
  form: string
  insecure: string
  pending: string
  mayLeave: string
  held: string
  done: (amount: string) => string
  link: (ending: string) => string
  another: string
}

export type ReceiptText = {
  title: string
  amount: string
  from: string
  at: string
  reference: string
  wallet: string
  giftWallet: string
  again: string
  heldTitle: string
  bonus: string
  review: string
  waiting: string
}

/** What a refusal says inside its form: why, whether the money is safe, what now. */
export type Refused = { title: string; money: string; next: string }

export type RefusedText = {
  bonus: { title: string; toBonus: string }
  noCode: string
  gateway: {
    title: (provider: string) => string
    money: string
    chosen: (provider: string) => string
    elsewhere: string
  }
  gift: { invalid: Refused; used: Refused; otherPhone: Refused; title: string }
}
