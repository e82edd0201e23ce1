import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '#core/db/db.ts'
import { clearlyBefore, movesAfter } from '../read.ts'
import {
  inOrderOfTime,
  openTally,
  type SettledPlay,
  type Result,
  type Rules,
  type Tally,
} from './settled.ts'

/** Whose results, and from when on. */
export type ResultsQuery = { memberId: string; since: Date }

export type Play = {
  /** What `counted` has as stakes, summed for each game. */
  staked: Pick<SettledPlay, 'game' | 'staked'>[]
  counted: () => SettledPlay[]
}

/** More than the results that a member can have in a day, since a game is queried every five seconds at most. */
const resultsMax = 20_000
/** Adding these takes a few milliseconds; after that others have a turn. */
const addedAtOnce = 1_000
/** Stakes and wins, about 20 MB. */
const keptMax = 200_000

/** Beside its stakes and wins. */
const ownSize = 10

/** `upto`: the number of the last result that was added, by account. */
type Count = { tallies: Map<string, Tally>; upto: Map<bigint, bigint>; read: number; size: number }

/** What was counted, the least recently used first. */
type Book = { counts: Map<string, Count>; size: number }

const books = new WeakMap<Queryable, Book>()

/**
 * The play of a member since an instant, always as if all results were counted again. Outside a transaction what was
 * counted before is kept and only later results are read: members look at their progress again and again. Results are
 * never changed, and those of an account are committed in the order of their numbers, so each is read once. A
 * transaction counts again: it sees what it has written itself, and may still be rolled back.
 */
export async function readPlaySince(on: Queryable, of: ResultsQuery, rules: Rules): Promise<Play> {
  const book = 'isTransaction' in on ? null : openBook(on)
  const key = `${of.memberId} ${of.since.getTime()}`
  const known = book?.counts.get(key)
  const own = known && fits(known, rules) ? known : openCount()
  if (own.read < resultsMax) await addAll(own, await readLater(on, of, own), rules)
  if (book) keep(book, key, own)
  return {
    staked: [...own.tallies].map(([game, tally]) => ({ game, staked: tally.staked(rules.now) })),
    counted: () =>
      inOrderOfTime([...own.tallies.values()].flatMap((tally) => tally.counted(rules.now))),
  }
}

/** The results of a member's games since an instant. With more than the maximum, only the oldest count. */
export function listResults(on: Queryable, memberId: string, since: Date): Promise<Result[]> {
  return readLater(on, { memberId, since }, openCount())
}

function openCount(): Count {
  return { tallies: new Map(), upto: new Map(), read: 0, size: 0 }
}

function openBook(on: Queryable): Book {
  const known = books.get(on) ?? { counts: new Map<string, Count>(), size: 0 }
  books.set(on, known)
  return known
}

/** The settings may have moved a game among those where bets stay open, or out of them. */
function fits({ tallies }: Count, { staysOpen }: Rules): boolean {
  return [...tallies].every(([game, { isSlow }]) => game === '' || isSlow === staysOpen(game))
}

function keep(book: Book, key: string, own: Count): void {
  drop(book, key)
  own.size = [...own.tallies.values()].reduce((sum, { size }) => sum + size, ownSize)
  book.counts.set(key, own)
  book.size += own.size
  for (const oldest of book.counts.keys()) {
    if (book.size <= keptMax) return
    drop(book, oldest)
  }
}

function drop(book: Book, key: string): void {
  book.size -= book.counts.get(key)?.size ?? 0
  book.counts.delete(key)
}

/** Another reader may have added some of these meanwhile. */
async function addAll(
  own: Count,
  results: readonly AccountResult[],
  { staysOpen }: Rules,
): Promise<void> {
  for (const [at, result] of results.entries()) {
    if (at % addedAtOnce === addedAtOnce - 1) await nextTurn()
    const { account, game, seq } = result
    if (seq <= (own.upto.get(account) ?? 0n)) continue
    const tally = own.tallies.get(game) ?? openTally(game, staysOpen(game))
    own.tallies.set(game, tally)
    tally.add(result)
    own.upto.set(account, seq)
    own.read += 1
  }
}

type AccountResult = Result & { account: bigint }

/** Those that have not been added yet, each account's in their order. */
async function readLater(
  on: Queryable,
  { memberId, since }: ResultsQuery,
  { upto, read }: Pick<Count, 'upto' | 'read'>,
): Promise<AccountResult[]> {
  const rows = await on.query<AccountResult>(
    `select a.id as account, case when a.kind = 'game' then a.party else '' end as game, m.seq, m.amount, m.created_at as at
     from ledger_account a
     left join unnest($4::bigint[], $5::bigint[]) as known (account, seq) on known.account = a.id,
     ${movesAfter('known.seq')}
     where a.owner = $1 and a.kind in ('game', 'forfeit') and m.created_at >= $2
       and (a.kind = 'game' and m.kind = 'play_result' or a.kind = 'forfeit' and m.kind = 'forfeit' and m.amount < 0)
     order by m.created_at, a.id, m.seq limit $6`,
    [
      memberId,
      since,
      clearlyBefore(since),
      [...upto.keys()],
      [...upto.values()],
      resultsMax - read,
    ],
  )
  return rows.toSorted((one, other) => Number(one.seq - other.seq))
}
