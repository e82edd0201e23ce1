import { expect, test } from 'vitest'
import { openGames, wholeAtStart } from '../testing/open-games.ts'

async function openMember() {
  const games = await openGames()
  const { body } = await games.betflix('user/register', { username: 'ann', password: 'p1' })
  return { ...games, username: body.data.username as string }
}

const error = (error_code: number, msg: string) => ({
  status: 200,
  body: { status: 'error', error_code, msg, data: null },
})

test('OP-C10 an account is opened under the name of the agent, and money goes in and out', async () => {
  const { betflix, username, whole } = await openMember()
  expect(username).toBe('kapaoann')
  const transfer = (amount: string, ref: string) =>
    betflix('user/transfer', { username, amount, ref })
  expect((await transfer('100.50', 'r1')).body).toEqual({
    status: 'success',
    error_code: 0,
    msg: '',
    data: { balance: 100.5, before_balance: 0 },
  })
  expect((await transfer('-40.25', 'r2')).body.data).toEqual({
    balance: 60.25,
    before_balance: 100.5,
  })
  expect((await betflix('user/balance', { username })).body.data).toEqual({ balance: 60.25 })
  expect(await whole('betflix')).toBe(wholeAtStart)

  const history = await betflix('user/creditHistory', {
    username,
    start: '2026-01-15',
    end: '2026-01-15',
  })
  expect(history.body.data).toMatchObject([
    { ref: 'r2', amount: -40.25, before_balance: 100.5, balance: 60.25 },
    { ref: 'r1', amount: 100.5 },
  ])
  const dayBefore = { username, start: '2026-01-14', end: '2026-01-14' }
  expect((await betflix('user/creditHistory', dayBefore)).body.data).toEqual([])
})

test('a repeated ref counts again, since the provider documents no idempotency', async () => {
  const { betflix, username } = await openMember()
  const order = { username, amount: '5', ref: 'same' }
  await betflix('user/transfer', order)
  expect((await betflix('user/transfer', order)).body.data.balance).toBe(10)
})

test('every refusal has its number, and moves no money', async () => {
  const { betflix, username, control, account } = await openMember()
  const order = (fields: object) =>
    betflix('user/transfer', { username, amount: '1', ref: 'r', ...fields })
  expect(await betflix('user/register', { username: 'ann', password: 'x' })).toEqual(
    error(1002, 'Username already exists'),
  )
  expect(await order({ username: 'nobody' })).toEqual(error(1001, 'User not found'))
  expect(await order({ amount: '-1' })).toEqual(error(1003, 'Balance not enough'))
  expect(await order({ amount: '99999999' })).toEqual(error(1003, 'Agent credit not enough'))
  for (const amount of ['0', '1.005', 'x', '1e3', ''])
    expect(await order({ amount })).toEqual(error(1005, 'Invalid parameter'))
  await order({})
  await control('POST', '/games/betflix/round', { username })
  expect(await order({ amount: '-1' })).toEqual(error(1004, 'User is playing'))
  expect((await account('betflix', username))!.balance).toBe('1.00')
  await control('POST', '/games/betflix/kick', { username })
  expect((await order({ amount: '-1' })).body.error_code).toBe(0)
})

test.each([{ 'x-api-betflix': 'x' }, { 'x-api-key': 'x' }])(
  'a wrong header is 401: %o',
  async (wrong) => {
    const { betflix, username } = await openMember()
    const right = { 'x-api-betflix': 'sandbox-betflix', 'x-api-key': 'sandbox-key' }
    const reply = await betflix('user/balance', { username }, { ...right, ...wrong })
    expect(reply).toMatchObject({ status: 401, body: { status: 'error', error_code: 401 } })
  },
)

test('a new password signs in on the site and the old one does not', async () => {
  const { betflix, username, url } = await openMember()
  await betflix('user/changePassword', { username, new_password: 'p2' })
  const signIn = async (password: string) =>
    (
      await fetch(`${url}/games/betflix/login`, {
        method: 'POST',
        body: new URLSearchParams({ username, password }),
        redirect: 'manual',
      })
    ).status
  expect(await signIn('p1')).toBe(401)
  expect(await signIn('p2')).toBe(303)
})

test('the launch token and the launch link lead to a table', async () => {
  const { betflix, username, url } = await openMember()
  const login = await betflix('play/login', { username, provider: 'joker', gamecode: 'none' })
  const { login_token, launch_url } = login.body.data
  expect(launch_url).toBe(`${url}/games/betflix/login/apilogin/${login_token}`)
  const reply = await fetch(launch_url)
  expect(reply.url).toMatch(/\/games\/betflix\/table\/[0-9a-f]{32}$/)
  expect((await betflix('play/login', { username })).body.data).not.toHaveProperty('launch_url')
})
