import { expect, test } from 'vitest'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { fillEnvelope, sealLink } from '#testing/doubles/gift-links.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(open)

async function open() {
  return withBonuses(await openPayWorld())
}

async function sealedLink(player: Player): Promise<string> {
  return sealLink(player, (await fillEnvelope(world, '0899999999')).link)
}

async function uploadSlip(player: Player) {
  const form = new FormData()
  form.set('bankCode', 'KBANK')
  form.set('file', new Blob(['no picture'], { type: 'image/png' }), 'slip.png')
  const answer = await fetch(`${world.address}/api/wallet/slip`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${player.token}`, 'x-client': 'wallet-user' },
  })
  return { status: answer.status, body: await answer.json() }
}

test('OP-BON BON-23 I23 every deposit channel and withdrawal is refused while a bonus is held, with its code, and open again when it has ended', async () => {
  await world.set('deposit.manual', true)
  await world.defineBonus('SHUT', { terms: { endAmount: { BAHT: '999999' } } })
  await world.defineBonus('SECOND')
  await world.definePromotion('CODE')
  const player = await world.addPlayer(50_000n, [])
  const link = await sealedLink(player)
  expect((await player.call('GET /api/bonus/activate/SHUT')).status).toBe(200)
  // (500 + 100) x 5, and not before.
  expect((await player.call('GET /api/bonus/check/active')).body.progress.target).toBe(3000)
  const doors = async () => [
    await player.call('POST /api/qrcode/KBANK', { body: { amount: 100 } }),
    await player.call('POST /api/wallet/truelink', { body: { link } }),
    await uploadSlip(player),
    await player.call('POST /api/wallet/add', { body: { amount: 100 } }),
    await player.call('POST /api/wallet/withdraw', { body: { amount: 200 } }),
  ]
  const codesOf = async () => (await doors()).map(({ status, body }) => [status, body.code])
  expect(await codesOf()).toEqual(Array.from({ length: 5 }, () => [409, 'BONUS_REMAINING']))
  for (const path of ['bonus/activate/SECOND', 'promotion/activate/CODE'])
    expect((await player.call(`GET /api/${path}`)).body.code).toBe('BONUS_ALREADY_ACTIVE')
  expect((await player.balances())['wallet']).toBe(60_000)

  expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
  const codes = (await doors()).map(({ body }) => body.code)
  expect(codes).not.toContain('BONUS_REMAINING')
})
