import { textOfMoney } from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { listReceived } from '#channels/giftlinks/store.ts'
import { listAccounts } from '#money/games/store.ts'
import { listMoves } from '#money/transfers/carry.ts'

/** Days are compared for a week after they have ended. */
const backMs = 8 * dayMs
/** More than anybody moves in a demo, and what one call of the sandbox takes. */
const movesMax = 5_000
const receivedMax = 1_000

type MovedBefore = { username: string; amount: string; reference: string; at: string }

/**
 * What members have moved to games and back, by game, and the gift links that were emptied, as the books have it. The
 * sandbox forgets it when it ends, so it is sent again at every start: otherwise every move of yesterday would differ.
 */
export async function listMoved(on: Queryable, now: Date) {
  const time = { from: new Date(now.getTime() - backMs), to: now }
  const moves = new Map<string, MovedBefore[]>()
  const accounts = Map.groupBy(await listAccounts(on), ({ game }) => game)
  for (const [game, players] of accounts) {
    const names = new Map(players.map(({ memberId, username }) => [memberId, username]))
    const moved = await listMoves(on, { game, ...time })
    const found = moved.flatMap(({ memberId, state, createdAt, moveAs }): MovedBefore[] => {
      const username = names.get(memberId)
      if (state !== 'done' || username === undefined) return []
      const { reference, direction, money } = moveAs(username)
      const sign = direction === 'in' ? '' : '-'
      const amount = sign + textOfMoney(money)
      return [{ username, amount, reference, at: createdAt.toISOString() }]
    })
    moves.set(game, found.slice(0, movesMax))
  }
  const received = (await listReceived(on, time)).slice(-receivedMax)
  return {
    moves,
    received: received.map(({ amount, createdAt, ...one }) => ({
      ...one,
      ownerName: 'NOK THONGDEE',
      amount: textOfMoney({ amount, currency: 'BAHT' }),
      at: createdAt.toISOString(),
    })),
  }
}
