import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { hasUnshown } from '#channels/bankfeed/unproven-store.ts'
import { hasUnproven } from '#channels/qrcodes/payments/proof-store.ts'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import type { GameClient, Move } from '#outside/games/client.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { mayMoveIn } from '#money/bonus/emptying.ts'
import { bonusDeps, openBonus } from '#money/bonus/open.ts'
import { collectWithdrawals, type WithdrawalDeps } from '#money/withdrawals/begin.ts'
import { openTestDeposits } from '../processes/open-deposits.ts'
import { findHeld } from '#money/bonus/read.ts'
import { readSettings } from '#settings/read.ts'
import type { MoveAllDeps } from '#money/transfers/move-all.ts'
import type { TransferDeps } from '#money/transfers/carry.ts'
import { recover } from '#money/transfers/recover.ts'
import { createTransfers } from '#money/transfers/move.ts'
import { dueTransfers } from '#money/transfers/store.ts'
import { noteDifference } from '#desk/recovery/difference.ts'
import { endDoubt, isInDoubt } from '#desk/recovery/doubt-store.ts'
import { refreshGames } from '#money/wallet/refresh.ts'
import type { DepositWorld } from '../worlds/deposit-world.ts'

export class Crash extends Error {}

/** A provider that counts a reference once, and may refuse the next move. */
export type PlayedProvider = {
  balances: Map<string, bigint>
  moved: Set<string>
  refusals: number
}

export type BonusProcess = ReturnType<typeof openBonusProcess>

/** One server process without HTTP, with simulated providers, which dies at any named step. */
export function openBonusProcess(
  world: DepositWorld,
  provider: PlayedProvider,
  games: readonly string[],
) {
  const parts = openParts(world, provider, games)
  return {
    ...parts,
    settleAll: (memberId: string) => settleAll({ world, parts, memberId }),
    look: (memberId: string) => look({ provider, games, parts, memberId }),
  }
}

function openParts(world: DepositWorld, provider: PlayedProvider, games: readonly string[]) {
  const { clock } = world
  const db = openDb({
    url: world.database.url,
    role: appRole,
    connectionsMax: 8,
    applicationName: 'bonus model',
  })
  const state: { crashAt: string | null } = { crashAt: null }
  const failpoint = async (step: string) => {
    if (state.crashAt === step) throw new Crash(step)
  }
  const accounts = accountBook(db)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const shared = {
    db,
    clock,
    ids: systemIds,
    log,
    accounts,
    push: () => undefined,
    failpoint,
  }
  const { transfers, refreshAll } = openPlay(shared, provider, games)
  const deposits = openTestDeposits(db, clock, { log, failpoint })
  const base = { ...shared, readSettings: () => readSettings(db) }
  const watch = watchRewards({ ...shared, log: console })
  const neighbours = { watch, refreshAll, transfers, releaseHeld: deposits.releaseHeld }
  const bonus = openBonus(base, neighbours)
  const withdrawing = withdrawalsOf({ ...shared, transfers, refreshAll }, bonus.blocksWithdrawal)
  return {
    db,
    state,
    deposits,
    bonus: { ...bonus, deps: bonusDeps(base, neighbours) },
    transfers,
    refreshAll,
    accounts,
    withdrawing,
  }
}

type SharedDeps = Omit<
  TransferDeps,
  'players' | 'mayMove' | 'readDayMax' | 'notifyEnded' | 'answerWithinMs' | 'failpoint'
> & {
  failpoint: (step: CrashPoint) => Promise<void>

  log: { info: () => void; warn: () => void; error: () => void }
}

function openPlay(shared: SharedDeps, provider: PlayedProvider, games: readonly string[]) {
  const { db } = shared
  const transferring: TransferDeps = {
    ...shared,
    players: {
      listGames: async () => games,
      mayEnter: async (game) => games.includes(game),
      findPlayer: async (memberId, game) => ({
        client: clientOf(provider, game),
        username: `${memberId} ${game}`,
      }),
    },
    mayMove: mayMoveIn(db),
    readDayMax: async () => 1_000,
    notifyEnded: () => undefined,
    askAgainAfterMs: [],
  }
  const transfers: MoveAllDeps = { ...transferring, transfers: createTransfers(transferring) }
  const { askAnew } = refreshGames({
    ...shared,
    players: {
      askBalance: async (memberId, game, currency) => ({
        amount: provider.balances.get(`${memberId} ${game}`) ?? 0n,
        currency,
      }),
    },
    isClosed: async () => false,
    endDoubt,
    isInDoubt,
    noteDifference,
    notifyChanged: () => undefined,
  })
  return { transfers, refreshAll: askAnew }
}

function withdrawalsOf(
  shared: SharedDeps & Pick<WithdrawalDeps, 'refreshAll' | 'transfers'>,
  blocks: WithdrawalDeps['bonusBlocks'],
): WithdrawalDeps {
  return {
    ...shared,
    readSettings: async () => ({
      ...(await readSettings(shared.db)),
      'withdraw.min.BAHT': '0.01',
      'withdraw.max.BAHT': '10000000',
      'withdraw.autoMax.BAHT': '10000000',
      'withdraw.autoDayMax.BAHT': '100000000',
      'withdraw.twoFrom.BAHT': '100000000',
      'withdraw.channel.BAHT': 'none',
    }),
    outside: { payouts: { find: () => null } },
    bonusBlocks: blocks,
    hasUnproven,
    hasUnshown,
    beginnings: collectWithdrawals(shared),
    watch: { lookAtPayout: async () => undefined, needsManualReview: async () => false },
    notify: () => undefined,
  }
}

type Parts = ReturnType<typeof openParts>

/** Runs all the worker's tasks until nothing is left to do. */
async function settleAll({
  world,
  parts,
  memberId,
}: {
  world: DepositWorld
  parts: Parts
  memberId: string
}) {
  const { clock } = world
  const { db, state, transfers, bonus, deposits, refreshAll } = parts
  state.crashAt = null
  for (let turn = 0; turn < 12; turn += 1) {
    clock.moveMs(61_000)
    const wanted = { at: clock.now(), each: 50, except: [] }
    const due = await dueTransfers.find(db, wanted)
    for (const one of due) await recover({ ...transfers, end: transfers.transfers.end }, one)
    const [work] = bonus.openWork
    const endings = await work!.findDue(wanted)
    for (const one of endings) await work!.finish(one)
    for (const job of bonus.jobs) await job.run()
    await deposits.releaseHeld(memberId)
    if (due.length + endings.length === 0) break
  }
  await refreshAll(memberId)
}

async function look({
  provider,
  games,
  parts,
  memberId,
}: {
  provider: PlayedProvider
  games: readonly string[]
  parts: Parts
  memberId: string
}) {
  const balances = await listBalances(parts.db, memberId)
  const held = await findHeld(parts.db, memberId)
  const at = (kind: string, party = '') =>
    balances.find((one) => one.kind === kind && one.party === party)?.money.amount ?? 0n
  return {
    wallet: at('wallet'),
    games: games.map((game) => at('game', game)),
    theirs: games.map((game) => provider.balances.get(`${memberId} ${game}`) ?? 0n),
    transit: at('transfer') + at('forfeit'),
    withdrawing: at('withdrawal'),
    target: held?.target ?? null,
  }
}

function clientOf(provider: PlayedProvider, game: string): GameClient {
  const { balances, moved } = provider
  const undone = async () => ({ outcome: 'refused' as const, why: 'not played' })
  return {
    countsOnce: true,
    createAccount: undone,
    readBalance: async ({ username, currency }) => ({
      outcome: 'balance',
      money: { amount: balances.get(username) ?? 0n, currency },
    }),
    move: async ({ username, reference, direction, money }: Move) => {
      if (moved.has(`${game} ${reference}`)) return { outcome: 'done' }
      const has = balances.get(username) ?? 0n
      if (provider.refusals > 0 || (direction === 'out' && has < money.amount)) {
        provider.refusals = Math.max(0, provider.refusals - 1)
        return { outcome: 'refused', why: 'said so' }
      }
      moved.add(`${game} ${reference}`)
      balances.set(username, direction === 'in' ? has + money.amount : has - money.amount)
      return { outcome: 'done' }
    },
    lookUp: null,
    list: null,
    kick: null,
    setPassword: null,
    launch: null,
  }
}
