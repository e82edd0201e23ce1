import type { WalletCurrency } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { Caller } from '#core/calls/idempotency.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { Refused } from '#core/refused.ts'
import type { GameClient } from '#outside/games/client.ts'
import type { GameSetting } from '#outside/games/family.ts'
import type { PasswordBox } from './password-box.ts'
import { findAccount, type GameAccount } from './store.ts'

export type Game = GameSetting & { event: string; currencies: readonly Currency[] }

export type GamesDeps = {
  db: Db
  clock: Clock
  ids: Ids
  readGames: () => Promise<readonly Game[]>
  findClient: (game: GameSetting) => GameClient | null
  mayLaunch: (game: GameSetting, link: string) => boolean
  /** Null while there is no key; accounts can then neither be opened nor read. */
  box: PasswordBox | null
  currencyOf: (on: Queryable, memberId: string) => Promise<WalletCurrency>
  openLedgerAccount: (
    tx: Tx,
    account: { memberId: string; game: string; currency: WalletCurrency },
  ) => Promise<void>
}

export type GameCaller = Pick<Caller, 'memberId' | 'requestId'>

/** A provider that is offered in the member's currency, or NO_GAME. */
export async function loadGame(
  { db, readGames, currencyOf }: GamesDeps,
  memberId: string,
  code: string,
): Promise<{ game: Game; currency: WalletCurrency }> {
  const [games, currency] = await Promise.all([readGames(), currencyOf(db, memberId)])
  const game = games.find((one) => one.code === code && one.currencies.includes(currency))
  if (!game) throw new Refused('NO_GAME')
  return { game, currency }
}

export async function loadAccount(
  { db }: GamesDeps,
  memberId: string,
  code: string,
): Promise<GameAccount> {
  const account = await findAccount(db, memberId, code)
  if (!account) throw new Refused('SLOT_NO_ACCOUNT')
  return account
}
