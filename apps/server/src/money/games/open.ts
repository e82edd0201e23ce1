import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import { findMember } from '#records/account/store.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { GameClient } from '#outside/games/client.ts'
import type { GameSetting } from '#outside/games/family.ts'
import type { Settings } from '#settings/registry.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { rememberNames } from './names.ts'
import { passwordBox } from './password-box.ts'
import { openRenewing, type Renewals } from './renew.ts'
import { dueRenewals, placeOf } from './renewal-store.ts'
import { gameRoutes } from './routes.ts'

/** The provider of a game and the name that it knows a member by; null while either is missing. */
export type FindPlayer = (
  memberId: string,
  game: string,
) => Promise<{ client: GameClient; username: string } | null>

export type Players = {
  readGames: () => Promise<Settings['games.providers']>
  /** The codes of all games that can be queried. */
  listGames: () => Promise<string[]>
  findPlayer: FindPlayer
}

type PlayersContext = ContextWith<'db' | 'outside' | 'readSettings'>

export type OpenGames = Capability &
  Players & {
    /** Null while the provider is not set up. */
    findClient: (game: string) => Promise<GameClient | null>
    /** Whether money of this currency may go in. */
    mayEnter: (game: string, currency: Currency) => Promise<boolean>
    /** A member's balance at a provider; null when it does not answer in time. */
    askBalance: (memberId: string, game: string, currency: Currency) => Promise<Money | null>
    /** The category of each offered game. */
    listCategories: () => Promise<ReadonlyMap<string, string>>
    /** Replaces a member's passwords that must be, in the background; never throws. A job does the rest. */
    renewPasswords: (memberId: string) => void
  }

/** Members' accounts at game providers, and the clients of those providers. */
export function openGames(
  context: PlayersContext & ContextWith<'clock' | 'ids' | 'log' | 'failpoint', 'games'>,
): OpenGames {
  const { config, db, outside } = context
  const clients = outside.games
  const players = openPlayers(context)
  const { readGames, findPlayer } = players
  const { credentialKey } = config.games
  const renewDeps = {
    ...context,
    readGames,
    findClient: (game: GameSetting) => clients.find(game),
    box: credentialKey && passwordBox(credentialKey),
  }
  const renewing = openRenewing(renewDeps)
  const accounts = accountBook(db)
  return {
    ...players,
    findClient: async (game) => {
      const setting = (await readGames()).find(({ code }) => code === game)
      return setting ? clients.find(setting) : null
    },
    mayEnter: async (game, currency) =>
      (await readGames()).some(
        ({ code, currencies }) => code === game && currencies.some((one) => one === currency),
      ),
    askBalance: async (memberId, game, currency) => {
      const player = await findPlayer(memberId, game)
      const answer = await player?.client.readBalance({
        username: player.username,
        currency,
        use: 'shown',
        owner: memberId,
      })
      return answer?.outcome === 'balance' ? answer.money : null
    },
    listCategories: async () =>
      new Map((await readGames()).map(({ code, category }) => [code, category])),
    renewPasswords: (memberId) => {
      void renewing.renewAllOf(memberId).catch((error: unknown) => {
        context.log.warn({ err: error }, "a member's game passwords could not be replaced at once")
      })
    },
    openWork: [renewalWork(db, renewing)],
    registerCalls: (api) =>
      gameRoutes(api, {
        ...renewDeps,
        renewing,
        mayLaunch: (game, link) => clients.mayLaunch(game, link),
        currencyOf: async (on, memberId) => {
          const member = await findMember(on, memberId)
          if (!member) throw new Refused('NO_USER')
          return member.currency
        },
        openLedgerAccount: async (tx, { memberId, game, currency }) => {
          await accounts.open(tx, [{ owner: memberId, kind: 'game', party: game, currency }])
        },
      }),
  }
}

function renewalWork(db: Queryable, { renewDue }: Renewals): OpenWork {
  return {
    name: 'game passwords',
    job: 'games.renewPasswords',
    everyMs: 5_000,
    atOnceEach: 2,
    findDue: (wanted) => dueRenewals.find(db, wanted),
    countDue: (at) => dueRenewals.count(db, at),
    finish: async ({ id }) => {
      await renewDue(placeOf(id))
    },
  }
}

/** For those, too, who query providers about members without serving requests: operators, and the daily comparison. */
export function openPlayers({ db, outside, readSettings }: PlayersContext): Players {
  const findName = rememberNames(db)
  const readGames = async () => (await readSettings())['games.providers']
  return {
    readGames,
    listGames: async () => (await readGames()).map(({ code }) => code),
    findPlayer: async (memberId, code) => {
      const game = (await readGames()).find((one) => one.code === code)
      const client = game ? outside.games.find(game) : null
      const username = client && (await findName(memberId, code))
      return client && username !== null ? { client, username } : null
    },
  }
}
