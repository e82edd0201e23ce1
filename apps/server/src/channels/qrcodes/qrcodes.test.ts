import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayWorld)

const providers = [
  ['KBANK', 1],
  ['WW', 100],
  ['PAYONEX', 100],
  ['PAYTIMZ', 10],
  ['ZPAY', 10],
] as const

test.each(providers)(
  'DEP-Q01 ENT-13 %s makes a code of at least %d baht, and the wallet has the money once it is paid',
  async (provider, least) => {
    const player = await world.addPlayer(0n, [])
    expect(await world.order(player, provider, least)).toMatchObject({ hasQrcode: true })
    const state = (await player.call(`GET /api/qrcode/${provider.toLowerCase()}`)).body
    expect(state).toMatchObject({
      hasQrcode: true,
      message: '',
      qrcodeId: expect.any(String),
      qrcode: expect.stringMatching(/^<svg [^>]*viewBox/),
    })
    expect(state.qrcode).not.toContain('style=')
    const code = await world.newest(provider)
    expect(state.amount).toBe(Number(code.shown))
    expect(Math.abs(state.amount - least)).toBeLessThan(5)
    expect(new Date(state.expireIn).getTime() - world.clock.now().getTime()).toBeLessThanOrEqual(
      15 * minuteMs,
    )

    await world.pay(provider, { reference: code.reference })
    await world.until(
      () => world.walletOf(player),
      (has) => has === Math.round(state.amount * 100),
    )
    await world.until(
      async () => (await player.call(`GET /api/qrcode/${provider}`)).body,
      (body) => body.hasQrcode === false,
    )
    const rows = await world.database.db.query(
      'select statement_type as type, "from", status, amount from statement_row where member_id = $1',
      [player.id],
    )
    const amount = BigInt(Math.round(state.amount * 100))
    expect(rows).toEqual([{ type: 'deposit', from: provider, status: 'SUCCESS', amount }])
  },
)

test.each(providers)(
  'S28 DEP-Q20 OP-E02 ERRC-60 %s refuses less than %d baht, in the body of the reply',
  async (provider, least) => {
    const player = await world.addPlayer(0n, [])
    const answer = await player.call(`POST /api/qrcode/${provider}`, {
      body: { amount: least - 0.01 },
    })
    expect([answer.status, answer.body]).toEqual([200, { hasQrcode: false, message: 'QR_FAIL' }])
  },
)

test('DEP-Q20 OP-E02 ERRC-60 an unknown provider, one that is not offered, and one of another currency are refused', async () => {
  const player = await world.addPlayer(0n, [])
  for (const provider of ['SCB', 'NOBODY', 'BCEL'])
    expect(
      (await player.call(`POST /api/qrcode/${provider}`, { body: { amount: 500 } })).body,
    ).toMatchObject({ code: 'QR_FAIL' })
  expect((await player.call('GET /api/qrcode/NOBODY')).status).toBe(400)
})

test("SEC-14 OP-Q DEP-Q06 DEP-Q21 API-12 a cancelled code is gone; an unknown code or another member's is NO_DATA", async () => {
  const player = await world.addPlayer(0n, [])
  const other = await world.addPlayer(0n, [])
  const { qrcodeId } = await world.order(player, 'KBANK', 50)
  const stolen = await other.call(`DELETE /api/qrcode/${String(qrcodeId)}`)
  expect([stolen.status, stolen.body.code]).toEqual([404, 'NO_DATA'])
  expect((await other.call('GET /api/qrcode/KBANK')).body).toEqual({ hasQrcode: false })
  expect((await player.call('GET /api/qrcode/KBANK')).body.hasQrcode).toBe(true)
  const gone = await player.call(`DELETE /api/qrcode/${String(qrcodeId)}`)
  expect([gone.status, gone.body]).toEqual([200, { message: 'SUCCESS' }])
  expect((await player.call('GET /api/qrcode/KBANK')).body).toEqual({ hasQrcode: false })
  for (const id of [systemIds.key(), 'nothing'])
    expect((await player.call(`DELETE /api/qrcode/${id}`)).body.code).toBe('NO_DATA')
})

test("DEP-Q21 OP-B29 after its minutes by this server's clock a code is not shown any more", async () => {
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'KBANK', 50)
  await world.passTime(15 * minuteMs - 1_000)
  expect((await player.call('GET /api/qrcode/KBANK')).body.hasQrcode).toBe(true)
  await world.passTime(2_000)
  expect((await player.call('GET /api/qrcode/KBANK')).body).toEqual({ hasQrcode: false })
})

test('OP-Q I12 a second code replaces the first, at another provider too', async () => {
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'KBANK', 50)
  await world.order(player, 'ZPAY', 60)
  expect((await player.call('GET /api/qrcode/KBANK')).body).toEqual({ hasQrcode: false })
  expect((await player.call('GET /api/qrcode/ZPAY')).body.hasQrcode).toBe(true)
})

test.each([
  ['KBANK', 'bad-crc'],
  ['ZPAY', 'no-qr'],
  ['ZPAY', 'other-amount'],
  ['PAYONEX', 'bad-crc'],
  ['ZPAY', 'maintenance'],
])(
  'DEP-Q20 a faulty code of %s (%s) is never shown, and the earlier code stays',
  async (provider, kind) => {
    const player = await world.addPlayer(0n, [])
    await world.order(player, 'PAYTIMZ', 50)
    await world.sandbox.addFault({ operation: `gateways.${provider}.order`, kind, count: 1 })
    const answer = await player.call(`POST /api/qrcode/${provider}`, { body: { amount: 120 } })
    expect(answer.body).toEqual({ hasQrcode: false, message: 'QR_FAIL' })
    expect((await player.call('GET /api/qrcode/PAYTIMZ')).body.hasQrcode).toBe(true)
  },
)

test.each(['drop-after', 'status-after', 'garbage', 'empty'])(
  'an order whose reply is lost (%s) is asked for by its reference, and not made twice',
  async (kind) => {
    const player = await world.addPlayer(0n, [])
    await world.sandbox.addFault({ operation: 'gateways.ZPAY.order', kind, count: 1 })
    const before = await world.sandbox.countCalls('gateways.ZPAY.order')
    const state = await world.order(player, 'ZPAY', 40)
    expect(state).toMatchObject({ hasQrcode: true, amount: 40 })
    expect((await world.sandbox.countCalls('gateways.ZPAY.order')) - before).toBe(1)
  },
)

test('I19 the same key returns the same code, another body is refused, and outcome knows it', async () => {
  const player = await world.addPlayer(0n, [])
  const headers = { 'idempotency-key': systemIds.key() }
  const first = await player.call('POST /api/qrcode/ZPAY', { body: { amount: 40 }, headers })
  const again = await player.call('POST /api/qrcode/ZPAY', { body: { amount: 40 }, headers })
  expect(again.body).toEqual(first.body)
  const other = await player.call('POST /api/qrcode/ZPAY', { body: { amount: 41 }, headers })
  expect(other.body.code).toBe('KEY_REUSED')
  const outcome = await player.call(`GET /api/outcome/${headers['idempotency-key']}`)
  expect(outcome.body).toEqual({
    state: 'done',
    route: 'POST /api/qrcode/{provider}',
    code: 'SUCCESS',
  })
  const never = systemIds.key()
  await player.call(`GET /api/outcome/${never}`)
  const late = await player.call('POST /api/qrcode/ZPAY', {
    body: { amount: 40 },
    headers: { 'idempotency-key': never },
  })
  expect(late.body.code).toBe('ABANDONED')
})

test('I12 F31 twenty orders at once leave one live code', async () => {
  const player = await world.addPlayer(0n, [])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      player.call(`POST /api/qrcode/${n % 2 === 0 ? 'ZPAY' : 'PAYTIMZ'}`, {
        body: { amount: 40 },
        headers: { 'idempotency-key': systemIds.key() },
      }),
    ),
  )
  const codes = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`))
  expect([...codes].every((one) => one === '200 ' || one === '409 REQUEST_IN_PROGRESS')).toBe(true)
  const live = await world.database.db.query(
    `select from qrcodes_code where member_id = $1 and state in ('open', 'ordered')`,
    [player.id],
  )
  expect(live).toHaveLength(1)
})

test.each([
  ['KBANK', 'gateways.KBANK.inquiry', [1, 16, 75, 375, 1455]],
  ['ZPAY', 'gateways.ZPAY.query', [1, 16, 75]],
])(
  'RUN-10 a code of %s that was dropped is asked about seldom, and not for ever',
  { tags: 'long-2', timeout: 120_000 },
  async (provider, operation, minutes) => {
    const player = await world.addPlayer(0n, [])
    const { qrcodeId } = await world.order(player, provider, 120)
    const { reference } = await world.newest(provider)
    // Stops the polls of codes that other tests have left.
    await world.database.db.query('update qrcodes_code set next_at = null where reference <> $1', [
      reference,
    ])
    await player.call(`DELETE /api/qrcode/${String(qrcodeId)}`)
    const endedAt = world.clock.now().getTime()
    const asked: number[] = []
    let calls = await world.sandbox.countCalls(operation)
    for (const step of [...Array(40).fill(30_000), ...Array(160).fill(10 * minuteMs)]) {
      await world.passTime(step)
      await world.runJobs()
      const now = await world.sandbox.countCalls(operation)
      if (now > calls) asked.push(world.clock.now().getTime() - endedAt)
      calls = now
    }
    expect(asked).toHaveLength(minutes.length)
    for (const [n, minute] of minutes.entries()) {
      expect(asked[n]! / minuteMs).toBeGreaterThanOrEqual(minute)
      expect(asked[n]! / minuteMs).toBeLessThan(minute + 11)
    }
  },
)
