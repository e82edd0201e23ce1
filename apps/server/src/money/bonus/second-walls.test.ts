import { afterEach, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

// Each of these is refused or done by another part, too, unless two things meet.
const world = testWorld(openBonusWorld)
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const activate = (player: Player, code: string) => player.call(`GET /api/bonus/activate/${code}`)
const clear = (player: Player) => player.call('GET /api/bonus/clear')
const withdraw = (player: Player, amount: number) =>
  player.call('POST /api/wallet/withdraw', { body: { amount } })
const post = (player: Player, call: string, body: object, key: string) =>
  player.call(`POST /api/wallet/${call}`, { body, headers: { 'idempotency-key': key } })
const current = async (player: Player) =>
  (await player.call('GET /api/withdrawals/current')).body.withdrawal?.stage

describe('one withdrawal from a met target', () => {
  test('BON-26 a second one is refused while the end of the bonus waits for a game, though the first is paid', async () => {
    await world.defineBonus('ONCE', { terms: { factor: '0.1' } })
    const player = await world.addPlayer(60_000n, ['pg'])
    expect((await activate(player, 'ONCE')).status).toBe(200)
    // Money is on its way to a game that never had any, so there is no balance to ask for.
    await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before' })
    const move = { from: 'wallet', to: 'pg', amount: 50 }
    expect((await post(player, 'transfer', move, systemIds.key())).status).toBe(202)
    expect((await withdraw(player, 100)).status).toBe(200)
    await expect.poll(() => current(player), { timeout: 10_000 }).toBe('PAID')
    expect((await withdraw(player, 110)).body.code).toBe('BONUS_REMAINING')
    await world.sandbox.control('DELETE', '/faults', {})
    await world.work(3)
    const nothing = { wallet: 0, transit: 0, pg: 0 }
    await expect.poll(() => player.balances(), { timeout: 10_000 }).toEqual(nothing)
  })

  test('OP-BON I17 a game that cannot be asked, since money is on its way there, leaves the target unknown', async () => {
    await world.defineBonus('ONTHEWAY', { terms: { factor: '1' } })
    const player = await world.addPlayer(60_000n, ['pg'])
    await activate(player, 'ONTHEWAY')
    const move = (amount: number) =>
      post(player, 'transfer', { from: 'wallet', to: 'pg', amount }, systemIds.key())
    expect((await move(300)).status).toBe(200)
    // It is lost there, which the books do not know yet.
    await world.setBalanceAt(player, 'pg', '0')
    await world.passTime(6_000)
    await world.sandbox.addFault({ operation: 'games.pg.transfer-in', kind: 'drop-before' })
    await world.sandbox.addFault({ operation: 'games.pg.transaction', kind: 'drop-before' })
    expect((await move(50)).status).toBe(202)
    expect((await withdraw(player, 100)).body.code).toBe('SERVICE_BUSY')
    expect(await current(player)).toBeUndefined()
  })
})

describe('the end of a bonus', () => {
  test('I23 BON-23 what waited for it is credited at once, without a job', async () => {
    await world.defineBonus('WAITED', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(10_000n, [])
    await activate(player, 'WAITED')
    const { settle } = openTestDeposits(world.database.db, world.clock)
    const settled = await settle(anyArrival({ memberId: player.id }))
    expect(settled).toMatchObject({ outcome: 'suspended', why: 'bonus' })
    expect((await clear(player)).status).toBe(200)
    await expect
      .poll(() => player.balances(), { timeout: 10_000 })
      .toMatchObject({ wallet: 10_000 + 10_000 + 50_000 })
  })

  test('I19 BON-25 a transfer that is known by its key is answered as before while the games are emptied, and a new one is refused', async () => {
    await world.defineBonus('KNOWN', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(60_000n, ['pg', 'joker2'])
    await activate(player, 'KNOWN')
    const [one, all] = [systemIds.key(), systemIds.key()]
    const [body, everything] = [{ from: 'wallet', to: 'joker2', amount: 100 }, { to: 'pg' }]
    const first = await post(player, 'transfer', body, one)
    const firstAll = await post(player, 'transferAll', everything, all)
    expect([first.status, firstAll.status]).toEqual([200, 200])
    await world.passTime(6_000)
    await world.sandbox.addFault({ operation: 'games.pg.transfer-out', kind: 'in-round', count: 1 })
    expect((await clear(player)).status).toBe(202)
    expect(await post(player, 'transfer', body, one)).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(await post(player, 'transferAll', everything, all)).toMatchObject({
      status: 200,
      body: firstAll.body,
    })
    for (const [call, what] of [
      ['transfer', { from: 'pg', to: 'wallet', amount: 100 }],
      ['transferAll', { to: 'wallet' }],
      ['transferAll', { to: 'joker2' }],
    ] as const) {
      const refused = await post(player, call, what, systemIds.key())
      expect(refused.body.code, call).toBe('BONUS_REMAINING')
    }
  })
})
