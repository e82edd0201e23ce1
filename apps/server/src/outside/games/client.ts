import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Door } from '../door.ts'

/** Whose turn a call takes at our own door: the member's it is for, or null for a job of the house. */
export type InTurn = { owner: string | null }

export type Player = InTurn & { username: string; password: string }

/** Into the game or out of it; the reference is chosen before the first call and the same on every later one. */
export type Move = InTurn & {
  username: string
  reference: string
  direction: 'in' | 'out'
  money: Money
}

/**
 * `refused`: certainly not done by this call, they say. `unsent`: certainly not done, since it never left us; it says nothing
 * about an earlier call. `unknown`: nobody can say.
 */
export type Undone = { outcome: 'refused' | 'unsent' | 'unknown'; why: string }

/**
 * The name that they know the member by, which need not be the one asked for. `lost`: an earlier asking may have opened it, and
 * there is no way to know under which name.
 */
export type Created =
  | { outcome: 'done'; username: string }
  | { outcome: 'lost'; why: string }
  | Undone
/** `mayExist`: the same name was asked for before, and what became of that is not known. */
export type Opening = Player & { currency: Currency; mayExist: boolean }

/** What a balance is asked for: to be shown, or to judge a move by. Those who only look never keep money waiting. */
export type BalanceAsked = InTurn & {
  username: string
  currency: Currency
  use: 'shown' | 'moved'
}
export type Told = { outcome: 'balance'; money: Money } | Undone
export type Moved = { outcome: 'done' } | Undone
/** `refused` is what they say of this very reference; `absent` only that they do not know it now. */
export type Looked = { outcome: 'done' } | { outcome: 'absent' } | Undone
export type Launched = { outcome: 'link'; link: string } | Undone

/** One provider. What a family of them does not have is null, so that nobody can forget to ask. */
export type GameClient = {
  /** True where the same reference twice counts once: only there may a move be sent again. */
  countsOnce: boolean
  /** Opens an account; asked again for the same name it finds that one and opens no other. */
  createAccount: (opening: Opening) => Promise<Created>
  readBalance: (asked: BalanceAsked) => Promise<Told>
  /** Moves money at the provider; sent again, it must carry the same reference. */
  move: (move: Move) => Promise<Moved>
  /** What became of a move, by its reference. */
  lookUp: ((move: Move & { since: Date }) => Promise<Looked>) | null
  /** Ends the member's round, so that the balance may be taken out. */
  kick: ((player: InTurn & { username: string }) => Promise<Moved>) | null
  setPassword: ((player: Player) => Promise<Moved>) | null
  launch: ((player: Player, currency: Currency) => Promise<Launched>) | null
}

/**
 * Our account with a provider: who we are there, what proves it, what some call us in signatures of sign-ins, and what some put
 * before the names of our members.
 */
export type GameAgent = { id: string; key: string; client?: string; prefix?: string }

/** One for each kind of work, so that none of them ever takes the places of another. */
export type GameDoors = Readonly<
  Record<'move' | 'weigh' | 'ask' | 'refresh' | 'launch' | 'open' | 'reset', Door>
>

export type ClientOptions = {
  /** Where its calls are, without a slash at the end. */
  address: string
  /** Where its games are, for the families that hand out a token and not a whole link. */
  launchAddress: string | null
  agent: GameAgent
  clock: Clock
  doors: GameDoors
}
