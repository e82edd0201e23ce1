import { expect, test } from 'vitest'
import { startMs } from '../../testing/open-sandbox.ts'
import { openGames, wholeAtStart } from '../testing/open-games.ts'

const Username = 'ann'

async function openMember() {
  const games = await openGames()
  const created = await games.joker({ Method: 'CU', Username })
  const transfer = (Amount: string, RequestID: string) =>
    games.joker({ Method: 'TC', Username, Amount, RequestID })
  const credit = async () => (await games.joker({ Method: 'GC', Username })).body.Credit
  return { ...games, created, transfer, credit }
}

test('OP-C10 money goes in and out of one address, by method', async () => {
  const { joker, created, transfer, whole, url } = await openMember()
  expect(created).toEqual({ status: 201, body: { Status: 'Created' } })
  expect(await joker({ Method: 'CU', Username })).toEqual({ status: 200, body: { Status: 'OK' } })
  expect(await joker({ Method: 'SP', Username, Password: 'p1' })).toMatchObject({ status: 200 })
  expect(await transfer('100.50', 'KAPA1')).toEqual({
    status: 200,
    body: {
      Username,
      RequestID: 'KAPA1',
      Credit: 100.5,
      BeforeCredit: 0,
      OutstandingCredit: 0,
      Time: new Date(startMs).toISOString(),
    },
  })
  expect((await transfer('-0.50', 'KAPA2')).body).toMatchObject({
    Credit: 100,
    BeforeCredit: 100.5,
  })
  expect((await joker({ Method: 'GC', Username })).body).toEqual({
    Username,
    Credit: 100,
    OutstandingCredit: 0,
    FreeCredit: 0,
    OutstandingFreeCredit: 0,
  })
  expect(await whole('joker2')).toBe(wholeAtStart)
  for (const Method of ['PLAY', 'RT']) {
    const { Token } = (await joker({ Method, Username })).body
    const table = await fetch(`${url}/games/joker2/play?token=${Token}&game=x&mobile=true`)
    expect(table.url).toContain('/games/joker2/table/')
  }
})

test('a RequestID has one effect and the first answer, and TCH finds it', async () => {
  const { joker, transfer, credit } = await openMember()
  const first = await transfer('10', 'K1')
  await transfer('1', 'K2')
  expect(await transfer('10', 'K1')).toEqual(first)
  expect(await credit()).toBe(11)
  expect(await transfer('20', 'K1')).toMatchObject({ status: 409 })
  expect((await joker({ Method: 'TCH', RequestID: 'K1' })).body).toMatchObject({
    Username,
    RequestID: 'K1',
    Amount: 10,
  })
  expect(await joker({ Method: 'TCH', RequestID: 'K9' })).toEqual({
    status: 404,
    body: { Message: 'RequestID not found' },
  })
})

test('every refusal is signaled by its HTTP status, and moves no money', async () => {
  const { joker, transfer, credit, control } = await openMember()
  const balance = { Method: 'GC', Username }
  expect(await joker(balance, { secret: 'x' })).toMatchObject({ status: 403 })
  expect(await joker(balance, { appId: 'X' })).toMatchObject({ status: 403 })
  expect(await joker(balance, { atMs: startMs - 301_000 })).toMatchObject({ status: 403 })
  expect(await joker({ ...balance, Username: 'nobody' })).toMatchObject({ status: 404 })
  expect(await joker({ Method: 'XX' })).toMatchObject({ status: 400 })
  expect(await transfer('-1', 'K1')).toEqual({
    status: 400,
    body: { Message: 'Insufficient credit' },
  })
  expect(await transfer('0', 'K2')).toMatchObject({ status: 400 })
  expect(await transfer('1.005', 'K3')).toMatchObject({ status: 400 })
  expect(await credit()).toBe(0)
  await control('POST', '/games/joker2/balance', { username: Username, balance: '5' })
  await control('POST', '/games/joker2/round', { username: Username })
  expect(await transfer('-1', 'K4')).toMatchObject({
    status: 400,
    body: { Message: 'User is in game' },
  })
  await joker({ Method: 'SO', Username })
  expect(await transfer('-1', 'K5')).toMatchObject({ status: 200 })
})

test('a fault on one method leaves the other methods at the same address alone', async () => {
  const { addFault, transfer, credit } = await openMember()
  await addFault({ operation: 'games.joker2.transfer', kind: 'status-after', status: 500 })
  expect(await transfer('3', 'K1')).toMatchObject({ status: 500 })
  expect(await credit()).toBe(3)
})
