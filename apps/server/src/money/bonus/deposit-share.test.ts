import { expect, test } from 'vitest'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { totalOf } from './grant.ts'

const world = testWorld(openBonusWorld)

const bankAccountNo = '5556667781'
let accounts = 0

/** A member who has just deposited 2,500 baht, and a bonus of a fifth of it, twice a week. */
async function addDepositor(): Promise<Player> {
  accounts += 1
  await world.defineBonus('WEEKEND', {
    type: 'week',
    maxReceived: 2,
    terms: {
      percentFail: 50,
      endAmount: null,
      gives: { of: 'deposit', percent: 20, max: { BAHT: '500' } },
    },
  })
  const fromAccount = `${bankAccountNo.slice(0, -1)}${accounts}`
  const player = await world.addPlayer(0n, ['pg'], { bankAccountNo: fromAccount })
  await world.sandbox.control('POST', '/bank/pay', {
    fromAccount,
    fromName: 'SOMCHAI JAIDEE',
    amount: '2500.00',
  })
  await expect.poll(async () => (await player.balances()).wallet).toBe(250_000)
  return player
}

async function playDownTo(player: Player, balance: string): Promise<void> {
  const body = { from: 'wallet', to: 'pg', amount: 2_500 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  await world.setBalanceAt(player, 'pg', balance)
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
}
const offerTo = async (player: Player) => (await player.call('GET /api/bonus/offer/WEEKEND')).body
const activate = (player: Player) => player.call('GET /api/bonus/activate/WEEKEND')

test('PLAY-01 a deposit that was lost earns no share of it, and the offer says so', async () => {
  const player = await addDepositor()
  expect(await offerTo(player)).toMatchObject({ bonus: 500, target: 15_000, endAmount: 1_500 })
  await playDownTo(player, '0.00')
  expect(await offerTo(player)).toMatchObject({ needsDeposit: true, bonus: 0 })
  const refused = await activate(player)
  expect([refused.status, refused.body.code]).toEqual([409, 'BONUS_NO_DEPOSIT'])
  expect(await player.balances()).toMatchObject({ wallet: 0, pg: 0 })
})

test('PLAY-01 of a deposit that is lost in part the share and the target are of the rest', async () => {
  const player = await addDepositor()
  await playDownTo(player, '1000.00')
  const promised = { deposit: 1_000, bonus: 200, target: 6_000, endAmount: 600 }
  expect(await offerTo(player)).toMatchObject({ ...promised, needsDeposit: false })
  expect((await activate(player)).status).toBe(200)
  const { progress } = (await player.call('GET /api/bonus/check/active')).body
  expect(progress).toMatchObject({ total: 1_200, target: 6_000, endAmount: 600 })
})

test('PLAY-01 a member who has won since has the whole share, and a target of all that is there', async () => {
  const player = await addDepositor()
  await playDownTo(player, '4000.00')
  expect(await offerTo(player)).toMatchObject({ deposit: 4_000, bonus: 500, target: 22_500 })
  expect((await activate(player)).status).toBe(200)
  expect(await player.balances()).toMatchObject({ wallet: 50_000, pg: 400_000 })
})

test('PLAY-01 what is there is the wallet, every game and what is on its way between them, and nothing else', () => {
  const kinds = [
    ['wallet', 1n],
    ['game', 10n],
    ['game', 100n],
    ['transfer', 1_000n],
    ['withdrawal', 10_000n],
  ] as const
  const currency = 'BAHT' as const
  const balances = kinds.map(([kind, amount]) => {
    const account = { id: amount, owner: 'A', kind, party: '', currency }
    return { ...account, money: { amount, currency }, seq: 1n }
  })
  expect(totalOf(balances)).toBe(1_111n)
})
