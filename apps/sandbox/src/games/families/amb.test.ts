import { expect, test } from 'vitest'
import { md5, openGames, wholeAtStart } from '../testing/open-games.ts'

const key = 'sandbox-key'

async function openMember() {
  const games = await openGames()
  const { body } = await games.amb(`create/${key}`, {
    memberLoginName: 'ann',
    memberLoginPass: 'p1',
    phoneNo: '0812345678',
    contact: 'Ann',
    signature: md5('ann', 'p1', 'kapao'),
  })
  const username = body.result.username as string
  const money = (verb: string, amount: number | string, fields: object = {}) =>
    games.amb(`${verb}/${key}/${username}`, {
      amount,
      signature: md5(String(amount), username, 'kapao'),
      ...fields,
    })
  const credit = async () => (await games.amb(`credit/${key}/${username}`, undefined, 'GET')).body
  return { ...games, username, money, credit }
}

test('OP-C10 money goes in and out by signed amounts, and the balance is text with separators', async () => {
  const { username, money, credit, whole } = await openMember()
  expect(username).toBe('kapaoann')
  expect((await money('deposit', 1234.5)).body).toEqual({
    code: 0,
    message: 'success',
    result: { before: '0.00', amount: '1,234.50', after: '1,234.50', ref: expect.any(String) },
  })
  expect((await credit()).result).toEqual({ credit: '1,234.50' })
  expect((await money('withdraw', '234.50')).body.result).toEqual({
    before: '1,234.50',
    amount: '234.50',
    after: '1,000.00',
  })
  expect(await whole('askmebet')).toBe(wholeAtStart)
})

test('there is no reference: the same deposit twice counts twice', async () => {
  const { money, credit } = await openMember()
  await money('deposit', 5)
  await money('deposit', 5)
  expect((await credit()).result.credit).toBe('10.00')
})

test('every refusal has its code at HTTP 200, and moves no money', async () => {
  const { amb, username, money, credit, control } = await openMember()
  const refused = async (code: number, sent: ReturnType<typeof money>) =>
    expect(await sent).toMatchObject({ status: 200, body: { code, message: expect.any(String) } })
  await refused(1001, money('deposit', 5, { signature: md5('6', username, 'kapao') }))
  await refused(1001, money('deposit', 5, { amount: 50 }))
  await refused(1002, amb(`credit/wrong/${username}`, undefined, 'GET'))
  await refused(1003, amb(`credit/${key}/nobody`, undefined, 'GET'))
  await refused(1005, money('withdraw', 1))
  await refused(1006, money('deposit', 99_999_999))
  await refused(1008, money('deposit', 0))
  await refused(1008, money('deposit', 1.005))
  await refused(1008, money('deposit', -5))
  await control('POST', '/games/askmebet/balance', { username, balance: '9.00' })
  await control('POST', '/games/askmebet/round', { username })
  await refused(1007, money('withdraw', 1))
  expect((await credit()).result.credit).toBe('9.00')
})

test('a game opens by password and signature, and a reset password replaces the old one', async () => {
  const { amb, username, url } = await openMember()
  const login = (password: string, client = 'kapaoweb') =>
    amb(`login/pgsoft/${key}`, {
      username,
      password,
      isMobile: true,
      signature: md5(username, password, client),
    })
  const { body } = await login('p1')
  expect(body).toMatchObject({ code: 0 })
  expect(body.url).toContain(`${url}/games/askmebet/play?token=`)
  expect((await fetch(body.url)).url).toContain('/games/askmebet/table/')
  expect((await login('p1', 'kapao')).body.code).toBe(1001)

  await amb(
    `reset-password/${key}/${username}`,
    { password: 'p2', signature: md5('p2', 'kapao') },
    'PUT',
  )
  expect((await login('p1')).body.code).toBe(1010)
  expect((await login('p2')).body.code).toBe(0)
})
