import { dayMs } from '@kapao/contract/times'
import type { Tx } from '#core/db/db.ts'
import { sumByKind, type Span } from '#ledger/read.ts'
import type { Period } from './period.ts'
import { addReturned, listStakes, type Stake } from './store.ts'

/** Bets that stay open for longer are not matched. */
const openMaxMs = 30 * dayMs

type CarryQuery = {
  memberId: string
  period: Period
  spans: readonly (Span & { game: string })[]
  longGames: readonly string[]
}
type CarriedLoss = {
  /** Money that came back in this period from stakes of earlier ones. */
  carried: bigint
  /** The refunds paid for that money. */
  tooMuch: bigint
  /** The net losses at these games in this period. */
  stakes: { game: string; lost: bigint }[]
}

/**
 * For games whose bets stay open across a period's end: net wins in this period first count as returned stakes of
 * earlier ones, the newest first. Records the returned amounts, so that each comes back once; callers must hold the
 * member's lock.
 */
export async function matchReturns(tx: Tx, carrying: CarryQuery): Promise<CarriedLoss> {
  const { memberId, period, spans, longGames } = carrying
  const nets = new Map<string, bigint>()
  for (const span of spans.filter(({ game }) => longGames.includes(game))) {
    const { got, gave } = (await sumByKind(tx, [span])).get('play_result') ?? { got: 0n, gave: 0n }
    nets.set(span.game, (nets.get(span.game) ?? 0n) + got - gave)
  }
  const stakes = [...nets]
    .filter(([, net]) => net < 0n)
    .map(([game, net]) => ({ game, lost: -net }))
  const winning = [...nets].filter(([, net]) => net > 0n).map(([game]) => game)
  if (winning.length === 0) return { carried: 0n, tooMuch: 0n, stakes }
  const after = new Date(period.since.getTime() - openMaxMs)
  const open = await listStakes(tx, memberId, { games: winning, after })
  const { returns, tooMuch } = returnsOf(open, nets)
  for (const one of returns) await addReturned(tx, memberId, one)
  return { carried: returns.reduce((sum, { amount }) => sum + amount, 0n), tooMuch, stakes }
}

type Return = { period: string; game: string; amount: bigint }

/** The stakes that came back by these wins, and the refunds paid for them. */
export function returnsOf(
  stakes: readonly Stake[],
  nets: ReadonlyMap<string, bigint>,
): { returns: Return[]; tooMuch: bigint } {
  const left = new Map(nets)
  const cameBack = new Map<string, bigint>()
  const returns: Return[] = []
  let tooMuch = 0n
  for (const stake of stakes) {
    const won = left.get(stake.game) ?? 0n
    const amount = won < stake.open ? won : stake.open
    if (amount <= 0n) continue
    left.set(stake.game, won - amount)
    const before = cameBack.get(stake.period) ?? stake.before
    cameBack.set(stake.period, before + amount)
    tooMuch += refundWithout(stake, before) - refundWithout(stake, before + amount)
    returns.push({ period: stake.period, game: stake.game, amount })
  }
  return { returns, tooMuch }
}

/** The refund of a period if this much of its loss had come back. */
function refundWithout({ loss, rate, amount }: Stake, returned: bigint): bigint {
  const left = loss > returned ? loss - returned : 0n
  const share = (left * BigInt(rate)) / 10_000n
  return share < amount ? share : amount
}
