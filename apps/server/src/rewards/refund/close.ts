import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { minuteMs } from '@kapao/contract/times'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { hundredthsOf } from '#core/hundredths.ts'
import { doEach, walk } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import { Refused } from '#core/refused.ts'
import {
  findBalanceAt,
  listBalances,
  listMovedAccounts,
  listPlayers,
  sumByKind,
  type Balance,
  type Span,
} from '#ledger/read.ts'
import { findMember } from '#records/account/store.ts'
import { listDenied } from '#records/items/store.ts'
import { oppositeKind } from '#records/links/opposite.ts'
import { lockMember } from '#records/statement/store.ts'
import type { Settings } from '#settings/registry.ts'
import {
  listDuePeriods,
  lossOf,
  refundOf,
  type Period,
  type Results,
  type Terms,
} from './period.ts'
import { matchReturns } from './carry.ts'
import {
  findClosedUntil,
  findDebt,
  insertClosed,
  insertPeriod,
  insertStake,
  listCursors,
  moveCursors,
  periodIsCounted,
} from './store.ts'

export type CloseDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
}

/** A period is closed this long after its end: operations begun before midnight are booked by then. */
export const settleMs = 10 * minuteMs
const membersAtOnce = 500
const counted: readonly Balance['kind'][] = ['wallet', 'game', 'forfeit']

type ClosureOptions = {
  by: Actor
  waitMs: number
}

/**
 * Closes every period that is over, and credits nothing yet: records each member's loss in it and the refund of that.
 * Safe to run twice and concurrently, and to kill anywhere: a member and a period are one row, and each movement is
 * counted in one period. A member who cannot be counted delays only the end of the period, and is retried.
 */
export async function closeDuePeriods(deps: CloseDeps, closing: ClosureOptions): Promise<Period[]> {
  const { db, clock } = deps
  const length = (await deps.readSettings())['refund.period'] === 'day' ? 'day' : 'week'
  const now = new Date(clock.now().getTime() - closing.waitMs)
  const due = listDuePeriods(now, length, { closedUntil: await findClosedUntil(db) })
  const closed: Period[] = []
  const failed = new Set<string>()
  const countings = async function* (): AsyncGenerator<RefundCount> {
    for (const period of due) {
      const settings = await deps.readSettings()
      const terms = termsIn(settings)
      const longGames = listLongGames(settings)
      for await (const memberId of listUncounted(deps))
        // Losses are counted in order: the period before comes first.
        if (!failed.has(memberId)) yield { memberId, period, terms, longGames }
      if (failed.size === 0 && (await endPeriod(deps, period, closing))) closed.push(period)
    }
  }
  const count = (counting: RefundCount): Promise<void> =>
    db
      .beginFor(counting.memberId, (tx) => countMember(deps, tx, counting))
      .catch((error: unknown) => {
        failed.add(counting.memberId)
        throw error
      })
  await doEach(countings(), count, {
    log: deps.log,
    failed: 'the losses of a member could not be counted',
    subjectOf: ({ memberId, period }) => ({ member: memberId, period: period.name }),
  })
  return closed
}

function termsIn(settings: Settings): Record<WalletCurrency, Terms> {
  // While refunds are off losses are counted and nothing is refunded for them.
  const percent = settings['refund.active'] ? settings['refund.rate'] : '0'
  const of = (currency: WalletCurrency) => ({
    rate: hundredthsOf(percent),
    min: moneyFromText(settings[`refund.min.${currency}`], currency)!.amount,
    max: moneyFromText(settings[`refund.max.${currency}`], currency)!.amount,
  })
  return { BAHT: of('BAHT'), LAK: of('LAK') }
}

/** Games whose bets stay open for long: only slots decide a bet at once. */
function listLongGames(settings: Settings): string[] {
  return settings['games.providers']
    .filter(({ category }) => category !== 'slot')
    .map(({ code }) => code)
}

/** False if another worker was first. */
function endPeriod(
  { db, clock }: CloseDeps,
  period: Period,
  closing: ClosureOptions,
): Promise<boolean> {
  return insertClosed(db, period, { at: clock.now(), by: closing.by })
}

/** Players with movements that are not counted yet; the others have nothing to close. */
async function* listUncounted({ db }: CloseDeps): AsyncGenerator<string> {
  const listAfter = (after: string) => listPlayers(db, { after, limit: membersAtOnce })
  for await (const players of walk(listAfter, (memberId) => memberId)) {
    const accounts = await listMovedAccounts(db, players, counted)
    const cursors = await listCursors(db, accounts)
    const fresh = accounts.filter(({ id, seq }) => seq > (cursors.get(id) ?? 0n))
    yield* new Set(fresh.map(({ owner }) => owner))
  }
}

type RefundCount = {
  memberId: string
  period: Period
  terms: Record<WalletCurrency, Terms>
  longGames: readonly string[]
}

async function countMember(deps: CloseDeps, tx: Tx, counting: RefundCount): Promise<void> {
  const { memberId, period, terms, longGames } = counting
  await lockMember(tx, memberId)
  if (await periodIsCounted(tx, memberId, period)) return
  const spans = await spansOf(tx, memberId, period)
  if (spans.length === 0) return
  await moveCursors(tx, spans)
  const played = await resultsIn(tx, spans)
  // Without play there is neither loss nor win, whatever else was credited.
  if (played.lost === 0n && played.won === 0n) return
  const currency = (await findMember(tx, memberId))?.currency
  if (currency === undefined) throw new Refused('NO_USER')
  const at = deps.clock.now()
  const { rate } = terms[currency]
  const back = await matchReturns(tx, { memberId, period, spans, longGames })
  const results = { ...played, carried: back.carried }
  const full = refundOf(lossOf(results), terms[currency])
  const owed = (await findDebt(tx, memberId)) + back.tooMuch
  const takenOff = full < owed ? full : owed
  const refund = { rate, amount: full - takenOff, takenOff, debt: owed - takenOff }
  const denied = await findDenied(tx, memberId, period)
  await insertPeriod(tx, period, { ...results, ...refund, memberId, currency, denied, at })
  for (const stake of back.stakes) await insertStake(tx, memberId, { ...period, ...stake })
}

/** The item by which an operator has decided that nothing is owed to a member for a period. */
async function findDenied(
  on: Queryable,
  memberId: string,
  { since, until }: Period,
): Promise<bigint | null> {
  const items = await listDenied(on, memberId, oppositeKind)
  const isIn = ({ evidence }: { evidence: Record<string, unknown> }): boolean => {
    // Noon is in the same day whichever time zone the day begins in.
    const noon = Date.parse(`${String(evidence['day'])}T05:00:00Z`)
    return noon >= since.getTime() && noon < until.getTime()
  }
  return items.find(isIn)?.id ?? null
}

/**
 * The uncounted movements of a member's accounts up to the period's end. An account seen for the first time gets a
 * span even without movements, so that its cursor exists from then on.
 */
async function spansOf(tx: Tx, memberId: string, { since, until }: Period): Promise<GameSpan[]> {
  const accounts = (await listBalances(tx, memberId)).filter(({ kind }) => counted.includes(kind))
  const cursors = await listCursors(tx, accounts)
  const spans: GameSpan[] = []
  for (const account of accounts) {
    const known = cursors.get(account.id)
    if (account.seq <= (known ?? 0n)) continue
    const after = known ?? (await findSeqBefore(tx, account, since))
    const upto = await findSeqBefore(tx, account, until)
    if (upto > after || known === undefined)
      spans.push({ id: account.id, game: account.party, after, upto })
  }
  return spans
}

/** A part of an account's movements; `game` is empty if it is no game account. */
type GameSpan = Span & { game: string }

/** Movements have whole milliseconds, so the last one before an instant is at most a millisecond earlier. */
async function findSeqBefore(tx: Tx, account: Balance, at: Date): Promise<bigint> {
  return (await findBalanceAt(tx, account, new Date(at.getTime() - 1))).seq
}

const gifts = ['bonus', 'promotion', 'invite', 'refund', 'prize'] as const

async function resultsIn(tx: Tx, spans: readonly Span[]): Promise<Omit<Results, 'carried'>> {
  const sums = await sumByKind(tx, spans)
  const { got: won, gave: lost } = sums.get('play_result') ?? { got: 0n, gave: 0n }
  const given = gifts.reduce((sum, kind) => sum + (sums.get(kind)?.got ?? 0n), 0n)
  const forfeit = sums.get('forfeit') ?? { got: 0n, gave: 0n }
  // Money moved from the wallet to the forfeit account is still the member's until it goes to our own account.
  const gone = forfeit.gave - forfeit.got
  return { lost, won, gifts: given, forfeited: gone > 0n ? gone : 0n }
}
