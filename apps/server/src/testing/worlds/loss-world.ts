import { dayMs, minuteMs } from '@kapao/contract/times'
import { bangkokDayStart } from '#core/clock.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listEntries } from '../database/list-entries.ts'
import type { Config } from '#context/config.ts'
import { openBonusWorld, type BonusWorld } from './bonus-world.ts'
import type { Player } from './game-world.ts'

export type LossWorld = BonusWorld & {
  /** Sends this much to a game; in baht. */
  bring: (player: Player, game: string, amount: number) => Promise<void>
  /** Sets the provider's balance and has the member look; in baht. */
  play: (player: Player, game: string, balance: string) => Promise<void>
  moveTo: (at: string) => Promise<void>
  /** Moves past the day's end in Bangkok and runs the worker that closes it. */
  endDay: () => Promise<void>
  /** What the operator has given for rewards of a kind so far, in the smallest unit. */
  spent: (kind: 'invite' | 'refund', party: string) => Promise<number[]>
  asked: (player: Player, path: string, key?: string) => Promise<[number, string]>
}

/** A session ends after a week without use. */
const lookedAtEveryMs = 4 * dayMs
const lookingPlayersMax = 5
/** A provider is queried once in five seconds. */
const askedAgainAfterMs = 6_000

export async function openLossWorld(config: Partial<Config> = {}): Promise<LossWorld> {
  const world = await openBonusWorld(config)
  const { db } = world.database
  let newest: Player[] = []
  const moveTo = async (at: string): Promise<void> => {
    for (;;) {
      const ms = Date.parse(at) - world.clock.now().getTime()
      await world.passTime(Math.min(ms, lookedAtEveryMs))
      if (ms <= lookedAtEveryMs) return
      for (const player of newest) await player.call('GET /api/refund/check')
    }
  }
  return {
    ...world,
    addPlayer: async (...given) => {
      const player = await world.addPlayer(...given)
      newest = [player, ...newest].slice(0, lookingPlayersMax)
      return player
    },
    bring: async (player, game, amount) => {
      const body = { from: 'wallet', to: game, amount }
      const answer = await player.call('POST /api/wallet/transfer', { body })
      if (answer.status !== 200) throw new Error(`not brought: ${answer.text}`)
    },
    play: async (player, game, balance) => {
      await world.setBalanceAt(player, game, balance)
      const answer = await player.call('GET /api/wallet/refresh/slot')
      if (answer.status !== 200) throw new Error(`not refreshed: ${answer.text}`)
      await world.passTime(askedAgainAfterMs)
    },
    moveTo,
    endDay: async () => {
      const midnight = bangkokDayStart(new Date(world.clock.now().getTime() + dayMs))
      await moveTo(new Date(midnight.getTime() + 11 * minuteMs).toISOString())
      await world.runJobs()
    },
    spent: async (kind, party) => {
      const house = await accountBook(db).house(kind, party, 'BAHT')
      const { entries } = await listEntries(db, house, { page: 1, limit: 100 })
      return entries.map(({ amount }) => Number(-amount))
    },
    asked: async (player, path, key) => {
      const options = key === undefined ? {} : { headers: { 'idempotency-key': key } }
      const { status, body } = await player.call(`GET ${path}`, options)
      return [status, status === 200 ? body.message : body.code]
    },
  }
}
