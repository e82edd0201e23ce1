import type { WalletCurrency } from '@kapao/contract/limits'
import type { memberRefusals } from './en/member-refusals.ts'
import type { publicRefusals } from './en/public-refusals.ts'
import type { visitorRefusals } from './en/visitor-refusals.ts'
import type { AgoWords, CurrencyWords } from '#core/format.ts'
import type { RefusalTexts } from './refusal-texts.ts'
import type { GamesText, HomeText } from './home-shape.ts'

/** English decides which pack holds a code; the other languages must follow. */
export type PublicRefusals = Pick<RefusalTexts, keyof typeof publicRefusals>
export type VisitorRefusals = Pick<RefusalTexts, keyof typeof visitorRefusals>
export type MemberRefusals = Pick<RefusalTexts, keyof typeof memberRefusals>

/** Texts that every page needs, the login first of all: small, because everybody waits for them. */
export type PublicText = {
  language: { label: string; failed: string }
  action: { close: string; again: string; show: string; hide: string }
  menu: { label: string; home: string; register: string; howto: string; contact: string }
  login: {
    title: string
    phone: string
    password: string
    remember: string
    submit: string
    forgotten: string
    newHere: string
    register: string
  }
  offline: string
  notFound: { sentence: string; home: string }
  terminated: { sentence: string }
  error: { generic: string; part: string }
  refusals: PublicRefusals
}

/** What forms say in more than one place. */
export type FormText = {
  next: string
  back: string
  confirm: string
  cancel: string
  choose: string
  passwordsDiffer: string
  /** Where a password is changed: the product words it otherwise there. */
  newPasswordsDiffer: string
  strength: { short: string; weak: string; good: string; refused: string }
  code: {
    label: string
    sentTo: (phone: string) => string
    reference: string
    resend: string
    resendIn: (seconds: number) => string
    sent: string
    wrong: string
  }
  /** While the phone computes before a code is sent. */
  puzzle: { waiting: string; about: string }
}

/** Texts of the screens that a visitor opens from the login, and of those that both sides share. */
export type VisitorText = {
  form: FormText
  register: {
    title: string
    steps: { label: string; of: (step: number, total: number) => string }
    step: { phone: string; code: string; profile: string; bank: string }
    phoneHint: string
    name: string
    password: string
    passwordAgain: string
    source: string
    invite: string
    inviteHint: string
    inviteKept: string
    inviteDrop: string
    /** Under the field whose rule was broken. */
    wrong: Record<'name' | 'inviteCode' | 'bankAccountNo' | 'bankAccountName', string>
    bank: string
    recommended: (banks: string) => string
    accountNumber: string
    firstName: string
    lastName: string
    currency: string
    currencyHint: string
    submit: string
    done: string
    banksFailed: string
    hasAccount: string
    login: string
  }
  inApp: {
    title: (app: string) => string
    sentence: string
    open: string
    copy: string
    menu: string
  }
  password: {
    forgotten: string
    phoneHint: string
    sendCode: string
    fresh: string
    freshAgain: string
    save: string
    changed: string
  }
  howto: {
    title: string
    lead: string
    videos: { wallet: string; enter: string; balance: string; bonus: string; finish: string }
    play: (title: string) => string
    none: string
  }
  contact: {
    title: string
    qr: (name: string) => string
    version: string
    failed: string
    more: string
  }
  copied: { button: (what: string) => string; done: (text: string) => string; failed: string }
  /** Of what was typed and is no amount in the currency. */
  amountForm: Record<WalletCurrency, string>
  currency: CurrencyWords
  refusals: VisitorRefusals
}

/** Texts about calls whose answer was lost, on whatever screen the member is. */
export type PendingText = {
  names: { transfer: string; withdraw: string; gift: string; other: string }
  running: string
  done: string
  never: string
  notSent: string
  read: string
}

/** Texts that are needed behind the login only. */
export type MemberText = {
  shell: {
    logout: string
    menu: string
    profile: string
    conditions: string
    home: string
    statement: string
    contact: string
  }
  /** The same as those of visitors: home, where everybody begins, waits for one pack only. */
  currency: CurrencyWords
  home: HomeText
  games: GamesText
  pending: PendingText
  agreement: { title: string; confirm: string }
  conditions: { title: string; confirm: string; empty: string; failed: string }
  profile: {
    title: string
    name: string
    id: string
    username: string
    createdAt: string
    bankAccountName: string
    bankName: string
    bankAccountNo: string
    password: string
    failed: string
  }
  password: {
    title: string
    current: string
    fresh: string
    freshAgain: string
    save: string
    failed: string
    done: string
    doneLead: string
  }
  pager: { label: string; previous: string; next: string; page: (page: number) => string }
  ago: AgoWords
  refusals: MemberRefusals
}
