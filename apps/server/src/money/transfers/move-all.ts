import { nameOfCall } from '@kapao/contract/calls'
import { transferAll as transferAllCall } from '@kapao/contract/transfers'
import { mainWallet } from '@kapao/contract/limits'
import { fingerprintOf, keyFor, refuseKeyOf, type Caller } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import { waitFor } from '#core/jobs/wait-for.ts'
import { listBalances, type Balance, walletOf } from '#ledger/read.ts'
import type { TransferDeps } from './carry.ts'
import type { Transfers } from './move.ts'
import { beginStatus, insertAll, type NewTransfer } from './begin-store.ts'
import { refuseUntilNextDay } from './begin.ts'
import { setAllEnded } from './end-store.ts'
import { findByKey, findTransfer, listParts, type Transfer } from './store.ts'
import { answerOfAll, type pending, statusAlone, type TransferReceipt } from './view.ts'

const route = nameOfCall(transferAllCall)

export type MoveAllDeps = TransferDeps & { transfers: Transfers }

/** A process suspended for longer begins no more legs: the sweeper may have ended the whole. */
const beginsWithinMs = 40_000
const sweptAfterMs = 60_000

/** Moves everything and waits for it as long as a member should; the same key again answers what became of the first. */
export async function transferAll(
  deps: MoveAllDeps,
  caller: Caller,
  wanted: { to: string },
): Promise<TransferReceipt[] | typeof pending> {
  const begun = await beginAll(deps, caller, wanted)
  if (begun.isMine) {
    const work = carryAll(deps, begun.id, caller.requestId)
    await waitFor(deps, { work, what: 'a transfer' })
  }
  return answerOfAll(deps, begun.id, begun)
}

/** OP-TRFALL: every other game moves to the wallet, then the wallet moves to the game. One record for each leg. */
async function beginAll(
  deps: MoveAllDeps,
  caller: Caller,
  { to }: { to: string },
): Promise<{ id: string; isMine: boolean }> {
  const { db, clock, ids, players } = deps
  const { memberId } = caller
  const fingerprint = fingerprintOf(route, { to })
  const key = keyFor(caller, fingerprint, clock.now())
  const known = await findByKey(db, memberId, key)
  const balances = known ? [] : await listBalances(db, memberId)
  if (!known) {
    const place = findPlace(balances, to)
    const currency = findPlace(balances, mainWallet)?.currency
    if (to !== mainWallet && !(currency && (await players.mayEnter(to, currency))))
      throw new Refused('NO_GAME')
    if (!place) throw new Refused('SLOT_NO_ACCOUNT')
    if (!balances.some((one) => isSource(one, to))) throw new Refused('TRANSFER_MINIMUM')
    if (!(await deps.mayMove({ memberId, to }))) throw new Refused('BONUS_REMAINING')
  }
  const [wallet] = await deps.accounts.find(memberId, [['wallet', '']])
  const planned = gamesToEmpty(balances, to).map(({ party }) => party)
  const { currency } = wallet!
  const dayMax = await deps.readDayMax()
  const all = { id: ids.key(), memberId, key, fingerprint, to, currency, planned, dayMax }
  await deps.failpoint('transfer.planned')
  const begun = await insertAll(db, all, clock.now())
  if (begun.status === beginStatus.dayFull) await refuseUntilNextDay(deps, all)
  refuseKeyOf(begun.status)
  return { id: begun.id, isMine: begun.status === beginStatus.done }
}

/** Carries all legs until their outcome is known or has to wait. Legs begun earlier are found by their keys. */
async function carryAll(deps: MoveAllDeps, id: string, requestId: string): Promise<void> {
  const { db, clock } = deps
  await deps.failpoint('transfer.begun')
  const all = (await findTransfer(db, id))!
  const balances = await listBalances(db, all.memberId)
  await Promise.all(
    gamesToEmpty(balances, all.to).map((source) =>
      carryLeg(deps, legOf(deps, { all, balances, requestId }, { from: source.party })),
    ),
  )
  const ageMs = clock.now().getTime() - all.createdAt.getTime()
  if (all.to !== mainWallet && ageMs < beginsWithinMs) {
    const after = await listBalances(db, all.memberId)
    if (findPlace(after, mainWallet)!.money.amount > 0n)
      await carryLeg(deps, legOf(deps, { all, balances: after, requestId }, { from: mainWallet }))
  }
  await deps.failpoint('transfer.all-in-wallet')
  await finishAll(deps, id)
}

async function carryLeg({ transfers, log }: MoveAllDeps, leg: NewTransfer): Promise<void> {
  try {
    const started = await transfers.begin(leg)
    if (started.isMine) await transfers.carryStarted(started)
  } catch (error) {
    // The game is busy or empty by now; the others go on, and the parent records whether all of it went.
    if (error instanceof Refused)
      log.warn({ all: leg.parent, from: leg.from, refusal: error.code }, 'a leg was refused')
    else throw error
  }
}

type MoveAllRun = { all: Transfer; balances: Balance[]; requestId: string }

function legOf(
  { ids }: MoveAllDeps,
  { all, balances, requestId }: MoveAllRun,
  leg: { from: string },
): NewTransfer {
  const { from } = leg
  const to = from === mainWallet ? all.to : mainWallet
  const source = findPlace(balances, from)!
  return {
    id: ids.key(),
    memberId: all.memberId,
    key: `${all.id}:${from}`,
    fingerprint: fingerprintOf(route, { all: all.id, from }),
    parent: all.id,
    kind: from === mainWallet ? 'in' : 'out',
    game: from === mainWallet ? to : from,
    from,
    to,
    ...source.money,
    source,
    hold: balances.find(({ kind }) => kind === 'transfer')!,
    target: findPlace(balances, to)!,
    next: null,
    requestId,
    // Its parent was asked, and what it has taken home moves on.
    dayMax: null,
  }
}

/** I20: success only when every leg succeeds, and nothing is left behind. */
async function finishAll(deps: MoveAllDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const all = (await findTransfer(db, id))!
  const parts = await listParts(db, id)
  if (parts.some((one) => statusAlone(one) === 'open')) return
  const reached = all.to === mainWallet || parts.some(({ kind }) => kind === 'in')
  const isDone =
    parts.length > 0 &&
    reached &&
    parts.every(({ state }) => state === 'done') &&
    !(await isLeftBehind(deps, all, parts))
  await setAllEnded(db, id, { state: isDone ? 'done' : 'returned', at: clock.now() })
}

/** A leg that was refused at its beginning left no part, and its money stayed. */
async function isLeftBehind(
  { db }: MoveAllDeps,
  all: Transfer,
  parts: Transfer[],
): Promise<boolean> {
  const missed = (all.planned ?? []).filter((game) => !parts.some(({ from }) => from === game))
  if (missed.length === 0) return false
  const balances = await listBalances(db, all.memberId)
  return missed.some((game) => findPlace(balances, game)!.money.amount > 0n)
}

/** For the sweeper: ends it when its legs have ended; never begins one. */
export async function recoverAll(deps: MoveAllDeps, all: Transfer): Promise<void> {
  if (deps.clock.now().getTime() - all.createdAt.getTime() > sweptAfterMs)
    await finishAll(deps, all.id)
}

function gamesToEmpty(balances: readonly Balance[], to: string): Balance[] {
  return balances.filter((one) => one.kind === 'game' && isSource(one, to))
}

function isSource({ kind, party, money }: Balance, to: string): boolean {
  if (money.amount <= 0n) return false
  return kind === 'game' ? party !== to : kind === 'wallet' && to !== mainWallet
}

function findPlace(balances: readonly Balance[], place: string): Balance | undefined {
  return place === mainWallet
    ? walletOf(balances)
    : balances.find(({ kind, party }) => kind === 'game' && party === place)
}

type Sweep = { memberId: string; key: string; requestId: string }

/**
 * Empties all games into the wallet under a key that no member can send, once per key, and follows it until its outcome
 * is known or has to wait.
 */
export async function sweepGames(transfers: MoveAllDeps, sweep: Sweep): Promise<void> {
  try {
    const { id, isMine } = await beginAll(transfers, sweep, { to: mainWallet })
    if (isMine) await carryAll(transfers, id, sweep.requestId)
  } catch (error) {
    // The games are already empty; the wallet's balance decides.
    if (!(error instanceof Refused)) throw error
  }
}
