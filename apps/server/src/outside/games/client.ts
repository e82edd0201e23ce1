import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { OutboundDoor } from '../door.ts'

/** Whose slot a call takes in our queue: the member's it is for, or null for our own jobs. */
export type SlotOwner = { owner: string | null }

export type Player = SlotOwner & { username: string; password: string }

/** Into the game or out of it; the reference is chosen before the first call and the same on every later one. */
export type Move = SlotOwner & {
  username: string
  reference: string
  direction: 'in' | 'out'
  money: Money
}

/**
 * `refused`: by their answer certainly not done by this call. `unsent`: certainly not done, since the call was never
 * sent; it says nothing about an earlier call. `unknown`: outcome unknown.
 */
export type CallFailure = { outcome: 'refused' | 'unsent' | 'unknown'; why: string }

/**
 * The provider's name for the member, which need not be the requested one. `lost`: an earlier attempt may have opened
 * an account, and its name cannot be found out.
 */
export type AccountResult =
  | { outcome: 'done'; username: string }
  | { outcome: 'lost'; why: string }
  | CallFailure
/** `mayExist`: an earlier attempt used the same name, and its outcome is unknown. */
export type AccountRequest = Player & { currency: Currency; mayExist: boolean }

/** The purpose of a balance query: to show it, or to judge a move by it. Queries to show never delay money. */
export type BalanceQuery = SlotOwner & {
  username: string
  currency: Currency
  use: 'shown' | 'moved'
}
export type BalanceResult = { outcome: 'balance'; money: Money } | CallFailure
export type ActResult = { outcome: 'done' } | CallFailure
/** `refused` is their statement about this reference; `absent` only that they do not know it now. */
export type LookupResult = { outcome: 'done' } | { outcome: 'absent' } | CallFailure
/** A move as the provider lists it, with the member's balance there before it. */
export type ListedMove = Pick<Move, 'reference' | 'direction' | 'money'> & {
  before: Money
  at: Date
}
export type MoveList = { outcome: 'listed'; moves: ListedMove[] } | CallFailure
export type LaunchResult = { outcome: 'link'; link: string } | CallFailure

export type MoveQuery = SlotOwner & {
  username: string
  currency: Currency
  since: Date
  until: Date
}

/** One provider. What its family does not support is null, so that callers must check. */
export type GameClient = {
  /** True where the same reference counts once: only there may a move be sent again. */
  countsOnce: boolean
  /** Opens an account; a repeated call with the same name finds that account and opens no other. */
  createAccount: (opening: AccountRequest) => Promise<AccountResult>
  readBalance: (asked: BalanceQuery) => Promise<BalanceResult>
  /** Moves money at the provider; a repeated call must carry the same reference. */
  move: (move: Move) => Promise<ActResult>
  /** The outcome of a move, by its reference. */
  lookUp: ((move: Move & { since: Date }) => Promise<LookupResult>) | null
  /** A member's moves since an instant, oldest first; null where they have no list. */
  list: ((player: MoveQuery) => Promise<MoveList>) | null
  /** Ends the member's round, so that the balance may be taken out. */
  kick: ((player: SlotOwner & { username: string }) => Promise<ActResult>) | null
  setPassword: ((player: Player) => Promise<ActResult>) | null
  launch: ((player: Player, currency: Currency) => Promise<LaunchResult>) | null
}

/**
 * Our account with a provider: our id, the secret that proves it, our name in sign-in signatures with some, and the
 * prefix of our members' names with some.
 */
export type GameAgent = { id: string; key: string; client?: string; prefix?: string }

/** One for each kind of work, so that none takes the slots of another. */
export type GameDoors = Readonly<
  Record<'move' | 'weigh' | 'ask' | 'refresh' | 'launch' | 'open' | 'reset', OutboundDoor>
>

export type ClientOptions = {
  /** The base address of its calls, without a trailing slash. */
  address: string
  /** The address of its games, for the families that return a token and not a whole link. */
  launchAddress: string | null
  agent: GameAgent
  clock: Clock
  doors: GameDoors
}
