import type { SandboxClock } from '../../clock.ts'
import type { ProviderFacts } from '../providers.ts'
import { createBooks } from './books.ts'
import type { Books, Movement } from './books.ts'
import { createTables } from './tables.ts'

const roundMsMax = 3000

export type Account = {
  readonly username: string
  password: string
  /** Null where only the agent's contract sets it, as with all families but PG. */
  readonly currency: string | null
  balance: number
  /** A stake on a table; a round without an end stays open until the player is kicked. */
  round: { stake: number; payout: number; endsAt: number | null } | null
  nextResult: 'win' | 'lose' | null
  kickedAt: number | null
}

type TransferOrder = {
  username: string
  /** Hundredths; negative takes out. */
  amount: number
  reference: string | null
  /** Whether a repeated reference has one effect and the first answer. */
  once: boolean
}

export type Refusal = 'nobody' | 'not-enough' | 'no-credit' | 'in-round' | 'reference-used'

/** A way in which a transfer goes wrong inside the provider, invisible to the caller. */
export type Twist = 'double-apply' | 'drift'

export type Provider = ReturnType<typeof createProvider>

/** One provider with its members, its money and its tables; families only translate to and from it. */
export function createProvider(clock: SandboxClock, facts: ProviderFacts) {
  const books = createBooks(clock)
  const tables = createTables(clock)
  const accounts = new Map<string, Account>()
  const state = { closed: false, namesLeft: null as number | null, twist: null as Twist | null }
  const nowMs = () => clock.now().getTime()

  const settle = (account: Account) => {
    const { round } = account
    account.round = null
    if (round && round.payout > 0) books.post(account, { kind: 'win', amount: round.payout })
  }
  const find = (username: string) => {
    const account = accounts.get(username)
    const endsAt = account?.round?.endsAt ?? null
    if (account && endsAt !== null && endsAt <= nowMs()) settle(account)
    return account
  }

  return {
    ...facts,
    clock,
    books,
    tables,
    state,
    find,
    list: () => [...accounts.keys()].flatMap((username) => find(username) ?? []),
    open: (opening: NewAccount) => {
      if (accounts.has(opening.username)) return 'taken'
      if (state.namesLeft === 0) return 'pool-empty'
      if (state.namesLeft !== null) state.namesLeft -= 1
      const account = openAccount(opening)
      accounts.set(account.username, account)
      return account
    },
    transfer: (order: TransferOrder) =>
      transfer({ books, account: find(order.username), twist: state.twist }, order),
    /** Places a stake on the table; an earlier round is paid out first. */
    stake: (account: Account, bet: { stake: number; payout: number }) => {
      settle(account)
      books.post(account, { kind: 'bet', amount: -bet.stake })
      account.round = { ...bet, endsAt: nowMs() + roundMsMax }
    },
    holdRound: (account: Account) => {
      account.round ??= { stake: 0, payout: 0, endsAt: null }
      account.round.endsAt = null
    },
    settle,
    /** Cancels the round and returns the stake. False where there is none. */
    voidRound: (account: Account) => {
      const { round } = account
      account.round = null
      if (round && round.stake > 0) books.post(account, { kind: 'void', amount: round.stake })
      return round !== null
    },
    /** True when the member was in a game. */
    kick: (account: Account) => {
      const wasPlaying = account.round !== null || tables.isSitting(account.username)
      settle(account)
      tables.close(account.username)
      return wasPlaying
    },
    reset: () => {
      accounts.clear()
      books.reset()
      tables.reset()
      Object.assign(state, { closed: false, namesLeft: null, twist: null })
    },
  }
}

type NewAccount = { username: string; password?: string; currency?: string }

function openAccount({ username, password = '', currency }: NewAccount): Account {
  const idle = { balance: 0, round: null, nextResult: null, kickedAt: null }
  return { username, password, currency: currency ?? null, ...idle }
}

type Desk = { books: Books; account: Account | undefined; twist: Twist | null }

/**
 * Moves money between the operator's credit and a member; a repeated reference has no further effect where the family
 * promises that.
 */
function transfer(
  { books, account, twist }: Desk,
  order: TransferOrder,
): { done: Movement } | { refused: Refusal } {
  if (!account) return { refused: 'nobody' }
  const { amount, reference, username } = order
  const earlier = order.once && reference !== null ? books.firstOf(reference) : undefined
  if (earlier) {
    const same = earlier.username === username && earlier.amount === amount
    return same ? { done: earlier } : { refused: 'reference-used' }
  }
  if (amount < 0 && account.round) return { refused: 'in-round' }
  if (account.balance + amount < 0) return { refused: 'not-enough' }
  if (books.totals().bank < amount) return { refused: 'no-credit' }

  const post = () => books.post(account, { kind: amount < 0 ? 'out' : 'in', amount, reference })
  const done = post()
  if (twist === 'double-apply' && account.balance + amount >= 0) post()
  if (twist === 'drift') {
    const error = amount < 0 && account.balance > 0 ? -1 : 1
    books.post(account, { kind: 'set', amount: error })
  }
  return { done }
}

/** Runs a function under a twist; the twist covers only the work before its first await. */
export function twisted<T>({ state }: { state: Provider['state'] }, twist: Twist, run: () => T): T {
  state.twist = twist
  try {
    return run()
  } finally {
    state.twist = null
  }
}
