import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayWorld)

const secret = 'sandbox-webhook-secret'
type WebhookCall = {
  body: string
  eventId?: string
  timestamp?: string
  signature?: string
  key?: string
}

/** A webhook as a gateway or a forger sends it. */
async function bring(provider: string, { body, ...given }: WebhookCall) {
  const eventId = given.eventId ?? systemIds.key()
  const timestamp = given.timestamp ?? String(Math.floor(world.clock.now().getTime() / 1000))
  const signature =
    given.signature ??
    createHmac('sha256', given.key ?? secret)
      .update(`${eventId}.${timestamp}.${body}`)
      .digest('hex')
  const reply = await fetch(`${world.address}/webhooks/gateways/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body,
  })
  return reply.status
}

async function newCode(player: Player, amount = 40, provider = 'ZPAY') {
  await world.order(player, provider, amount)
  return (await world.newest(provider)).reference
}

/** A payment that the gateway has, without a webhook. */
async function paidCode(player: Player, fields: Record<string, unknown> = {}) {
  const reference = await newCode(player)
  const [payment] = await world.pay('ZPAY', { reference, told: false, ...fields })
  return { reference, transactionId: payment!.id }
}

const messageOf = (reference: string, fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    refId: reference,
    transactionId: systemIds.key(),
    amount: 40,
    status: 'PAID',
    successAt: world.clock.now().toISOString(),
    ...fields,
  })

const findings = async () =>
  world.database.db.query<{ about: string; what: string }>(
    'select about, what from qrcodes_finding order by id',
  )
const suspended = async (reference: string) =>
  world.database.db.query<{ why: string; amount: bigint }>(
    `select d.why, d.amount from deposits_deposit d join qrcodes_payment p on p.deposit = d.id
     where p.reference = $1 and d.state = 'suspended'`,
    [reference],
  )

test('F21 I09 one webhook fifty times at once credits once and is accepted every time', async () => {
  const player = await world.addPlayer(0n, [])
  const { reference, transactionId } = await paidCode(player)
  const body = messageOf(reference, { transactionId })
  const eventId = systemIds.key()
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => bring('ZPAY', { body, eventId })),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await world.walletOf(player)).toBe(4_000)
})

test('F22 a new event about a known payment credits nothing; a different body is listed', async () => {
  const player = await world.addPlayer(0n, [])
  const { reference, transactionId } = await paidCode(player)
  const eventId = systemIds.key()
  expect(await bring('ZPAY', { body: messageOf(reference, { transactionId }), eventId })).toBe(200)
  expect(await bring('ZPAY', { body: messageOf(reference, { transactionId }) })).toBe(200)
  expect(await world.walletOf(player)).toBe(4_000)
  const before = (await findings()).length
  const other = messageOf(reference, { transactionId, amount: 99 })
  expect(await bring('ZPAY', { body: other, eventId })).toBe(200)
  expect(await world.walletOf(player)).toBe(4_000)
  const listed = (await findings()).slice(before)
  expect(listed.map(({ about }) => about)).toEqual([`event ${eventId}`, transactionId])
})

test('F24 S38 a webhook that is not signed, complete and fresh is refused: 200 of 200', async () => {
  const player = await world.addPlayer(0n, [])
  const { reference, transactionId } = await paidCode(player)
  const body = messageOf(reference, { transactionId })
  const now = Math.floor(world.clock.now().getTime() / 1000)
  const eventId = systemIds.key()
  const right = createHmac('sha256', secret).update(`${eventId}.${now}.${body}`).digest('hex')
  const flip = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  const mutations: WebhookCall[] = [
    ...Array.from({ length: 64 }, (_, at) => ({
      body,
      eventId,
      timestamp: String(now),
      signature: flip(right, at),
    })),
    ...Array.from({ length: 100 }, (_, at) => ({
      body: flip(body, at % body.length),
      eventId,
      timestamp: String(now),
      signature: right,
    })).map((one, at) =>
      one.body === body ? { ...one, body: `${body} `.padEnd(body.length + at + 1) } : one,
    ),
    {
      body: JSON.stringify(JSON.parse(body), null, 1),
      eventId,
      timestamp: String(now),
      signature: right,
    },
    { body, eventId: systemIds.key(), timestamp: String(now), signature: right },
    ...[-361, 361, -3_600, 86_400].map((by) => ({ body, timestamp: String(now + by) })),
    ...['', 'x', right.slice(1), `${right}00`, right.toUpperCase()].map((signature) => ({
      body,
      eventId,
      timestamp: String(now),
      signature,
    })),
    ...Array.from({ length: 25 }, (_, n) => ({ body, key: `another-secret-${n}` })),
  ]
  expect(mutations).toHaveLength(200)
  const statuses = await Promise.all(mutations.map((one) => bring('ZPAY', one)))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect(await world.walletOf(player)).toBe(0)
  expect(await bring('ZPAY', { body, eventId, timestamp: String(now), signature: right })).toBe(200)
  expect(await world.walletOf(player)).toBe(4_000)
  expect(await bring('ZPAY', { body: '{"status":"PAID"}' })).toBe(400)
})

test('F27 the paid amount is credited, whatever was ordered', async () => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player)
  await world.pay('ZPAY', { reference, amount: '39.50' })
  const has = await world.until(
    () => world.walletOf(player),
    (has) => has === 3_950,
  )
  expect(has).toBe(3_950)
})

test('S39 a wrong amount that the gateway does not confirm is not credited, and listed', async () => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player)
  await bring('ZPAY', { body: messageOf(reference, { amount: 39 }) })
  expect(await world.walletOf(player)).toBe(0)
  await world.work(20)
  expect(await world.walletOf(player)).toBe(0)
  expect((await findings()).at(-1)?.what).toMatch(/never confirmed/)
})

test('S39 a large payment waits until the gateway can be asked', async () => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player, 25_000)
  const [payment] = await world.pay('ZPAY', { reference, told: false })
  await world.sandbox.addFault({ operation: 'gateways.ZPAY.query', kind: 'maintenance', count: 1 })
  // The webhook is answered only after all its effects are committed.
  const fields = { amount: 25_000, transactionId: payment!.id }
  expect(await bring('ZPAY', { body: messageOf(reference, fields) })).toBe(200)
  const rows = await world.database.db.query<{ state: string }>(
    'select state from qrcodes_payment where reference = $1',
    [reference],
  )
  expect([rows[0]?.state, await world.walletOf(player)]).toEqual(['received', 0])
  await world.work(2)
  expect(await world.walletOf(player)).toBe(2_500_000)
})

test.each([
  ['0', 'THB'],
  ['-5', 'THB'],
  ['40', 'USD'],
  ['0.001', 'THB'],
])('F27 %s %s is not booked, and listed for people', async (amount, currency) => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player)
  expect(
    await bring('ZPAY', { body: messageOf(reference, { amount: Number(amount), currency }) }),
  ).toBe(200)
  expect(await world.walletOf(player)).toBe(0)
  expect((await findings()).at(-1)?.what).toMatch(/cannot be booked/)
})

test.each(['ZPAY', 'PAYONEX'])(
  'F27 money in another currency goes to suspense in that currency, from %s',
  async (provider) => {
    const player = await world.addPlayer(0n, [])
    const reference = await newCode(player, 100, provider)
    await world.pay(provider, { reference, currency: 'LAK', amount: '5000' })
    const found = await world.until(
      () => suspended(reference),
      (rows) => rows.length === 1,
    )
    expect(found).toMatchObject([{ why: 'currency', amount: 5_000n }])
    expect(await world.walletOf(player)).toBe(0)
  },
)

test.each(['004', 'KBNK', 'KBANK'])(
  "a gateway may name the payer's bank %s: it is the registered one, and the transfer has the same name",
  async (bankCode) => {
    const player = await world.addPlayer(0n, [])
    const [{ bank, account } = { bank: '', account: '' }] = await world.database.db.query<{
      bank: string
      account: string
    }>('select bank_code as bank, bank_account_no as account from account_member where id = $1', [
      player.id,
    ])
    expect(bank).toBe('KBANK')
    const payer = { bankCode, accountNo: account, name: 'A B' }
    const bankReference = systemIds.code()
    const { reference, transactionId } = await paidCode(player, { payer, bankReference })
    expect(await bring('ZPAY', { body: messageOf(reference, { transactionId }) })).toBe(200)
    expect(await world.walletOf(player)).toBe(4_000)
    const names = await world.database.db.query(
      'select from deposits_reference where reference = $1',
      [`transfer:KBANK:${bankReference}`],
    )
    expect(names).toHaveLength(1)
  },
)

test('F23 I12 DEP-Q09 a payment after the end, after a cancel, or a second one is credited to the member', async () => {
  const player = await world.addPlayer(0n, [])
  const expired = await newCode(player)
  await world.passTime(16 * minuteMs)
  await world.pay('ZPAY', { reference: expired })
  await world.until(
    () => world.walletOf(player),
    (has) => has === 4_000,
  )

  const { qrcodeId } = await world.order(player, 'PAYTIMZ', 30)
  const { reference } = await world.newest('PAYTIMZ')
  await player.call(`DELETE /api/qrcode/${String(qrcodeId)}`)
  await world.pay('PAYTIMZ', { reference })
  await world.until(
    () => world.walletOf(player),
    (has) => has === 7_000,
  )

  const twice = await newCode(player, 10)
  await world.pay('ZPAY', { reference: twice, times: 2 })
  await world.until(
    () => world.walletOf(player),
    (has) => has === 9_000,
  )
  const { body } = await player.call('GET /api/qrcode/ZPAY')
  expect(body).toEqual({ hasQrcode: false })
})

test.each(['KBANK', 'PAYONEX', 'ZPAY'])(
  'a payment through %s whose webhook is lost is found by polling',
  async (provider) => {
    const player = await world.addPlayer(0n, [])
    const reference = await newCode(player, 120, provider)
    await world.pay(provider, { reference, told: false })
    await world.work(2)
    expect(await world.walletOf(player)).toBe(12_000)
    await world.pay(provider, { reference, told: false })
    // It was paid once, so it is polled less often: the next time is after its expiry.
    await world.work(16)
    expect(await world.walletOf(player)).toBe(24_000)
  },
)

test('PayOneX is trusted only when asked: a forged webhook credits nothing, and money on hold does not count', async () => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player, 150, 'PAYONEX')
  const body = JSON.stringify({ data: { referenceId: reference, amount: 150, status: 'SUCCESS' } })
  expect(await bring('PAYONEX', { body })).toBe(200)
  expect(await world.walletOf(player)).toBe(0)
  const [payment] = await world.pay('PAYONEX', { reference, held: true })
  await world.work(1)
  expect(await world.walletOf(player)).toBe(0)
  await world.sandbox.control('POST', '/gateways/PAYONEX/release', { payment: payment!.id })
  // Sent twice within two seconds: the jobs follow up on the second one.
  await world.until(
    async () => {
      await world.work(1, 6_000)
      return world.walletOf(player)
    },
    (has) => has === 15_000,
  )
})

test('money from another account than the registered one goes to suspense', async () => {
  for (const provider of ['KBANK', 'PAYONEX', 'ZPAY']) {
    const player = await world.addPlayer(0n, [])
    const reference = await newCode(player, 200, provider)
    await world.pay(provider, { reference, payer: 'stranger' })
    const found = await world.until(
      () => suspended(reference),
      (rows) => rows.length === 1,
    )
    expect(found).toMatchObject([{ why: 'wrong-payer' }])
    expect(await world.walletOf(player)).toBe(0)
  }
})

test.each([
  ['at another bank with the same number', { bankCode: 'SCB' }, (own: string) => own],
  ['whose longer number ends alike', {}, (own: string) => `xx${own}`],
  [
    'whose number differs in a visible digit',
    {},
    (own: string) => `xxxxx${(Number(own.at(-5)) + 1) % 10}${own.slice(-4)}`,
  ],
])(
  'a payer %s is another person: the money waits for an operator',
  async (_title, named, numberOf) => {
    const player = await world.addPlayer(0n, [])
    const [{ account } = { account: '' }] = await world.database.db.query<{ account: string }>(
      'select bank_account_no as account from account_member where id = $1',
      [player.id],
    )
    const payer = { bankCode: 'KBANK', name: 'A B', ...named, accountNo: numberOf(account) }
    const { reference, transactionId } = await paidCode(player, { payer })
    // The payer named in the message is not proven.
    const own = { bankCode: 'KBANK', accountNo: account }
    expect(await bring('ZPAY', { body: messageOf(reference, { transactionId, payer: own }) })).toBe(
      200,
    )
    expect(await suspended(reference)).toMatchObject([{ why: 'wrong-payer' }])
    expect(await world.walletOf(player)).toBe(0)
  },
)

test('F23 money for an unknown code goes to suspense, once it is confirmed', async () => {
  await world.pay('ZPAY', { reference: 'KNOBODY000000', amount: '70' })
  const found = await world.until(
    () => suspended('KNOBODY000000'),
    (rows) => rows.length === 1,
  )
  expect(found).toMatchObject([{ why: 'unknown-member', amount: 7_000n }])
})

test('I13 F18 payments that only the gateway lists are taken in; those that it does not list are reported', async () => {
  const player = await world.addPlayer(0n, [])
  const reference = await newCode(player, 60, 'WW').catch(() => newCode(player, 160, 'WW'))
  // Long after polling has stopped.
  await world.passTime(26 * hourMs)
  await world.runJobs()
  await world.work(4)
  await world.pay('WW', { reference, told: false, amount: '160' })
  await world.work(1, 61 * minuteMs)
  await world.until(
    async () => {
      await world.work(1, 61 * minuteMs)
      return world.walletOf(player)
    },
    (has) => has === 16_000,
  )
  await world.sandbox.reset()
  await world.sandbox.control('POST', '/app', { url: world.address })
  await world.passTime(0)
  await world.work(2, 61 * minuteMs)
  expect((await findings()).at(-1)?.what).toMatch(/does not list/)
})
