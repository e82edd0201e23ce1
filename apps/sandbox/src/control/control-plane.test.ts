import { expect, test } from 'vitest'
import { openSandbox, requestWithHeaders, startMs } from '../testing/open-sandbox.ts'

test.each([
  'evil.test',
  'evil.test:8091',
  '192.168.1.5',
  '127.0.0.1.evil.test',
  'localhost.evil.test',
])('a foreign Host is refused, as DNS rebinding would send it: %s', async (host) => {
  const { controlUrl } = await openSandbox()
  const reply = await requestWithHeaders(`${controlUrl}/sms/inbox`, { headers: { host } })
  expect(reply.status).toBe(403)
})

test.each(['localhost', '127.0.0.1:1', '[::1]:8091', 'LOCALHOST:8091'])(
  '%s is a loopback name',
  async (host) => {
    const { controlUrl } = await openSandbox()
    const reply = await requestWithHeaders(`${controlUrl}/sms/inbox`, { headers: { host } })
    expect(reply).toMatchObject({ status: 200, text: '[]' })
  },
)

test.each([
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:8090' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])("pages of other sites are refused, and so is another port's: %o", async (headers) => {
  const { controlUrl, requestOtp, inbox } = await openSandbox()
  await requestOtp('0812345678')
  const reply = await requestWithHeaders(`${controlUrl}/sms/inbox`, {
    method: 'DELETE',
    headers: { ...headers },
  })
  expect(reply.status).toBe(403)
  expect(await inbox()).toHaveLength(1)
})

test('only JSON is read, so that a foreign page cannot post without a preflight', async () => {
  const { controlUrl, control } = await openSandbox()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const reply = await fetch(`${controlUrl}/clock`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"byMs":1000}',
    })
    expect(reply.status).toBe(415)
  }
  expect((await control('GET', '/clock')).body).toMatchObject({ offsetMs: 0 })
})

test('the list of calls is complete and each has a sentence', async () => {
  const { control } = await openSandbox()
  const calls = (await control('GET', '/')).body as {
    method: string
    path: string
    summary: string
  }[]
  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /faults',
    'DELETE /faults/:id',
    'DELETE /sms/inbox',
    'GET /bank/accounts',
    'GET /bank/accounts/:bank/:accountNo',
    'GET /clock',
    'GET /faults',
    'GET /games',
    'GET /games/:provider/accounts',
    'GET /games/:provider/history',
    'GET /gateways/:gateway/codes',
    'GET /gateways/:gateway/payments',
    'GET /giftlink/vouchers',
    'GET /journal',
    'GET /messages',
    'GET /payout/payouts',
    'GET /s3/versions',
    'GET /slips/pictures/:reference/:variant',
    'GET /slips/transfers',
    'GET /sms/inbox',
    'POST /app',
    'POST /bank/correct',
    'POST /bank/pay',
    'POST /bank/restore',
    'POST /bank/tell',
    'POST /bank/text',
    'POST /clock',
    'POST /faults',
    'POST /games/:provider/account',
    'POST /games/:provider/balance',
    'POST /games/:provider/kick',
    'POST /games/:provider/maintenance',
    'POST /games/:provider/next',
    'POST /games/:provider/pool',
    'POST /games/:provider/restore',
    'POST /games/:provider/round',
    'POST /games/:provider/table',
    'POST /games/:provider/void',
    'POST /gateways/:gateway/pay',
    'POST /gateways/:gateway/release',
    'POST /gateways/:gateway/scan',
    'POST /giftlink/forget',
    'POST /giftlink/restore',
    'POST /giftlink/take',
    'POST /giftlink/vouchers',
    'POST /messages/:id/again',
    'POST /messages/plan',
    'POST /payout/close',
    'POST /payout/finish',
    'POST /payout/funds',
    'POST /payout/lie',
    'POST /payout/mode',
    'POST /payout/restore',
    'POST /reset',
    'POST /s3/rot',
    'POST /s3/write',
    'POST /slips/transfers',
  ])
  for (const { summary } of calls) expect(summary).toMatch(/^[A-Z].*\.$/)
})

test.each([
  ['POST', '/clock', { stop: true, resume: true }, 'give exactly one of'],
  ['POST', '/clock', { offset: 5 }, 'Unrecognized key: "offset"'],
  ['POST', '/clock', { at: 'tomorrow' }, 'at: Invalid ISO datetime'],
  [
    'POST',
    '/faults',
    { operation: 'sms.request', kind: 'dealy' },
    'knows no fault dealy; it knows: delay,',
  ],
  ['POST', '/faults', { operation: 'nobody', kind: 'delay' }, 'there are: sms.request, sms.verify'],
  ['DELETE', '/faults/7', undefined, 'There is no fault rule 7.'],
  ['GET', '/sms/inbox?phone=12', undefined, '12 is no mobile number'],
  ['GET', '/journal?limit=none', undefined, 'limit: '],
])('%s %s %o is refused with what is wrong', async (...[method, path, body, sentence]) => {
  const { control } = await openSandbox()
  const reply = await control(method, path, body)
  expect(reply.status).toBe(400)
  expect((reply.body as { error: string }).error).toContain(sentence)
})

test('an unknown call says where the list is', async () => {
  const { control } = await openSandbox()
  expect(await control('GET', '/smss')).toEqual({
    status: 404,
    body: { error: 'There is no such call; GET / lists them all.' },
  })
})

test('faults are added, listed, removed one by one and all at once', async () => {
  const { control, addFault } = await openSandbox()
  const first = (await addFault({ operation: 'sms.request', kind: 'empty' })).body as { id: string }
  await addFault({ operation: 'sms.verify', kind: 'garbage' })
  await control('DELETE', `/faults/${first.id}`)
  const listed = (await control('GET', '/faults')).body
  expect(listed).toMatchObject({
    rules: [{ operation: 'sms.verify', kind: 'garbage', delayMs: 5000 }],
    kinds: { 'drop-after': expect.any(String) },
  })
  await control('DELETE', '/faults')
  expect((await control('GET', '/faults')).body).toMatchObject({ rules: [] })
})

test('reset restores the initial state', async () => {
  const { control, requestOtp, addFault, inbox, journal } = await openSandbox()
  await requestOtp('0812345678')
  await addFault({ operation: '*', kind: 'drop-before' })
  await control('POST', '/clock', { byMs: 1000 })
  await control('POST', '/clock', { stop: true })
  expect(await control('POST', '/reset')).toEqual({ status: 200, body: { done: true } })
  expect(await inbox()).toEqual([])
  expect(await journal()).toEqual([])
  expect((await control('GET', '/clock')).body).toEqual({
    now: new Date(startMs).toISOString(),
    offsetMs: 0,
    stopped: false,
  })
  expect((await requestOtp('0812345678')).status).toBe(200)
})

test('the journal can be filtered by operation and limited in length', async () => {
  const { control, requestOtp, postForm } = await openSandbox()
  await requestOtp('0812345678')
  await requestOtp('0812345679')
  await postForm('/v2/otp/verify', {})
  const { body } = await control('GET', '/journal?operation=sms.request&limit=1')
  expect(body).toMatchObject([{ operation: 'sms.request', request: { msisdn: '0812345679' } }])
})
