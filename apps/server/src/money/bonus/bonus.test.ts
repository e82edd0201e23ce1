import { describe, expect, test } from 'vitest'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

const activate = (player: Player, code: string) => player.call(`GET /api/bonus/activate/${code}`)
const active = async (player: Player) => (await player.call('GET /api/bonus/check/active')).body
const toGame = (player: Player, to: string, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to, amount } })

describe('happy', () => {
  test('BON-02 BON-17 BON-18 BON-22 BON-28 a bonus is credited, put under its condition, and shown in list, check and statement', async () => {
    await world.defineBonus('WELCOME', { maxReceived: 2 })
    const player = await world.addPlayer(50_000n, ['pg'])
    expect((await toGame(player, 'pg', 200)).status).toBe(200)
    expect(await active(player)).toEqual({ status: false, type: null, progress: null })

    const offer = await player.call('GET /api/bonus/offer/WELCOME')
    expect(offer.body).toMatchObject({ deposit: 500, bonus: 100, target: 3000, endAmount: 10 })
    const answer = await activate(player, 'WELCOME')
    expect(answer.status).toBe(200)
    const at = world.clock.now().toISOString()
    expect(answer.body).toEqual({
      _id: expect.any(String),
      isActive: true,
      received: [{ updatedAt: at }],
    })
    expect(await player.balances()).toMatchObject({ wallet: 40_000, pg: 20_000 })
    // (500 + 100) x 5, with the balance in games included.
    expect(await active(player)).toEqual({
      status: true,
      type: 'limit',
      progress: {
        code: 'WELCOME',
        kind: 'balance',
        total: 600,
        target: 3000,
        endAmount: 10,
        has: 600,
        end: 'condition',
      },
    })
    const list = await player.call('GET /api/bonus', { headers: { cookie: 'locale=en' } })
    expect(list.body.find((one: { code: string }) => one.code === 'WELCOME')).toEqual({
      code: 'WELCOME',
      type: 'limit',
      maxReceived: 2,
      percentFail: 20,
      banners: [{ image: '/pictures/x.webp', html: '<p>WELCOME</p>' }],
      userBonus: answer.body,
    })
    const [row] = await world.rowsOf(player)
    expect(row).toMatchObject({
      statementType: 'bonus',
      status: 'SUCCESS',
      money: { amount: 10_000n },
      about: { bonus: { description: 'WELCOME' } },
    })
    expect(await world.givenFor('bonus', 'WELCOME')).toEqual([10_000])
  })

  test('a share of the newest deposit is given once for that deposit, and the offer equals what is given', async () => {
    await world.defineBonus('SHARE', {
      maxReceived: 9,
      terms: {
        gives: { of: 'deposit', percent: 20, max: { BAHT: '80' } },
        endAmount: { BAHT: '999999' },
      },
    })
    const bankAccountNo = '5556667779'
    const player = await world.addPlayer(0n, [], { bankAccountNo })
    const wallet = async () => (await player.balances()).wallet
    const offer = async () => (await player.call('GET /api/bonus/offer/SHARE')).body
    const deposit = async (sum: number) => {
      await world.sandbox.control('POST', '/bank/pay', {
        fromAccount: bankAccountNo,
        fromName: 'SOMCHAI JAIDEE',
        amount: '300.00',
      })
      await expect.poll(wallet).toBe(sum)
    }
    expect(await offer()).toMatchObject({ needsDeposit: true, bonus: 0 })
    expect((await activate(player, 'SHARE')).body.code).toBe('BONUS_NO_DEPOSIT')
    await deposit(30_000)
    expect(await offer()).toMatchObject({ needsDeposit: false, bonus: 60 })
    expect((await activate(player, 'SHARE')).status).toBe(200)
    expect(await wallet()).toBe(36_000)
    expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
    await expect.poll(async () => (await active(player)).status).toBe(false)

    expect(await offer()).toMatchObject({ needsDeposit: true, bonus: 0 })
    expect((await activate(player, 'SHARE')).body.code).toBe('BONUS_NO_DEPOSIT')
    expect(await wallet()).toBe(36_000)
    await world.passTime(1_000)
    await deposit(66_000)
    expect(await offer()).toMatchObject({ needsDeposit: false, bonus: 60 })
  })
})
