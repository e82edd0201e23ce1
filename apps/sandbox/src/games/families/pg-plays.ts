import { z } from 'zod'
import { asNumber } from '../provider/money.ts'
import type { Provider } from '../provider/provider.ts'

const playsMax = 5000

const rangeBody = z.object({
  from_time: z.coerce.number().catch(0),
  to_time: z.coerce.number().catch(Number.MAX_SAFE_INTEGER),
  count: z.coerce.number().int().min(1).max(playsMax).catch(playsMax),
})

/** Bets of a period, oldest first, each with its winnings so far. */
export function listPlays(provider: Provider, body: unknown): object[] {
  const { from_time, to_time, count } = rangeBody.parse(body)
  const plays: Record<string, unknown>[] = []
  const lastOf = new Map<string, Record<string, unknown>>()
  for (const movement of provider.books.list().toReversed()) {
    const { username, kind, amount, before, after, at } = movement
    if (kind === 'win') {
      Object.assign(lastOf.get(username) ?? {}, {
        winAmount: asNumber(amount),
        balanceAfter: asNumber(after),
      })
    }
    if (kind !== 'bet') continue
    const play = {
      betId: movement.id,
      playerName: username,
      betAmount: asNumber(0 - amount),
      winAmount: 0,
      balanceBefore: asNumber(before),
      balanceAfter: asNumber(after),
      betTime: Date.parse(at),
    }
    plays.push(play)
    lastOf.set(username, play)
  }
  return plays
    .filter(({ betTime }) => Number(betTime) >= from_time && Number(betTime) < to_time)
    .slice(0, count)
}
