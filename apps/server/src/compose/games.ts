import { writeSync } from 'node:fs'
import type { WalletCurrency } from '@kapao/contract/limits'
import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import { collect } from '#core/collect.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import type { GameClient } from '#outside/games/client.ts'
import { sandboxPlaces, type GameSetting } from '#outside/games/family.ts'
import { openGames, type Games } from '#outside/games/open.ts'
import { findMember } from '#modules/account/store.ts'
import { areEnding, forfeitPlace } from '#modules/bonus/store.ts'
import type { ActivateDeps } from '#modules/games/activate.ts'
import { rememberNames } from '#modules/games/names.ts'
import { passwordBox } from '#modules/games/password-box.ts'
import { gameRoutes } from '#modules/games/routes.ts'
import { findBalance as findInviteBalance, waitingOf } from '#modules/invite/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { Settings } from '#settings/registry.ts'
import { lockMember } from '#modules/statement/store.ts'
import type { AllDeps } from '#modules/transfers/all.ts'
import type { TransferDeps } from '#modules/transfers/move.ts'
import { recover } from '#modules/transfers/recover.ts'
import { findTransferOutcome, transferRoutes } from '#modules/transfers/routes.ts'
import { openTransfers } from '#modules/transfers/service.ts'
import { dueTransfers, listOpenGames } from '#modules/transfers/store.ts'
import { refreshGames } from '#modules/wallet/refresh.ts'
import { walletRoutes } from '#modules/wallet/routes.ts'
import { tellOfTransfer, tellOfWallet } from './live/tell.ts'

export type GamesAround = {
  config: Pick<Config, 'variant' | 'sandboxUrl' | 'sandboxPublicUrl' | 'games' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  push: PushTo
  mayReach: (memberId: string) => boolean
  readSettings: () => Promise<Settings>
  /** When a provider is asked again while the member waits; tests wait less. */
  askAgainAfterMs?: readonly number[]
}

export type ComposedGames = {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  openWork: OpenWork[]
  /** For who else moves money between games and wallet. */
  transfers: AllDeps
  /** Asks anew what every provider holds for a member; false where one that has had money has not answered. */
  refreshAll: (memberId: string) => Promise<boolean>
  /** Of each game that is offered. */
  listCategories: () => Promise<ReadonlyMap<string, string>>
}

/** Accounts at game providers, the wallet that shows them, and the money that goes there and back. */
export function composeGames(around: GamesAround): ComposedGames {
  const { config, db, clock, log, readSettings } = around
  const clients = openGames({
    sandboxUrl: config.sandboxUrl,
    sandboxPublicUrl: config.sandboxPublicUrl,
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
    mayEnter: async (game, currency) =>
      (await readGames()).some(
        ({ code, currencies }) => code === game && currencies.some((one) => one === currency),
      ),
    findPlayer,
    lockMember,
    mayMove: mayMoveIn(db),
    tellEnded: (ended) => tellOfTransfer(around, ended),
    passStep: failpointOf(config.failpoint),
  }
  const all: AllDeps = { ...transferring, transfers: openTransfers(transferring) }
  const { refresh, askAnew } = refreshGames({
    ...around,
    log,
    accounts,
    askBalance: (memberId, game, currency) => askBalance(findPlayer, { memberId, game, currency }),
    listOpenGames,
    lockMember,
    tellChanged: (memberId) => tellOfWallet(around, memberId),
  })
  return {
    registerCalls: (api) => {
      gameRoutes(api, gamesDeps(around, { clients, accounts, readGames }))
      walletRoutes(api, { ...walletDeps(around, readGames), refresh })
      transferRoutes(api, all)
    },
    operations: [findTransferOutcome],
    openWork: [transferWork({ ...all, end: all.transfers.end })],
    transfers: all,
    refreshAll: askAnew,
    listCategories: async () =>
      new Map((await readGames()).map(({ code, category }) => [code, category])),
  }
}

/**
 * Whether a member's money may go to or from a game now. Every transfer asks it twice, so those who ask at once are answered together:
 * alone, the two questions were a third of what a transfer costs.
 */
export function mayMoveIn(db: Db): TransferDeps['mayMove'] {
  const endings = collect<string, boolean>({
    run: (memberIds) => areEnding(db, memberIds),
    isBusy: () => false,
    identityOf: (memberId) => memberId,
    ownerOf: (memberId) => memberId,
  })
  return async ({ memberId, to }) => to === forfeitPlace || !(await endings.add(memberId))
}

/** Where the page sends the form that enters the sports provider: as the operator set it, else to the sandbox's. */
export function sportAddressOf(
  {
    variant,
    sandboxUrl,
    sandboxPublicUrl,
  }: Pick<Config, 'variant' | 'sandboxUrl' | 'sandboxPublicUrl'>,
  settings: Settings,
): string | null {
  const address = settings[`sport.address.${variant}`]
  if (address !== null || sandboxUrl === null) return address
  const browsers = { variant, publicUrl: sandboxPublicUrl }
  const places = sandboxPlaces(sandboxUrl, { code: 'sport', family: 'amb' }, browsers)
  return `${places.launchAddress}/login`
}

type ReadGames = () => Promise<Settings['games.providers']>

function gamesDeps(
  { config, db, clock, ids }: GamesAround,
  { clients, accounts, readGames }: { clients: Games; accounts: AccountBook; readGames: ReadGames },
): ActivateDeps {
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
    passStep: failpointOf(config.failpoint),
  }
}

async function currencyOf(on: Queryable, memberId: string): Promise<WalletCurrency> {
  const member = await findMember(on, memberId)
  if (!member) throw new Refused('NO_USER')
  return member.currency
}

/** What a member has at a provider, as the ledger knows it. */
async function openGameAccount(
  accounts: Pick<AccountBook, 'open'>,
  tx: Tx,
  { memberId, game, currency }: { memberId: string; game: string; currency: WalletCurrency },
): Promise<void> {
  await accounts.open(tx, [{ owner: memberId, kind: 'game', party: game, currency }])
}

function walletDeps({ db, readSettings }: GamesAround, readGames: ReadGames) {
  return {
    db,
    findMember,
    readGames,
    readBanks: async () => (await readSettings())['registration.banks'],
    findInviteAmount: async (on: Queryable, memberId: string) =>
      waitingOf(await findInviteBalance(on, memberId)),
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

export function findPlayerIn(db: Db, clients: Games, readGames: ReadGames): FindPlayer {
  const names = rememberNames(db)
  return async (memberId, code) => {
    const game = (await readGames()).find((one) => one.code === code)
    const client: GameClient | null = game ? clients.find(game) : null
    const username = client && (await names.find(memberId, code))
    return client && username !== null ? { client, username } : null
  }
}

async function askBalance(
  findPlayer: FindPlayer,
  { memberId, game, currency }: { memberId: string; game: string; currency: Currency },
): Promise<Money | null> {
  const player = await findPlayer(memberId, game)
  const told = await player?.client.readBalance({
    username: player.username,
    currency,
    use: 'shown',
    owner: memberId,
  })
  return told?.outcome === 'balance' ? told.money : null
}

/** Transfers that a dead process or a lost answer left open. */
function transferWork(deps: Parameters<typeof recover>[0]): OpenWork {
  return {
    name: 'transfers',
    job: 'transfers.sweep',
    everyMs: 2_000,
    atOnceEach: 4,
    findDue: (wanted) => dueTransfers.find(deps.db, wanted),
    countDue: (at) => dueTransfers.count(deps.db, at),
    finish: (open) => recover(deps, open),
  }
}

/**
 * Ends the process as `kill -9` would at the step that a test has named. With `stay:` before it, whatever comes to the step
 * stays there, until as many have come as the test wants to kill at once.
 */
export function failpointOf(failpoint: string | null): (step: string) => Promise<void> {
  if (failpoint === null) return async () => undefined
  const [, how, wanted] = /^(?:(stay|stop):)?(.*)$/s.exec(failpoint)!
  let isPassed = false
  return async (step) => {
    if (step !== wanted || isPassed) return
    writeSync(2, `failpoint ${step}\n`)
    if (how === 'stay') await new Promise(() => undefined)
    // A machine that stands still: whoever lets it go on finds it where it was, and it does not stop again.
    isPassed = how === 'stop'
    process.kill(process.pid, isPassed ? 'SIGSTOP' : 'SIGKILL')
  }
}
