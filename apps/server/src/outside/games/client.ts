import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Door } from '../door.ts'

export type Player = { username: string; password: string }

/** Into the game or out of it; the reference is chosen before the first call and the same on every later one. */
export type Move = {
  username: string
  reference: string
  direction: 'in' | 'out'
  money: Money
}

/** `refused`: certainly not done by this call. `unknown`: nobody can say. */
export type Undone = { outcome: 'refused' | 'unknown'; why: string }

/** The name that they know the member by, which need not be the one asked for. */
export type Created = { outcome: 'done'; username: string } | Undone
export type Told = { outcome: 'balance'; money: Money } | Undone
export type Moved = { outcome: 'done' } | Undone
/** `refused` is what they say of this very reference; `absent` only that they do not know it now. */
export type Looked = { outcome: 'done' } | { outcome: 'absent' } | Undone
export type Launched = { outcome: 'link'; link: string } | Undone

/** One provider. What a family of them does not have is null, so that nobody can forget to ask. */
export type GameClient = {
  /** True where the same reference twice counts once: only there may a move be sent again. */
  countsOnce: boolean
  createAccount: (player: Player & { currency: Currency }) => Promise<Created>
  readBalance: (username: string, currency: Currency) => Promise<Told>
  /** Moves money at the provider; sent again, it must carry the same reference. */
  move: (move: Move) => Promise<Moved>
  /** What became of a move, by its reference. */
  lookUp: ((move: Move & { since: Date }) => Promise<Looked>) | null
  /** Ends the member's round, so that the balance may be taken out. */
  kick: ((username: string) => Promise<Moved>) | null
  setPassword: ((player: Player) => Promise<Moved>) | null
  launch: ((player: Player, currency: Currency) => Promise<Launched>) | null
}

/** Our account with a provider: who we are there, what proves it, and what some call us in signatures of sign-ins. */
export type GameAgent = { id: string; key: string; client?: string }

export type ClientOptions = {
  /** Where its calls are, without a slash at the end. */
  address: string
  /** Where its games are, for the families that hand out a token and not a whole link. */
  launchAddress: string | null
  agent: GameAgent
  clock: Clock
  /** For what moves money or opens accounts. */
  moneyDoor: Door
  /** For questions: a provider that is slow to tell balances must not keep money calls out, nor the other way round. */
  askDoor: Door
}
