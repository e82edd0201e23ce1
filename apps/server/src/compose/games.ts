import { writeSync } from 'node:fs'
import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweeper.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import type { GameClient } from '#outside/games/client.ts'
import type { GameSetting } from '#outside/games/family.ts'
import { openGames, type Games } from '#outside/games/open.ts'
import { findMember } from '../modules/account/store.ts'
import type { GamesDeps } from '../modules/games/catalogue.ts'
import { passwordBox } from '../modules/games/password-box.ts'
import { gameRoutes } from '../modules/games/routes.ts'
import { findAccount } from '../modules/games/store.ts'
import type { FindOperation } from '../modules/outcome/service.ts'
import type { Settings } from '../modules/settings/registry.ts'
import { lockMember } from '../modules/statement/store.ts'
import type { AllDeps } from '../modules/transfers/all.ts'
import { findTransferOutcome } from '../modules/transfers/answer.ts'
import type { TransferDeps } from '../modules/transfers/move.ts'
import { recover } from '../modules/transfers/recover.ts'
import { transferRoutes } from '../modules/transfers/routes.ts'
import { openTransfers } from '../modules/transfers/service.ts'
import { listOpenBefore, listOpenGames } from '../modules/transfers/store.ts'
import { refreshGames } from '../modules/wallet/refresh.ts'
import { walletRoutes } from '../modules/wallet/routes.ts'

export type GamesAround = {
  config: Pick<Config, 'variant' | 'sandboxUrl' | 'games' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  /** When a provider is asked again while the member waits; tests wait less. */
  askAgainAfterMs?: readonly number[]
}

export type ComposedGames = {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  openWork: OpenWork<never>[]
}

/** Accounts at game providers, the wallet that shows them, and the money that goes there and back. */
export function composeGames(around: GamesAround): ComposedGames {
  const { config, db, clock, log, readSettings } = around
  const clients = openGames({
    sandboxUrl: config.sandboxUrl,
    agents: config.games.agents,
    variant: config.variant,
    clock,
  })
  const accounts = accountBook(db)
  const readGames = async () => (await readSettings())['games.providers']
  const findPlayer = findPlayerIn(db, clients, readGames)
  const transferring: TransferDeps = {
    ...around,
    accounts,
    listGames: async () => (await readGames()).map(({ code }) => code),
    findPlayer,
    lockMember,
    passStep: failpointOf(config.failpoint),
  }
  const all: AllDeps = { ...transferring, transfers: openTransfers(transferring) }
  const refresh = refreshGames({
    ...around,
    log,
    accounts,
    askBalance: (memberId, game, currency) => askBalance(findPlayer, { memberId, game, currency }),
    listOpenGames,
    lockMember,
  })
  return {
    registerCalls: (api) => {
      gameRoutes(api, gamesDeps(around, { clients, accounts, readGames }))
      walletRoutes(api, { ...walletDeps(around, readGames), refresh })
      transferRoutes(api, all)
    },
    operations: [findTransferOutcome],
    openWork: [transferWork({ ...all, end: all.transfers.end })] as unknown as OpenWork<never>[],
  }
}

type ReadGames = () => Promise<Settings['games.providers']>

function gamesDeps(
  { config, db, clock, ids }: GamesAround,
  { clients, accounts, readGames }: { clients: Games; accounts: AccountBook; readGames: ReadGames },
): GamesDeps {
  const { credentialKey } = config.games
  return {
    db,
    clock,
    ids,
    readGames,
    findClient: (game: GameSetting) => clients.find(game),
    mayLaunch: (game, link) => clients.mayLaunch(game, link),
    box: credentialKey && passwordBox(credentialKey),
    currencyOf,
    openLedgerAccount: async (tx, account) => {
      await openGameAccount(accounts, tx, account)
    },
  }
}

async function currencyOf(on: Queryable, memberId: string): Promise<'BAHT' | 'LAK'> {
  const member = await findMember(on, memberId)
  if (!member) throw new Refused('NO_USER')
  return member.currency
}

/** What a member has at a provider, as the ledger knows it. */
async function openGameAccount(
  accounts: Pick<AccountBook, 'open'>,
  tx: Tx,
  { memberId, game, currency }: { memberId: string; game: string; currency: 'BAHT' | 'LAK' },
): Promise<void> {
  await accounts.open(tx, [{ owner: memberId, kind: 'game', party: game, currency }])
}

function walletDeps({ db, readSettings }: GamesAround, readGames: ReadGames) {
  return {
    db,
    findMember,
    readGames,
    readBanks: async () => (await readSettings())['registration.banks'],
    readInvite: async () => {
      const settings = await readSettings()
      return {
        success: Number(settings['invite.success']),
        fail: Number(settings['invite.fail']),
      }
    },
  }
}

type FindPlayer = TransferDeps['findPlayer']

function findPlayerIn(db: Db, clients: Games, readGames: ReadGames): FindPlayer {
  return async (memberId, code) => {
    const game = (await readGames()).find((one) => one.code === code)
    const client: GameClient | null = game ? clients.find(game) : null
    const account = await findAccount(db, memberId, code)
    return client && account ? { client, username: account.username } : null
  }
}

async function askBalance(
  findPlayer: FindPlayer,
  { memberId, game, currency }: { memberId: string; game: string; currency: Currency },
): Promise<Money | null> {
  const player = await findPlayer(memberId, game)
  const told = await player?.client.readBalance(player.username, currency)
  return told?.outcome === 'balance' ? told.money : null
}

/** Transfers that a dead process or a lost answer left open. */
function transferWork(deps: Parameters<typeof recover>[0]): OpenWork<{ id: string }> {
  return {
    name: 'transfers',
    findDue: (before, limit) => listOpenBefore(deps.db, { before, at: deps.clock.now(), limit }),
    finish: (open) => recover(deps, open),
  }
}

/** Ends the process as `kill -9` would, at the step that a test has named. */
function failpointOf(failpoint: string | null): TransferDeps['passStep'] {
  if (failpoint === null) return () => undefined
  return (step) => {
    if (step !== failpoint) return
    writeSync(2, `failpoint ${step}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}
