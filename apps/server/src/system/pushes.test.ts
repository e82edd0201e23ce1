import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { openSocket } from '#testing/doubles/member-socket.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

const transfer = (player: Player, from: string, to: string) =>
  player.call('POST /api/wallet/transfer', {
    body: { from, to, amount: 10 },
    headers: { 'idempotency-key': systemIds.key() },
  })
const seqOf = async (player: Player) => {
  const balances = await listBalances(world.database.db, player.id)
  return Number(walletOf(balances)!.seq)
}
const rowOf = async (player: Player) => {
  const [row] = await world.database.db.query<{ id: string }>(
    'select operation as id from statement_row where member_id = $1 order by seq desc limit 1',
    [player.id],
  )
  return row!.id
}

test('a transfer that has ended is pushed to its member only', async () => {
  const [player, other] = [
    await world.addPlayer(10_000n, ['pg']),
    await world.addPlayer(10_000n, []),
  ]
  const mine = await openSocket(world.address, { token: player.token })
  const theirs = await openSocket(world.address, { token: other.token })
  await transfer(player, 'wallet', 'pg')
  const push = await mine.nextPush('transfer')
  expect(push).toEqual({ seq: await seqOf(player), _id: await rowOf(player), status: 'SUCCESS' })
  expect(await mine.nextPush('wallet')).toEqual({ seq: await seqOf(player) })
  expect(theirs.pushes).toEqual([])
  for (const { socket } of [mine, theirs]) socket.close()
})

test('one whose answer was lost is pushed when the sweeper has learned the outcome', async () => {
  const player = await world.addPlayer(10_000n, ['joker2'])
  const mine = await openSocket(world.address, { token: player.token })
  await world.sandbox.addFault({ operation: 'games.joker2.*', kind: 'drop-after' })
  const answer = await transfer(player, 'wallet', 'joker2')
  expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
  expect(mine.pushes).toEqual([])
  await world.sandbox.control('DELETE', '/faults', {})
  await world.passTime(35_000)
  await world.runJobs()
  expect(await mine.nextPush('transfer')).toMatchObject({
    status: 'SUCCESS',
    _id: await rowOf(player),
  })
  mine.socket.close()
})

test('winnings that a refresh has found are pushed; a refresh that found none is not', async () => {
  const player = await world.addPlayer(10_000n, ['pg'])
  await transfer(player, 'wallet', 'pg')
  const mine = await openSocket(world.address, { token: player.token })
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  // A push would come right behind the answer.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(mine.pushes).toEqual([])
  await world.setBalanceAt(player, 'pg', '25.00')
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  expect(await mine.nextPush('wallet')).toEqual({ seq: await seqOf(player) })
  mine.socket.close()
})
