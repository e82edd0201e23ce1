import { setTimeout as sleep } from 'node:timers/promises'
import type { Currency } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { shareRuns } from '#core/lines/share-runs.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Account, AccountBook } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { listBalances, type Balance } from '#ledger/read.ts'
import type { Players } from '#money/games/players.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { lockMember } from '#records/statement/store.ts'
import { claimAsking, lastAsked, listAskedSince, setReported } from './store.ts'

export type RefreshDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn'>
  accounts: AccountBook
  /** Tests put providers in its place that keep balances of their own. */
  players: Pick<Players, 'askBalance'>
  /** While Kapao is in recovery balances stay as they were last known. */
  isClosed: () => Promise<boolean>
  /** Whether a difference at this game may be a transfer that a restore has taken from the books. */
  isInDoubt: (tx: Tx, memberId: string, game: string) => Promise<boolean>
  /** The books agree with the provider: nothing there was lost. */
  endDoubt: (tx: Tx, memberId: string, game: string) => Promise<void>
  /** Lists the difference for an operator; it is not booked. */
  noteDifference: (tx: Tx, found: Difference) => Promise<void>
  /** Notified after the commit that a balance has changed; never throws. */
  notifyChanged: (memberId: string) => void
}

export type Difference = {
  memberId: string
  game: string
  currency: Currency
  books: bigint
  reported: bigint
  at: Date
}

export type Refresh = (memberId: string) => Promise<void>

export type GameRefresh = {
  refresh: Refresh
  /**
   * For decisions that depend on game balances: queries again, waiting until each game may be queried, and returns
   * whether every game that has ever had money has answered a query made after this call began. An earlier answer says
   * nothing of a round that has ended since.
   */
  askAnew: (memberId: string) => Promise<boolean>
  /** Queries one game now, in recovery, too. `isExplained`: what differs is play, and nothing was lost there. */
  lookAt: (memberId: string, game: string, isExplained: boolean) => Promise<RefreshResult>
  /** Books as play what makes the game's balance this one, which its provider reports; false where it moved meanwhile. */
  setTo: (memberId: string, game: string, amount: bigint) => Promise<boolean>
}

/** `silent`: it did not answer, or a transfer is under way there. */
export type RefreshResult = 'agrees' | 'booked' | 'differs' | 'silent'

/** I17: a provider is queried about a member at most once in this time, however many ask. */
const askedAgainAfterMs = 5_000

/** A timer may end slightly before the clock reaches its time, which would be too early again. */
const timerMarginMs = 20

/**
 * Queries every provider at once and books what was won or lost there since; concurrent callers share the answer. A
 * call that is too early for a provider uses its last balance, and the provider is queried once more as soon as it may
 * be: a round that ended in between reaches the member's page like any other change.
 */
export function refreshGames(deps: RefreshDeps): GameRefresh {
  const share = shareRuns<void>()
  const waiting = new Set<string>()

  async function ask(memberId: string): Promise<void> {
    if (await deps.isClosed()) return
    const { tooEarly } = await askAll(deps, memberId)
    if (tooEarly.length === 0 || waiting.has(memberId)) return
    const waitMs = await waitOf(deps, memberId, tooEarly)
    waiting.add(memberId)
    setTimeout(() => {
      waiting.delete(memberId)
      share(memberId, () => askOnceMore(memberId)).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the games could not be queried again'),
      )
    }, waitMs).unref()
  }

  /** Not repeated after this: where it is too early once more, another call has queried meanwhile. */
  async function askOnceMore(memberId: string): Promise<void> {
    await askAll(deps, memberId)
  }

  async function askAnew(memberId: string): Promise<boolean> {
    const { db, clock } = deps
    const since = clock.now()
    await share(memberId, () => askOnceMore(memberId))
    const games = await listPlayed(db, memberId)
    const open = await listOpenGames(db, memberId)
    const askedNow = (await listAskedSince(db, memberId, { games, since })).map(({ game }) => game)
    // A game with an open transfer is not queried, however long one waits.
    const early = games.filter((game) => !askedNow.includes(game) && !open.includes(game))
    if (early.length > 0) {
      await sleep(await waitOf(deps, memberId, early))
      await share(memberId, () => askOnceMore(memberId))
    }
    const asked = await listAskedSince(db, memberId, { games, since })
    return asked.length === games.length && asked.every(({ hasAnswered }) => hasAnswered)
  }

  return {
    refresh: (memberId) => share(memberId, () => ask(memberId)),
    askAnew,
    lookAt: async (memberId, game, isExplained) => {
      if ((await listOpenGames(deps.db, memberId)).includes(game)) return 'silent'
      const account = await findGame(deps.db, memberId, game)
      return account ? askOne(deps, memberId, { account, isExplained }) : 'silent'
    },
    setTo: (memberId, game, amount) => setTo(deps, { memberId, game, amount }),
  }
}

async function findGame(on: Db, memberId: string, game: string): Promise<Balance | undefined> {
  const balances = await listBalances(on, memberId)
  return balances.find(({ kind, party }) => kind === 'game' && party === game)
}

/** A game that never had money cannot have any. */
async function listPlayed(on: Db, memberId: string): Promise<string[]> {
  const balances = await listBalances(on, memberId)
  return balances.filter(({ kind, seq }) => kind === 'game' && seq > 0n).map(({ party }) => party)
}

/** How long until all of these games may be queried again. */
async function waitOf(
  { db, clock }: RefreshDeps,
  memberId: string,
  games: readonly string[],
): Promise<number> {
  const asked = await lastAsked(db, memberId, games)
  const askedMs = asked?.getTime() ?? 0
  return Math.max(askedMs + askedAgainAfterMs + timerMarginMs - clock.now().getTime(), 0)
}

async function askAll(deps: RefreshDeps, memberId: string): Promise<{ tooEarly: string[] }> {
  const { db, clock } = deps
  const at = clock.now()
  // A balance while a transfer is open is neither the one before nor the one after it.
  const open = await listOpenGames(db, memberId)
  // The account numbers are read before any query: a movement after that makes an answer worthless.
  const accounts = (await listBalances(db, memberId)).filter(
    ({ kind, party }) => kind === 'game' && !open.includes(party),
  )
  if (accounts.length === 0) return { tooEarly: [] }
  const notSince = new Date(at.getTime() - askedAgainAfterMs)
  const all = accounts.map(({ party }) => party)
  const games = await claimAsking(db.inLine(memberId), memberId, { games: all, at, notSince })
  await Promise.all(
    accounts
      .filter(({ party }) => games.includes(party))
      .map((account) =>
        // A game that fails keeps its last balance and age, and does not affect the others.
        askOne(deps, memberId, { account, isExplained: false }).catch((error: unknown) =>
          deps.log.warn({ err: error, game: account.party }, 'a balance could not be refreshed'),
        ),
      ),
  )
  return { tooEarly: all.filter((game) => !games.includes(game)) }
}

type BalanceCheck = { account: Balance; isExplained: boolean }

async function askOne(
  deps: RefreshDeps,
  memberId: string,
  { account, isExplained }: BalanceCheck,
): Promise<RefreshResult> {
  const { db, clock, accounts } = deps
  const { party: game, currency } = account
  const answer = await deps.players.askBalance(memberId, game, currency)
  if (!answer) return 'silent'
  const house = await accounts.house('provider', game, currency)
  const looked = await db.beginFor(memberId, async (tx): Promise<RefreshResult> => {
    const at = clock.now()
    const isInDoubt = await deps.isInDoubt(tx, memberId, game)
    const won = answer.amount - account.money.amount
    const isHeld = isInDoubt && !isExplained && won !== 0n
    if (!isHeld) await setReported(tx, memberId, { game, at })
    await lockMember(tx, memberId)
    // A transfer into the game does not touch its account until it ends, so the number alone would not show it.
    if ((await listOpenGames(tx, memberId)).includes(game)) return 'silent'
    if (isHeld) {
      const sums = { books: account.money.amount, reported: answer.amount }
      await deps.noteDifference(tx, { memberId, game, currency, ...sums, at })
      return 'differs'
    }
    if (isInDoubt) await deps.endDoubt(tx, memberId, game)
    if (won === 0n) return 'agrees'
    const isMine = await postPlay(deps, tx, { account, house, won, at })
    return isMine ? 'booked' : 'silent'
  })
  if (looked === 'booked') deps.notifyChanged(memberId)
  return looked
}

type Play = { account: Balance; house: Account; won: bigint; at: Date }

async function setTo(
  deps: RefreshDeps,
  { memberId, game, amount }: { memberId: string; game: string; amount: bigint },
): Promise<boolean> {
  const { db, clock, accounts } = deps
  const account = await findGame(db, memberId, game)
  if (!account) return false
  const won = amount - account.money.amount
  if (won === 0n) return true
  const house = await accounts.house('provider', game, account.currency)
  return db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    return postPlay(deps, tx, { account, house, won, at: clock.now() })
  })
}

/** Moves what was won from the provider's account, or what was lost to it, unless the game has moved since. */
async function postPlay(
  { ids }: Pick<RefreshDeps, 'ids'>,
  tx: Tx,
  { account, house, won, at }: Play,
): Promise<boolean> {
  const money = { amount: won < 0n ? -won : won, currency: account.currency }
  const shared = { idem: ids.key(), money, kind: 'play_result' as const, ref: account.party }
  const [posted] = await post(tx, at, [
    won > 0n
      ? { ...shared, debit: house, credit: account, expectCreditSeq: account.seq }
      : { ...shared, debit: account, credit: house, expectDebitSeq: account.seq },
  ])
  return posted!.outcome === 'done'
}
