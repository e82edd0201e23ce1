import { expect, test } from 'vitest'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openPayWorld({ variant: 'laos' }))

const lao = () => ({
  username: `0205${String(Math.floor(1_000_000 + Math.random() * 8_999_999))}`,
  currency: 'LAK',
})

test('a code in kip is drawn here in the layout of OnePay, and paid when it is scanned', async () => {
  const player = await world.addPlayer(0n, [], lao())
  const state = await world.order(player, 'BCEL', 20_000)
  expect(state).toMatchObject({ hasQrcode: true, amount: 20_000 })
  const [row] = await world.database.db.query<{ payload: string }>(
    'select payload from qrcodes_code where id = $1',
    [state['qrcodeId']],
  )
  await world.sandbox.control('POST', '/gateways/BCEL/scan', { payload: row!.payload })
  await world.until(
    () => world.walletOf(player),
    (has) => has === 20_000,
  )
})

test('a code in kip is whole kip, and its money stays kip', async () => {
  const player = await world.addPlayer(0n, [], lao())
  const broken = await player.call('POST /api/qrcode/BCEL', { body: { amount: 2000.5 } })
  expect(broken.body).toEqual({ hasQrcode: false, message: 'QR_FAIL' })
  const baht = await player.call('POST /api/qrcode/KBANK', { body: { amount: 2000 } })
  expect(baht.body.code).toBe('QR_FAIL')
})
