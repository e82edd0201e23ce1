import { beforeAll, expect, test } from 'vitest'
import { decideItem } from '#records/items/decide.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { checkMeaning } from '#desk/watch/meaning/check-meaning.ts'
import { onItemDecided } from '#desk/watch/rewards/decided.ts'
import { bookPlay } from '#testing/worlds/booked-play.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'

const world = testWorld(openLossWorld)
beforeAll(async () => {
  await world.set('refund.period', 'day')
  await world.endDay()
}, 60_000)

async function play(player: Player, game: string, baht: bigint): Promise<void> {
  const at = world.clock.now()
  await bookPlay(world.database, player.id, { game, amount: baht * 100n, at })
  await world.passTime(60_000)
}
const receive = (player: Player) => world.asked(player, '/api/refund/receive')
const deps = () => ({ db: world.database.db, clock: world.clock })
const itemsOf = ({ id }: Player) =>
  listItems(world.database.db, { kind: null, memberId: id, open: true, limit: 9 })

/** A stake is open over midnight, and comes back. */
async function openOverMidnight(game: string, bankAccountName: string): Promise<Player> {
  const player = await world.addPlayer(0n, [], { bankAccountName })
  await play(player, game, -2_000n)
  await world.endDay()
  await play(player, game, 2_000n)
  await checkMeaning(deps())
  return player
}

test('CARE-108 a slot round that comes back after its period holds refunds for an operator, before any is received', async () => {
  const player = await openOverMidnight('pg', 'MALEE SUKJAI')
  expect(await itemsOf(player)).toMatchObject([
    { kind: 'meaning.refund-returned', holds: ['rewards'] },
  ])
  expect(await receive(player)).toEqual([409, 'REWARD_HELD'])
  const [item] = await itemsOf(player)
  const by = { actor: 'operator:som', requestId: 'test', why: 'the round was void' } as const
  const deciding = { ...deps(), onDecided: onItemDecided }
  await decideItem(deciding, item!.id, { decision: 'deny', ...by })
  expect((await receive(player))[0]).not.toBe(200)
  expect(await world.spent('refund', '')).toEqual([])
  // A real loss on the next day is refunded as usual.
  await world.endDay()
  await play(player, 'pg', -1_000n)
  await world.endDay()
  expect(await receive(player)).toEqual([200, 'REFUND_SUCCESS'])
})

test('CARE-108 a bet on sport that comes back is deducted from the next refund and holds nothing', async () => {
  const player = await openOverMidnight('sport', 'PREECHA BOONMEE')
  expect(await itemsOf(player)).toMatchObject([{ kind: 'meaning.refund-carried', holds: [] }])
  expect(await receive(player)).toEqual([200, 'REFUND_SUCCESS'])
})

test('CARE-108 a member with another win at slots after midnight gets the refund', async () => {
  const player = await world.addPlayer(0n, [], { bankAccountName: 'DAENG RUNGRUANG' })
  await play(player, 'pg', -2_000n)
  await world.endDay()
  await play(player, 'pg', 1_900n)
  await checkMeaning(deps())
  expect(await itemsOf(player)).toEqual([])
  expect(await receive(player)).toEqual([200, 'REFUND_SUCCESS'])
})
