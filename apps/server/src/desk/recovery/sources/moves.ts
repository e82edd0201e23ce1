import { mainWallet } from '@kapao/contract/limits'
import { textOfMoney } from '@kapao/contract/money'
import { fingerprintOf } from '#core/calls/idempotency.ts'
import { isKey } from '#core/ids.ts'
import { listBalances } from '#ledger/read.ts'
import type { GameClient, ListedMove } from '#outside/games/client.ts'
import type { Players } from '#money/games/players.ts'
import { listAccountsAt, type NamedAccount } from '#money/games/store.ts'
import { beginStatus, insertBeginnings } from '#money/transfers/begin-store.ts'
import type { MoveAllDeps } from '#money/transfers/move-all.ts'
import { findTransfer, type Transfer } from '#money/transfers/store.ts'
import type { OpenWallet } from '#money/wallet/open.ts'
import {
  holdsAll,
  idsOf,
  requestId,
  type BookingResult,
  type SourceFact,
  type PlayerAccount,
  type Source,
  type Span,
  type SourceResult,
} from './found.ts'

export type MoveDeps = {
  transfers: MoveAllDeps
  games: Pick<Players, 'readGames' | 'findPlayer' | 'findClient'>
  wallet: Pick<OpenWallet, 'setTo'>
  /** What is missing is rebuilt only while nothing else moves: later movements would be taken for play. */
  isClosed: boolean
}

const pageSize = 200
const atOnce = 8
const noList = 'they have no list of transfers: what differs there is held for people'

/** Transfers to and from each provider that lists them, member by member. */
export async function moveSources(deps: MoveDeps): Promise<Source[]> {
  const games = await deps.games.readGames()
  return games.map(({ code }) => {
    const source = `games ${code}`
    return { source, find: (span) => findMoves(deps, { source, game: code }, span) }
  })
}

type MoveSource = { source: string; game: string }

async function findMoves(
  deps: MoveDeps,
  { source, game }: MoveSource,
  span: Span,
): Promise<SourceResult> {
  const client = await deps.games.findClient(game)
  if (!client) return { why: 'the provider is not set up' }
  if (!client.list) return { why: noList }
  const found: SourceFact[] = []
  const places: PlayerAccount[] = []
  let silent = 0
  for (let after = ''; ;) {
    const accounts = await listAccountsAt(deps.transfers.db, { game, after, limit: pageSize })
    for (let from = 0; from < accounts.length; from += atOnce)
      await Promise.all(
        accounts.slice(from, from + atOnce).map(async (account) => {
          const moves = await ask(deps.transfers, client, { asked: account, span })
          if (moves === null) {
            silent += 1
            return
          }
          places.push({ memberId: account.memberId, game })
          found.push(...moves.map((move) => foundOf(deps, { source, account, move, moves })))
        }),
      )
    const last = accounts.at(-1)
    if (!last) break
    after = last.memberId
  }
  return silent === 0
    ? { found, places }
    : { found, places, why: `${silent} accounts were not answered for` }
}

async function ask(
  { accounts }: MoveAllDeps,
  client: GameClient,
  { asked: { memberId, game, username }, span }: { asked: NamedAccount; span: Span },
): Promise<readonly ListedMove[] | null> {
  const [account] = await accounts.find(memberId, [['game', game]])
  if (!account) return null
  const { currency } = account
  const answer = await client.list!({ username, currency, ...span, owner: null })
  return answer.outcome === 'listed' ? answer.moves : null
}

type One = {
  source: string
  account: NamedAccount
  move: ListedMove
  moves: readonly ListedMove[]
}

function foundOf(deps: MoveDeps, { source, account, move, moves }: One): SourceFact {
  const { memberId, game } = account
  const { reference, at } = move
  const times = moves.filter((one) => one.reference === reference).length
  const place = { memberId, game }
  return {
    source,
    reference,
    at,
    place,
    book: async () =>
      times > 1 ? waits(place, move, `they list it ${times} times`) : bookOne(deps, place, move),
  }
}

/** Books what was played before the move, and then the move itself. A second call finds its row. */
async function bookOne(
  deps: MoveDeps,
  place: PlayerAccount,
  move: ListedMove,
): Promise<BookingResult> {
  const { reference: id } = move
  const { db } = deps.transfers
  if (!isKey(id)) return waits(place, move, 'its reference is none of ours')
  const known = await findTransfer(db, id)
  if (known?.state === 'done') return 'known'
  if (known && !isSame(known, place, move)) return waits(place, move, 'the books have another one')
  if (known?.state === 'returned') return waits(place, move, 'the books have given it back')
  if (!deps.isClosed) return waits(place, move, 'it was reported after the house was opened again')
  // A move out that the books know has left the game's account already.
  const gone = known?.kind === 'out' ? move.money.amount : 0n
  if (!(await deps.wallet.setTo(place.memberId, place.game, move.before.amount - gone)))
    return { ...waits(place, move, 'the game moved meanwhile'), isShort: true }
  if (!known && !(await begin(deps.transfers, place, move)))
    return { ...waits(place, move, 'the books have less, or another one is open'), isShort: true }
  const why = 'rebuilt after a restore'
  await deps.transfers.transfers.end({ id, memberId: place.memberId, done: true, why })
  return 'rebuilt'
}

function isSame(
  known: Transfer,
  { memberId, game }: PlayerAccount,
  { direction, money }: ListedMove,
) {
  return (
    known.memberId === memberId &&
    known.game === game &&
    known.kind === direction &&
    known.amount === money.amount
  )
}

/** Holds the money of a move under its own id; false where it is not there, or another move is open. */
export async function begin(
  { db, accounts }: Pick<MoveAllDeps, 'db' | 'accounts'>,
  { memberId, game }: PlayerAccount,
  move: Pick<ListedMove, 'reference' | 'direction' | 'money' | 'at'> & { key?: string },
): Promise<boolean> {
  const { reference: id, direction: kind, money, at, key = `recovered:${id}` } = move
  const [wallet, hold, there] = idsOf(
    await accounts.find(memberId, [
      ['wallet', ''],
      ['transfer', ''],
      ['game', game],
    ]),
  )
  const isIn = kind === 'in'
  const beginning = {
    id,
    memberId,
    key,
    fingerprint: fingerprintOf('recover', { id }),
    parent: null,
    from: isIn ? mainWallet : game,
    to: isIn ? game : mainWallet,
    ...money,
    kind,
    game,
    source: isIn ? wallet! : there!,
    hold: hold!,
    target: isIn ? there! : wallet!,
    next: null,
    requestId,
    dayMax: null,
  }
  const [begun] = await insertBeginnings(db, [beginning], { at, skipBusy: false })
  const { status } = begun!
  if (status === beginStatus.done || status === beginStatus.replayed) return true
  if (status === beginStatus.short || status === beginStatus.inFlight) return false
  throw new Error(`a transfer could not be rebuilt: ${status}`)
}

function waits(
  { memberId, game }: PlayerAccount,
  { reference, direction, money, at }: ListedMove,
  why: string,
) {
  const what = `${textOfMoney(money)} ${money.currency} ${direction} at ${game}, ${at.toISOString()}, ${reference}`
  return { words: `${what}: ${why}`, memberId, holds: holdsAll }
}

/** What the books say that a member has at a game. */
export async function booksAt({ db }: Pick<MoveAllDeps, 'db'>, { memberId, game }: PlayerAccount) {
  const balances = await listBalances(db, memberId)
  return balances.find(({ kind, party }) => kind === 'game' && party === game) ?? null
}
