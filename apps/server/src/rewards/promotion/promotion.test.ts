import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

test('PROMO-04 PROMO-08 PROMO-10 OP-PROMO a code is found however it is typed, given once, and current while it is held', async () => {
  await world.definePromotion('SONGKRAN50')
  const player = await world.addPlayer(20_000n, [])
  const english = { headers: { cookie: 'locale=en' } }
  const shown = { percentFail: 20, description: '<p>About SONGKRAN50</p>' }
  for (const typed of ['SONGKRAN50', 'songkran50', '%20Song%20kran%2050'])
    expect((await player.call(`GET /api/promotion/find/${typed}`, english)).body).toEqual(shown)
  expect((await player.call('GET /api/promotion/current')).body).toBeNull()
  const offer = await player.call('GET /api/promotion/offer/songkran50')
  expect(offer.body).toMatchObject({ deposit: 200, bonus: 100, target: 1500, endAmount: 10 })
  expect((await player.balances()).wallet).toBe(20_000)

  const answer = await player.call('GET /api/promotion/activate/songkran50')
  expect([answer.status, answer.body]).toEqual([200, true])
  expect((await player.balances()).wallet).toBe(30_000)
  expect((await player.call('GET /api/promotion/current', english)).body).toEqual(shown)
  const check = await player.call('GET /api/bonus/check/active')
  expect(check.body).toMatchObject({ status: true, type: 'promotion', progress: { target: 1500 } })
  const [row] = await world.rowsOf(player)
  expect(row).toMatchObject({
    statementType: 'bonus',
    about: { promotion: { description: 'โค้ด' } },
  })
})

test('PROMO-11 ERRC-41 ERRC-42 an unknown or expired code is NO_PROMOTION, a used one PROMOTION_RECEIVED, permanently', async () => {
  await world.definePromotion('ONCE', { terms: { endAmount: { BAHT: '999999' } } })
  await world.definePromotion('GONE', { endsAt: world.clock.now() })
  await world.definePromotion('NONE', { quota: 0 })
  const player = await world.addPlayer(20_000n, [])
  const activate = (code: string) => player.call(`GET /api/promotion/activate/${code}`)
  for (const code of ['NEVERMADE', 'GONE']) {
    expect((await player.call(`GET /api/promotion/find/${code}`)).body).toBeNull()
    const answer = await activate(code)
    expect([answer.status, answer.body.code]).toEqual([404, 'NO_PROMOTION'])
    const offer = await player.call(`GET /api/promotion/offer/${code}`)
    expect([offer.status, offer.body.code]).toEqual([404, 'NO_PROMOTION'])
  }
  expect((await activate('NONE')).body.code).toBe('BONUS_FULL')
  expect((await activate('ONCE')).status).toBe(200)
  expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
  world.clock.moveMs(40 * hourMs)
  expect((await activate('ONCE')).body.code).toBe('PROMOTION_RECEIVED')
  expect((await player.balances()).wallet).toBe(30_000)
})

test('CARE-81 PROMO-04 a code that begins later, or gives nothing in this currency, reveals and gives nothing', async () => {
  const startsAt = new Date(world.clock.now().getTime() + 60_000)
  await world.definePromotion('SOON', { startsAt })
  const kipOnly = { of: 'amount', amount: { LAK: '50000' } } as const
  await world.definePromotion('KIPONLY', { terms: { gives: kipOnly } })
  const player = await world.addPlayer(20_000n, [])
  for (const code of ['SOON', 'KIPONLY']) {
    expect((await player.call(`GET /api/promotion/find/${code}`)).body).toBeNull()
    for (const path of ['offer', 'activate']) {
      const answer = await player.call(`GET /api/promotion/${path}/${code}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'NO_PROMOTION'])
    }
  }
  expect((await player.balances()).wallet).toBe(20_000)
  await world.passTime(60_000)
  expect((await player.call('GET /api/promotion/activate/SOON')).status).toBe(200)
})

test("a held bonus blocks a code, and a held code's reward blocks a bonus", async () => {
  await world.defineBonus('PLAIN')
  await world.definePromotion('CODE')
  const one = await world.addPlayer(0n, [])
  await one.call('GET /api/bonus/activate/PLAIN')
  expect((await one.call('GET /api/promotion/activate/CODE')).body.code).toBe(
    'BONUS_ALREADY_ACTIVE',
  )
  const other = await world.addPlayer(0n, [])
  await other.call('GET /api/promotion/activate/CODE')
  expect((await other.call('GET /api/bonus/activate/PLAIN')).body.code).toBe('BONUS_ALREADY_ACTIVE')
})
