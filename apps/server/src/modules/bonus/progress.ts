import type { Money } from '@kapao/contract/money'
import type { Db, Queryable } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { findBalanceAt, listBalances, type Balance, walletOf } from '#ledger/read.ts'
import { countPlay, listResults, type Counted } from '#ledger/play/settled.ts'
import { findCampaign } from './campaign-store.ts'
import { isUnderCondition, totalOf, type GrantDeps } from './grant.ts'
import { findHeld, findLastEnded, listTakings, type Held, type Taking } from './store.ts'

export type Standing = {
  /** Wallet, games and what is between them. */
  total: bigint
  /** What is compared with the target: the total, or what was staked. */
  reached: bigint
  isMet: boolean
  isBelow: boolean
}

/** How far a condition is met, as the ledger knows it; asks no provider, so that a transaction may ask it. */
export async function standingOf(
  deps: Pick<GrantDeps, 'clock' | 'readSlowGames'>,
  on: Queryable,
  { held, balances }: { held: Held; balances: readonly Balance[] },
): Promise<Standing> {
  const total = totalOf(balances)
  const reached = held.terms.kind === 'balance' ? total : await stakedSince(deps, on, held)
  return {
    total,
    reached,
    isMet: reached >= held.target,
    isBelow: total <= held.endAmount,
  }
}

/** What was staked for certain and is decided; each game counts as much of it as the terms say. */
async function stakedSince(
  { clock, readSlowGames }: Pick<GrantDeps, 'clock' | 'readSlowGames'>,
  on: Queryable,
  { memberId, shares, createdAt }: Held,
): Promise<bigint> {
  const results = await listResults(on, memberId, createdAt)
  const play = countPlay(results, { now: clock.now(), staysOpen: await readSlowGames(on) })
  return turnoverOf(play, shares)
}

/** Each game counts as much of what was staked there as the terms say. */
export function turnoverOf(play: readonly Counted[], shares: Held['shares']): bigint {
  return [...Map.groupBy(play, ({ game }) => game)].reduce((sum, [game, all]) => {
    const staked = all.reduce((one, other) => one + other.staked, 0n)
    return sum + (staked * BigInt(Math.round((shares[game] ?? 100) * 100))) / 10_000n
  }, 0n)
}

export type ActiveAnswer = {
  status: boolean
  type: string | null
  progress: {
    code: string
    kind: Held['terms']['kind']
    total: Money
    target: Money
    endAmount: Money
  } | null
}

/** OP-BONACT: whether a reward is held and how far it has come; the total of a turnover condition is what was staked. */
export async function readActive(deps: GrantDeps, memberId: string): Promise<ActiveAnswer> {
  const { db } = deps
  const held = await findHeld(db, memberId)
  if (!held) return { status: false, type: null, progress: null }
  const { currency, target, endAmount } = held
  const { total, reached } = await standingOf(deps, db, {
    held,
    balances: await listBalances(db, memberId),
  })
  const shown = held.terms.kind === 'balance' ? total : reached
  return {
    status: true,
    // A campaign is never deleted; other rewards have no such type and are called by where they come from.
    type: held.source === 'bonus' ? (await findCampaign(db, held.code))!.type : held.source,
    progress: {
      code: held.code,
      kind: held.terms.kind,
      total: { amount: shown, currency },
      target: { amount: target, currency },
      endAmount: { amount: endAmount, currency },
    },
  }
}

/** OP-BONMIN: true when the total is low enough to end it; false, too, for who holds none. */
export async function readMinimum(deps: GrantDeps, memberId: string): Promise<boolean> {
  const held = await findHeld(deps.db, memberId)
  if (!held) return false
  const balances = await listBalances(deps.db, memberId)
  return (await standingOf(deps, deps.db, { held, balances })).isBelow
}

/**
 * Asked before a withdrawal is held, and once more in the transaction of one that emptied the games first. Who holds nothing,
 * or has reached the target, may; more than the terms let out is refused.
 */
export function openWithdrawalRule(deps: GrantDeps) {
  return async (on: Queryable, memberId: string, money?: Money): Promise<boolean> => {
    const held = await findHeld(on, memberId)
    if (!held) return false
    if (held.state !== 'active') return true
    // One is let out; what is left is deducted, even if that has to wait for a game.
    if (await deps.findWithdrawalAfter(on, memberId, held.statementSeq)) return true
    // Only where no transaction waits for the providers' answers.
    // What is not known may have been lost since: that is no refusal for good.
    if (isWholeDatabase(deps.db, on) && !(await deps.refreshAll(memberId)))
      throw new Refused('SERVICE_BUSY')
    const balances = await listBalances(on, memberId)
    const { isMet } = await standingOf(deps, on, { held, balances })
    if (isMet && money && held.withdrawMax !== null && money.amount > held.withdrawMax)
      throw new Refused('WITHDRAW_MAXIMUM')
    return !isMet
  }
}

function isWholeDatabase(db: Db, on: Queryable): boolean {
  return db === on
}

export type Bill = { held: Held; takings: Taking[] }

/** What came of the one that ended last; null before any has. */
export async function readBill({ db }: GrantDeps, memberId: string): Promise<Bill | null> {
  const held = await findLastEnded(db, memberId)
  return held && { held, takings: await listTakings(db, held.id) }
}

export type Preview = {
  allowed: boolean
  why: 'met' | 'below' | 'condition' | 'cap' | 'transfers' | 'unknown'
  lost: { place: string; amount: bigint }[]
  kept: bigint
  held: Held
}

/** What `clear` would do now, by the same judgement; takes nothing. */
export async function previewClear(deps: GrantDeps, memberId: string): Promise<Preview> {
  const { db } = deps
  const held = await findHeld(db, memberId)
  if (held?.state !== 'active') throw new Refused('NO_DATA')
  const isKnown = await deps.refreshAll(memberId)
  const balances = await listBalances(db, memberId)
  const judged = await judge(deps, db, { held, balances })
  const why = !isKnown && judged !== 'transfers' ? 'unknown' : judged
  return {
    allowed: why === 'met' || why === 'below',
    why,
    lost: gamesOf(balances).map(({ party, money }) => ({ place: party, amount: money.amount })),
    kept: walletOf(balances)?.money.amount ?? 0n,
    held,
  }
}

export type Scene = { held: Held; balances: readonly Balance[] }

export async function judge(
  deps: GrantDeps,
  on: Queryable,
  scene: Scene,
): Promise<Exclude<Preview['why'], 'unknown'>> {
  if ((await deps.listOpenGames(on, scene.held.memberId)).length > 0) return 'transfers'
  const { isMet, isBelow } = await standingOf(deps, on, scene)
  if (isMet && keepsTooMuch(scene)) return 'cap'
  if (isMet) return 'met'
  return isBelow ? 'below' : 'condition'
}

/** The wallet stays as it is, so ending it would let out more than the terms do; a withdrawal lets out just that. */
function keepsTooMuch({ held: { withdrawMax }, balances }: Scene): boolean {
  const wallet = walletOf(balances)?.money.amount ?? 0n
  return withdrawMax !== null && wallet > withdrawMax
}

export function gamesOf(balances: readonly Balance[]): Balance[] {
  return balances.filter(({ kind, money }) => kind === 'game' && money.amount > 0n)
}

/** Whether nothing is left under a condition, and has not been for so long: a bet that is running may still be won. */
export async function isEmptied(
  deps: GrantDeps,
  on: Queryable,
  { held, quietMs }: { held: Held; quietMs: number },
): Promise<boolean> {
  const balances = await listBalances(on, held.memberId)
  if (totalOf(balances) > 0n) return false
  const since = new Date(deps.clock.now().getTime() - quietMs)
  if (held.createdAt > since) return false
  for (const one of balances.filter(isUnderCondition))
    if ((await findBalanceAt(on, one, since)).seq !== one.seq) return false
  return true
}
