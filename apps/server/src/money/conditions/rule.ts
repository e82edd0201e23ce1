import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { listBalances, type Balance } from '#ledger/read.ts'
import { readPlaySince } from '#ledger/play/running.ts'
import { openBetMs } from '#ledger/play/settled.ts'
import { readSlowGames } from '#money/games/read.ts'
import { judgeConditions, finalOf, type LockedMoney } from './judge.ts'
import { findCountedUntil, listOpen, setMet, sumOthers } from './store.ts'

export type ConditionDeps = {
  db: Db
  clock: Clock
  /** Requests the balances from all providers once; false if a provider that has had money does not answer. */
  refreshAll: (memberId: string) => Promise<boolean>
}

export type KeptMoney = LockedMoney & {
  /** What was to be played altogether for it; `toPlay` is what is left of that. */
  required: bigint
}

const nothingKept: KeptMoney = { amount: 0n, toPlay: 0n, required: 0n }

/**
 * The money that conditions keep now, as the ledger knows it. All conditions are judged together each time, so that
 * no stake counts twice and a returned one counts for nothing; a condition met by stakes that cannot be void any more
 * is recorded, and stays met.
 */
export async function findKept(
  { clock }: Pick<ConditionDeps, 'clock'>,
  on: Queryable,
  memberId: string,
): Promise<KeptMoney> {
  const open = await listOpen(on, memberId)
  if (open.length === 0) return nothingKept
  const now = clock.now()
  const after = (await findCountedUntil(on, memberId))?.getTime() ?? 0
  const rules = { now, staysOpen: await readSlowGames(on) }
  const { counted } = await readPlaySince(on, { memberId, since: open[0]!.createdAt }, rules)
  const play = counted().filter(({ at }) => at.getTime() > after)
  const { kept, met } = judgeConditions(open, play)
  const others = await sumOthers(on, memberId, open)
  const old = play.filter(({ at }) => now.getTime() - at.getTime() >= openBetMs)
  await setMet(on, finalOf(open, judgeConditions(open, old).met, now))
  const isMet = new Set(met.map(({ id }) => id))
  const unmet = open.filter(({ id }) => !isMet.has(id))
  return {
    amount: kept.amount + others.amount,
    toPlay: kept.toPlay + others.toPlay,
    required: unmet.reduce((sum, { toPlay }) => sum + toPlay, others.toPlay),
  }
}

/** The most that conditions let go: what its member has, money on its way to a game too, without what is kept. */
export function mostBeside(kept: LockedMoney, balances: readonly Balance[]): bigint {
  const most = hasOf(balances) - kept.amount
  return most > 0n ? most : 0n
}

function hasOf(balances: readonly Balance[]): bigint {
  return balances
    .filter(({ kind }) => kind === 'wallet' || kind === 'game' || kind === 'transfer')
    .reduce((sum, one) => sum + one.money.amount, 0n)
}

/** What rewards still require to be played at an instant, for a reward that comes after them. */
export async function findToPlay(
  on: Queryable,
  { memberId, at }: { memberId: string; at: Date },
): Promise<bigint> {
  const clock = { now: () => at }
  return (await findKept({ clock }, on, memberId)).toPlay
}

/**
 * Whether conditions block a withdrawal of this much: a given amount that is not played for stays. Outside a
 * transaction the games are asked before a refusal.
 */
export async function isKept(
  deps: ConditionDeps,
  on: Queryable,
  { memberId, money }: WithdrawalAmount,
): Promise<boolean> {
  if (!(await isInTheWay(deps, on, { memberId, money }))) return false
  if (on !== deps.db) return true
  if (!(await deps.refreshAll(memberId))) throw new Refused('SERVICE_BUSY')
  return isInTheWay(deps, on, { memberId, money })
}

type WithdrawalAmount = { memberId: string; money: Money }

async function isInTheWay(
  deps: ConditionDeps,
  on: Queryable,
  { memberId, money }: WithdrawalAmount,
): Promise<boolean> {
  const kept = await findKept(deps, on, memberId)
  if (kept.amount === 0n) return false
  const balances = await listBalances(on, memberId)
  // A member with too little money is refused for that, and not for a condition.
  return money.amount <= hasOf(balances) && money.amount > mostBeside(kept, balances)
}
