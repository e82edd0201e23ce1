import { expect, test } from 'vitest'
import { bangkokDayStart } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { openReconciling } from '#desk/reconcile/open.ts'
import { reconcileDay } from '#desk/reconcile/service.ts'
import { sealText } from '#testing/doubles/gift-links.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openPayWorld, receivingWallet } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listMoved } from './moved.ts'

const world = testWorld(openPayWorld)

const games = ['pg', 'betflix', 'joker2']

test('HOUSE-55 after a restart the games and the gift wallet show what was moved before, so that a day of before has no difference', async () => {
  const player = await world.addPlayer(100_000n, games)
  const move = (from: string, to: string, amount: number) =>
    player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
  for (const game of games) {
    expect((await move('wallet', game, 100)).status).toBe(200)
    expect((await move(game, 'wallet', 40)).status).toBe(200)
  }
  const { control } = world.sandbox
  const [row] = await world.database.db.query<{ username: string }>(
    'select username from account_member where id = $1',
    [player.id],
  )
  const { link } = await control<{ link: string }>('POST', '/giftlink/vouchers', {
    amount: '50',
    ownerMobile: row!.username,
    ownerName: 'SOMCHAI JAIDEE',
  })
  const sealed = await sealText(player, `${link}::${receivingWallet.walletAccountName}`)
  const headers = { 'idempotency-key': systemIds.key() }
  const redeemed = await player.call('POST /api/wallet/truelink', {
    body: { link: sealed },
    headers,
  })
  expect(redeemed.status).toBe(200)

  const { db } = world.database
  const deps = openReconciling(deskContext({ db, clock: world.clock }, world.config))
  const compare = async () => {
    const results = await reconcileDay(deps, bangkokDayStart(world.clock.now()))
    return results
      .filter(({ party }) => [...games, 'wallet'].includes(party))
      .map(({ party, why, ours, findings }) => [party, why, ours, findings.length])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
  }
  const whole = [
    ['betflix', null, 2, 0],
    ['joker2', null, 2, 0],
    ['pg', null, 2, 0],
    ['wallet', null, 1, 0],
  ]
  expect(await compare()).toEqual(whole)

  const names = new Map<string, string>()
  for (const game of games) names.set(game, await player.usernameAt(game))
  await control('POST', '/reset', {})
  await control('POST', '/app', { url: world.address })
  await world.passTime(0)
  for (const game of games)
    await control('POST', `/games/${game}/account`, {
      username: names.get(game),
      balance: '60.00',
    })
  const forgotten = await compare()
  expect(forgotten.map(([, , , findings]) => findings)).toEqual([2, 2, 2, 1])

  world.clock.moveMs(1)
  const { moves, received } = await listMoved(db, world.clock.now())
  for (const [game, moved] of moves)
    await control('POST', `/games/${game}/restore`, { moves: moved })
  await control('POST', '/giftlink/restore', { received })
  expect(await compare()).toEqual(whole)
  // Nothing was moved again.
  const accounts = await control<{ balance: string }[]>('GET', '/games/pg/accounts')
  expect(accounts).toMatchObject([{ balance: '60.00' }])
})
