import { expect, test } from 'vitest'
import { md5, openGames, wholeAtStart } from '../testing/open-games.ts'
import { dayMs, minuteMs } from '../../times.ts'

async function sitDown(provider = 'betflix', balance = '100.00') {
  const games = await openGames()
  await games.betflix('user/register', { username: 'ann', password: 'p' })
  for (const code of ['huayhd', 'sport'])
    await games.call(`/games/${code}/v0.1/partner/member/create/sandbox-key`, {
      method: 'POST',
      ...games.json({
        memberLoginName: 'ann',
        memberLoginPass: 'p',
        signature: md5('ann', 'p', 'kapao'),
      }),
    })
  const username = 'kapaoann'
  const control = (call: string, fields: object = {}) =>
    games.control('POST', `/games/${provider}/${call}`, { username, ...fields })
  await control('balance', { balance })
  const { path } = (await control('table')).body as { path: string }
  const at = (verb: string, fields: object = {}) =>
    games.call(`${path}/${verb}`, { method: 'POST', ...games.json(fields) })
  const truth = async () => (await games.account(provider, username))!.balance
  return { ...games, username, steer: control, path, at, truth }
}

test('a launch link works once and for ten minutes', async () => {
  const { betflix, username, url, control } = await sitDown()
  const link = async () =>
    (await betflix('play/login', { username, provider: 'x' })).body.data.launch_url as string
  const first = await link()
  const entered = await fetch(first)
  expect(entered.status).toBe(200)
  expect(await entered.text()).toContain('data-balance="100.00"')
  expect((await fetch(first)).status).toBe(410)
  expect((await fetch(`${url}/games/betflix/login/apilogin/made-up`)).status).toBe(410)
  const late = await link()
  await control('POST', '/clock', { byMs: 10 * minuteMs })
  expect((await fetch(late)).status).toBe(410)
})

test('a form with name and password leads to a table, and a wrong one keeps the name as text', async () => {
  const { url, username } = await sitDown()
  const signIn = (fields: Record<string, string>) =>
    fetch(`${url}/games/betflix/login`, { method: 'POST', body: new URLSearchParams(fields) })
  expect((await signIn({ username, password: 'p' })).url).toContain('/table/')
  const wrong = await signIn({ username: '"><script>', password: '' })
  expect(wrong.status).toBe(401)
  expect(await wrong.text()).toContain('value="&quot;&gt;&lt;script&gt;"')
})

test.each([
  ['betflix', {}, '25.00', { reels: ['bowl', 'bowl', 'bowl'] }],
  ['sport', { pick: 'left' }, '7.00', { ball: 'left' }],
  ['huayhd', { pick: '7' }, '45.00', { digits: [expect.any(String), expect.any(String), '7'] }],
])(
  '%s: a forced win pays out after it has been shown',
  async (...[provider, pick, payout, shown]) => {
    const { at, steer, truth, whole } = await sitDown(provider)
    await steer('next', { result: 'win' })
    const bet = await at('bet', { stake: '5.00', ...pick })
    expect(bet.body).toMatchObject({ balance: '95.00', payout, won: true, shown })
    expect(await truth()).toBe('95.00')
    const after = (95 + Number(payout)).toFixed(2)
    expect((await at('settle')).body).toEqual({ balance: after })
    expect((await at('settle')).body).toEqual({ balance: after })
    expect(await whole(provider)).toBe(wholeAtStart)
  },
)

test.each([
  ['betflix', {}],
  ['sport', { pick: 'middle' }],
  ['huayhd', { pick: '0' }],
])('%s: a forced loss costs the stake, and only that round is forced', async (provider, pick) => {
  const { at, steer, truth, account, username } = await sitDown(provider)
  await steer('next', { result: 'lose' })
  expect((await at('bet', { stake: '5.00', ...pick })).body).toMatchObject({
    payout: '0.00',
    won: false,
  })
  await at('settle')
  expect(await truth()).toBe('95.00')
  expect((await account(provider, username))!.nextResult).toBe('chance')
})

test('CARE-28 a bet that is held open for days and then void returns the stake, and is no turnover', async () => {
  const { at, steer, truth, control, username, whole } = await sitDown('sport')
  await steer('next', { result: 'lose' })
  await at('bet', { stake: '60.00', pick: 'left' })
  await steer('round')
  await control('POST', '/clock', { byMs: 3 * dayMs })
  expect(await truth()).toBe('40.00')
  await steer('void')
  expect(await truth()).toBe('100.00')
  const { body } = await control('GET', `/games/sport/history?username=${username}&limit=2`)
  expect(body).toMatchObject([
    { kind: 'void', amount: '60.00' },
    { kind: 'bet', amount: '-60.00' },
  ])
  const again = await control('POST', '/games/sport/void', { username })
  expect(again.status).toBeGreaterThanOrEqual(400)
  expect(await whole('sport')).toBe(wholeAtStart)
})

test('a lost slot never shows three alike, and a win always does', async () => {
  const { at, steer } = await sitDown('betflix', '1000')
  for (let i = 0; i < 60; i += 1) {
    if (i % 2) await steer('next', { result: 'lose' })
    const { won, shown } = (await at('bet', { stake: '1' })).body
    expect(new Set(shown.reels).size === 1).toBe(won)
  }
})

test('a bet cannot exceed the balance, be zero, or contain fractions of a hundredth', async () => {
  const { at, truth } = await sitDown('betflix', '10.00')
  expect(await at('bet', { stake: '10.01' })).toEqual({
    status: 409,
    body: { problem: 'not-enough', balance: '10.00' },
  })
  for (const stake of ['0', '-1', '0.001', 'all', '']) {
    expect(await at('bet', { stake })).toMatchObject({ status: 400, body: { problem: 'bad-bet' } })
  }
  expect(await truth()).toBe('10.00')
})

test('a number that is not on the board is refused', async () => {
  const { at } = await sitDown('huayhd')
  expect(await at('bet', { stake: '1', pick: '10' })).toMatchObject({ status: 400 })
  expect(await at('bet', { stake: '1' })).toMatchObject({ status: 400 })
})

test('twenty bets at once take the whole balance and not a hundredth more', async () => {
  const { at, truth, whole } = await sitDown('betflix', '10.00')
  const replies = await Promise.all(Array.from({ length: 20 }, () => at('bet', { stake: '1.00' })))
  const placed = replies.filter(({ status }) => status === 200)
  const won = placed.reduce((sum, { body }) => sum + Number(body.payout), 0)
  await at('settle')
  expect(placed.length).toBeGreaterThanOrEqual(10)
  expect(await truth()).toBe((10 - placed.length + won).toFixed(2))
  expect(Number(await truth())).toBeGreaterThanOrEqual(0)
  expect(await whole('betflix')).toBe(wholeAtStart)
})

test('while a round is open nothing can be taken out; after three seconds it ends automatically', async () => {
  const { at, steer, betflix, username, control } = await sitDown()
  await steer('next', { result: 'win' })
  await at('bet', { stake: '10' })
  const out = () => betflix('user/transfer', { username, amount: '-1', ref: 'r' })
  expect((await out()).body.error_code).toBe(1004)
  await control('POST', '/clock', { byMs: 3000 })
  expect((await out()).body.data).toEqual({ before_balance: 140, balance: 139 })
})

test('the turnover of the reports is the sum of the stakes', async () => {
  const { at, steer, betflix, username } = await sitDown()
  for (const result of ['win', 'lose']) {
    await steer('next', { result })
    await at('bet', { stake: '10' })
  }
  await at('settle')
  const report = { username, start: '2026-01-15', end: '2026-01-15' }
  expect((await betflix('report/summaryNEW', report)).body.data).toEqual({
    valid_amount: 20,
    win_loss: 30,
  })
})

test('a bet whose reply is lost is placed once, and the table reports the balance afterwards', async () => {
  const { at, steer, addFault } = await sitDown()
  await steer('next', { result: 'lose' })
  await addFault({ operation: 'games.betflix.bet', kind: 'drop-after', count: 1 })
  await expect(at('bet', { stake: '10' })).rejects.toThrow('fetch failed')
  expect((await at('settle')).body).toEqual({ balance: '90.00' })
})

test('maintenance and a kick close the table', async () => {
  const { at, steer } = await sitDown()
  await steer('maintenance', { username: undefined, on: true })
  expect(await at('bet', { stake: '1' })).toMatchObject({
    status: 503,
    body: { problem: 'maintenance' },
  })
  await steer('maintenance', { username: undefined, on: false })
  await steer('kick')
  expect(await at('bet', { stake: '1' })).toMatchObject({
    status: 410,
    body: { problem: 'table-closed' },
  })
})

test('the page runs only what the sandbox serves, in the language of the browser', async () => {
  const { url, path } = await sitDown()
  const reply = await fetch(url + path, { headers: { 'accept-language': 'lo-LA,lo;q=0.9' } })
  const policy = reply.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  const text = await reply.text()
  expect(text).toContain('<html lang="lo">')
  expect(text).not.toMatch(/ style=| on[a-z]+=|<script>/)
  for (const [, file] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
    expect((await fetch(url + file)).status).toBe(200)
  }
  for (const script of ['slot', 'ball', 'numbers'])
    expect((await fetch(`${url}/games/files/${script}.js`)).status).toBe(200)
})

test('the chips fit the currency, or the balance where the currency is unknown', async () => {
  const { url, pg, control, path, steer } = await sitDown()
  const stakes = async (at: string) =>
    [...(await (await fetch(url + at)).text()).matchAll(/name="stake"\s+value="([^"]+)"/g)].map(
      ([, stake]) => stake,
    )
  const small = ['1.00', '5.00', '10.00', '50.00', 'all']
  const large = ['1000.00', '5000.00', '10000.00', '50000.00', 'all']
  expect(await stakes(path)).toEqual(small)
  await steer('balance', { balance: '20000' })
  expect(await stakes(path)).toEqual(large)
  await pg('/Player/v1/Create', { player_name: 'lao', currency: 'LAK' })
  const { body } = await control('POST', '/games/pg/table', { username: 'lao' })
  expect(await stakes((body as { path: string }).path)).toEqual(large)
})
