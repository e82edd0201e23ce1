import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listItems } from '#records/items/store.ts'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { checkMeaning } from '#desk/watch/meaning/check-meaning.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { makeOld, type RegisteredMember } from '#testing/worlds/member-world.ts'

const world = testWorld(openBankWorld)

afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const secret = 'sandbox-feed-secret'
const send = (
  body: string,
  { id = systemIds.key(), at = world.clock.now(), key = secret, path = 'feed' } = {},
  headers: Record<string, string> = {},
) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('hex')
  return fetch(`${world.address}/webhooks/bank/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-event-id': id,
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...headers,
    },
  }).then(({ status }) => status)
}
const lineFor = (member: RegisteredMember, given: Record<string, unknown> = {}) =>
  JSON.stringify({
    bank: 'KBANK',
    accountNo: '1112223334',
    direction: 'credit',
    amount: '999.00',
    currency: 'THB',
    occurredAt: world.clock.now().toISOString(),
    reference: systemIds.key(),
    from: {
      bank: member.bankCode,
      accountNo: member.bankAccountNo,
      name: member.bankAccountName,
    },
    ...given,
  })

test('F24 forged, stale, unsigned and changed messages are refused and credit nothing', async () => {
  const member = await world.addMember()
  const body = lineFor(member)
  const late = (minutes: number) => new Date(world.clock.now().getTime() + minutes * minuteMs)
  const refused = [
    await send(body, { key: 'another secret' }),
    await send(body, { key: 'sandbox-sms-secret' }),
    await send(body, { at: late(-6) }),
    await send(body, { at: late(6) }),
    await send(body, {}, { 'x-signature': '' }),
    await send(body, {}, { 'x-signature': 'ab'.repeat(32) }),
    await send(body, {}, { 'x-event-id': 'another-event' }),
    await send(body, {}, { 'x-timestamp': '0' }),
    await send(body, { path: 'sms' }),
  ]
  expect(new Set(refused)).toEqual(new Set([401]))
  expect(await world.walletOf(member)).toBe(0)
  expect(await send(body)).toBe(200)
  expect(await world.walletOf(member)).toBe(99_900)
})

test('F21 one message 50 times at once is one credit, and every sender gets a success reply', async () => {
  const member = await world.addMember()
  const [body, id] = [lineFor(member), systemIds.key()]
  const statuses = await Promise.all(Array.from({ length: 50 }, () => send(body, { id })))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await world.walletOf(member)).toBe(99_900)
})

test('F22 the same reference with another amount, and the same event with another body, move nothing', async () => {
  const member = await world.addMember()
  const [reference, id] = [systemIds.key(), systemIds.key()]
  await send(lineFor(member, { reference }), { id })
  expect(await send(lineFor(member, { reference, amount: '9999.00' }))).toBe(200)
  expect(await send(lineFor(member, { amount: '9999.00' }), { id })).toBe(200)
  expect(await world.walletOf(member)).toBe(99_900)
})

test('F27 nothing, a negative amount and another currency credit nothing; kip for baht wait', async () => {
  const member = await world.addMember()
  for (const amount of ['0', '0.00', '-5.00', '1e5', '1,000.00'])
    expect(await send(lineFor(member, { amount }))).toBe(200)
  const reference = systemIds.key()
  expect(await send(lineFor(member, { reference, currency: 'LAK', amount: '999' }))).toBe(200)
  expect(await world.walletOf(member)).toBe(0)
  expect(await world.depositOf({ reference })).toMatchObject({ why: 'currency' })
})

test('PLAY-12 lines of a feed dated weeks or years ago wait for a person, and each is an item', async () => {
  const member = await world.addMember()
  await makeOld(world, member.id, 1_000)
  const daysAgo = (days: number) =>
    new Date(world.clock.now().getTime() - days * dayMs).toISOString()
  const report = async (days: number) => {
    const reference = systemIds.key()
    expect(await send(lineFor(member, { reference, occurredAt: daysAgo(days) }))).toBe(200)
    return world.depositOf({ reference })
  }
  expect(await report(44)).toEqual({ state: 'credited', why: null })
  expect(await world.walletOf(member)).toBe(99_900)
  for (const days of [46, 900])
    expect(await report(days)).toEqual({ state: 'suspended', why: 'late' })
  expect(await world.walletOf(member)).toBe(99_900)
  await checkMeaning({ db: world.database.db, clock: world.clock })
  const items = await listItems(world.database.db, {
    kind: 'meaning.credit-impossible',
    memberId: null,
    open: true,
    limit: 9,
  })
  // The one of 44 days ago was credited, and is an item as well.
  expect(items.map(({ words }) => words).toSorted()).toEqual([
    'a credit with a payment time days before its report',
    'a message of money that is dated weeks before it came',
    'a message of money that is dated weeks before it came',
  ])
})

test('S20 the token of a member opens no webhook, and a page cannot read a webhook reply', async () => {
  const member = await world.addMember()
  const token = await world.login(member.username, member.password)
  const answer = await world.call('POST /webhooks/bank/feed', { token, body: {} })
  expect(answer.status).toBe(401)
  expect((await world.call('GET /webhooks/bank/feed')).status).toBe(405)
})

test('F25 a transfer that a feed reports for an account of a gateway is left to the gateway to credit', async () => {
  const member = await world.addMember()
  const reference = systemIds.key()
  const own = (await readSettings(world.database.db))['deposit.accounts']
  const gateway = { ...own[0]!, bankType: 'PAYMENT' as const, bankAccountNo: '0001112223' }
  await world.set('deposit.accounts', [...own, gateway])
  expect(await send(lineFor(member, { reference, accountNo: '0001112223' }))).toBe(200)
  expect(await world.depositOf({ reference })).toBeUndefined()
  expect(await world.walletOf(member)).toBe(0)
  const unread = await world.database.db.query<{ why: string }>(
    `select why from bankfeed_unread where text like '%' || $1 || '%'`,
    [reference],
  )
  expect(unread).toEqual([{ why: expect.stringContaining('gateway') }])
})

test('a transfer that the bank takes back moves nothing automatically, and an operator sees which deposit it was', async () => {
  const member = await world.addMember()
  const reference = systemIds.key()
  expect(await send(lineFor(member, { reference, amount: '998.00' }))).toBe(200)
  const back = { reference, amount: '998.00', direction: 'debit', from: null }
  const unread = () =>
    world.database.db.query<{ why: string }>(
      `select why from bankfeed_unread where text like '%' || $1 || '%'`,
      [reference],
    )
  expect(await send(lineFor(member, { ...back, amount: '997.00' }))).toBe(200)
  expect(await send(lineFor(member, { ...back, accountNo: '2223334445', bank: 'SCB' }))).toBe(200)
  expect(await send(lineFor(member, { ...back, reference: systemIds.key() }))).toBe(200)
  expect(await unread()).toEqual([])
  expect(await send(lineFor(member, back))).toBe(200)
  const [deposit] = await world.database.db.query<{ id: string }>(
    'select deposit as id from deposits_reference where reference like $1',
    [`%:${reference}`],
  )
  expect(await unread()).toEqual([{ why: expect.stringContaining(deposit!.id) }])
  expect(await world.walletOf(member)).toBe(99_800)
})
