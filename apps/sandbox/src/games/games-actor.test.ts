import { expect, test } from 'vitest'
import { requestWithHeaders } from '../testing/open-sandbox.ts'
import { md5, openGames, wholeAtStart } from './testing/open-games.ts'

async function openPanel() {
  const games = await openGames()
  await games.betflix('user/register', { username: 'ann', password: 'p' })
  const post = (call: string, fields: Record<string, string>) =>
    requestWithHeaders(`${games.url}/panel/games.${call}`, {
      method: 'POST',
      headers: {
        origin: games.url,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ provider: 'betflix', ...fields }).toString(),
    })
  return { ...games, post, page: async () => (await fetch(games.url)).text() }
}

const username = 'kapaoann'

test('GAME-17 GAME-21 all eleven providers and both addresses of the sports provider exist, each with its own money', async () => {
  const { control, call, json, account } = await openGames()
  const list = (await control('GET', '/games')).body as { code: string; bank: string }[]
  expect(list.map(({ code }) => code).toSorted()).toEqual(
    'areaslot askmebet betflix circus huayhd imi joker2 pg pgslot slotracha sport sportlao usun'.split(
      ' ',
    ),
  )
  expect(new Set(list.map(({ bank }) => bank))).toEqual(new Set([wholeAtStart]))
  for (const code of ['sport', 'sportlao'])
    await call(`/games/${code}/v0.1/partner/member/create/sandbox-key`, {
      method: 'POST',
      ...json({
        memberLoginName: 'ann',
        memberLoginPass: 'p',
        signature: md5('ann', 'p', 'kapao'),
      }),
    })
  await control('POST', '/games/sport/balance', { username, balance: '7' })
  expect((await account('sport', username))!.balance).toBe('7.00')
  expect((await account('sportlao', username))!.balance).toBe('0.00')
})

test('OP-C10 a fault may be set for a provider, for all of them, or for one call', async () => {
  const { addFault, betflix } = await openPanel()
  for (const operation of ['games.*', 'games.betflix.*', 'games.betflix.balance']) {
    await addFault({ operation, kind: 'status-before', status: 502, count: 1 })
    expect((await betflix('user/balance', { username })).status).toBe(502)
    expect((await betflix('user/balance', { username })).status).toBe(200)
  }
  const wrong = await addFault({ operation: 'games.betflix.balance', kind: 'late-apply' })
  expect(wrong).toMatchObject({ status: 400 })
})

test('the panel shows accounts and movements, and its forms change them', async () => {
  const { post, page, account, betflix } = await openPanel()
  await betflix('user/transfer', { username, amount: '1250.5', ref: 'trf-<b>' })
  const text = await page()
  expect(text).toContain('1,250.50')
  expect(text).toContain('trf-&lt;b&gt;')
  expect(await post('balance', { username, balance: '12.30' })).toMatchObject({
    status: 303,
    location: '/#games',
  })
  await post('next', { username, result: 'win' })
  expect(await account('betflix', username)).toMatchObject({ balance: '12.30', nextResult: 'win' })
  await post('maintenance', { on: 'true' })
  expect((await betflix('user/balance', { username })).body.error_code).toBe(9999)
  expect(await page()).toContain('maintenance</span>')
  const wrong = await post('balance', { username, balance: '1.234' })
  expect(wrong).toMatchObject({ status: 400 })
  expect(wrong.text).toContain('at most two decimals')
})

test('playing from the panel leads to a table', async () => {
  const { post, url } = await openPanel()
  const { status, location } = await post('table', { username })
  expect(status).toBe(303)
  expect(location).toMatch(/^\/games\/betflix\/table\/[0-9a-f]{32}$/)
  expect((await fetch(url + location)).status).toBe(200)
})

test.each([
  ['/games/nobody/accounts', undefined, 'There is no provider nobody; there are: pg, betflix,'],
  ['/games/betflix/kick', { username: 'x' }, 'betflix has no account x.'],
  ['/games/betflix/next', { username, result: 'draw' }, 'result: '],
  ['/games/betflix/balance', { username, balance: -1 }, 'an amount of zero or more'],
])('%s %o is refused with what is wrong', async (path, body, sentence) => {
  const { control } = await openPanel()
  const reply = await control(body ? 'POST' : 'GET', path, body)
  expect(reply.status).toBe(400)
  expect((reply.body as { error: string }).error).toContain(sentence)
})

test('setting a balance takes from the house, and reset restores the initial state', async () => {
  const { control, account, whole } = await openPanel()
  const history = async () => (await control('GET', '/games/betflix/history?limit=1')).body
  await control('POST', '/games/betflix/balance', { username, balance: 99.99 })
  expect(await whole('betflix')).toBe(wholeAtStart)
  expect(await history()).toMatchObject([{ kind: 'set', amount: '99.99', after: '99.99' }])
  await control('POST', '/reset')
  expect(await account('betflix', username)).toBeUndefined()
  expect(await history()).toEqual([])
})
