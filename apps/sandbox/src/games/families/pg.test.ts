import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startMs } from '../../testing/open-sandbox.ts'
import { openGames, wholeAtStart } from '../testing/open-games.ts'

const player_name = 'ann'
const currency = 'THB'

async function openMember() {
  const games = await openGames()
  const { pg } = games
  const created = await pg('/Player/v1/Create', { player_name, nickname: 'Ann', currency })
  const move = (way: 'TransferIn' | 'TransferOut', amount: string, transfer_reference: string) =>
    pg(`/Cash/v3/${way}`, { player_name, amount, transfer_reference, currency })
  const wallet = async () => (await pg('/Cash/v3/GetPlayerWallet', { player_name })).body.data
  return { ...games, created, move, wallet }
}

const failure = (code: string) => ({ status: 200, body: { data: null, error: { code } } })

test('OP-C10 money goes in, out and all out', async () => {
  const { pg, created, move, wallet, whole } = await openMember()
  expect(created.body).toEqual({ data: { action_result: 1 }, error: null })
  expect((await move('TransferIn', '100.50', 'r1')).body.data).toEqual({
    transactionId: expect.any(Number),
    balanceAmountBefore: 0,
    balanceAmount: 100.5,
    amount: 100.5,
  })
  expect((await move('TransferOut', '0.50', 'r2')).body.data).toMatchObject({
    balanceAmountBefore: 100.5,
    balanceAmount: 100,
    amount: 0.5,
  })
  expect(await wallet()).toMatchObject({ currencyCode: 'THB', cashBalance: 100, totalBalance: 100 })
  const all = { player_name, transfer_reference: 'r3', currency }
  const out = await pg('/Cash/v3/TransferAllOut', all)
  expect(out.body.data).toMatchObject({ amount: 100, balanceAmount: 0 })
  expect(await pg('/Cash/v3/TransferAllOut', all)).toEqual(out)
  expect(await whole('pg')).toBe(wholeAtStart)
})

test('a reference has one effect and the first answer, and can be queried', async () => {
  const { pg, move, wallet } = await openMember()
  const first = await move('TransferIn', '10', 'same')
  await move('TransferIn', '1', 'other')
  expect(await move('TransferIn', '10.00', 'same')).toEqual(first)
  expect((await wallet()).cashBalance).toBe(11)
  expect(await move('TransferIn', '20', 'same')).toMatchObject(failure('3100'))
  expect(await move('TransferOut', '10', 'same')).toMatchObject(failure('3100'))
  const ask = (transfer_reference: string) =>
    pg('/Cash/v3/GetSingleTransaction', { player_name, transfer_reference })
  expect((await ask('same')).body.data).toEqual({
    transactionId: first.body.data.transactionId,
    playerName: player_name,
    currencyCode: 'THB',
    transactionType: 100,
    transactionAmount: 10,
    transactionFrom: 0,
    transactionTo: 10,
    transactionDateTime: startMs,
  })
  expect(await ask('never')).toMatchObject(failure('3040'))
})

test('every refusal has its code and the trace id, and moves no money', async () => {
  const { pg, call, move, wallet, control } = await openMember()
  const trace_id = randomUUID()
  const unsigned = await call(`/games/pg/Cash/v3/GetPlayerWallet?trace_id=${trace_id}`, {
    method: 'POST',
    body: new URLSearchParams({ player_name }),
  })
  expect(unsigned.body.error).toEqual({
    code: '1204',
    message: 'Invalid operator',
    traceId: trace_id,
  })
  expect(await pg('/Cash/v3/GetPlayerWallet', { player_name }, 'x')).toMatchObject(failure('1204'))
  const untraced = await call('/games/pg/Cash/v3/GetPlayerWallet', { method: 'POST', body: '' })
  expect(untraced).toMatchObject(failure('1034'))
  const again = await pg('/v3/Player/Create', { player_name, nickname: 'x', currency })
  expect(again).toMatchObject(failure('1305'))
  expect(await pg('/Cash/v3/GetPlayerWallet', { player_name: 'nobody' })).toMatchObject(
    failure('3005'),
  )
  expect(await move('TransferIn', '', 'r')).toMatchObject(failure('3001'))
  expect(await move('TransferIn', '1', '')).toMatchObject(failure('3001'))
  expect(await move('TransferIn', '1', 'r'.repeat(51))).toMatchObject(failure('3001'))
  expect(await move('TransferIn', '-1', 'r')).toMatchObject(failure('3001'))
  expect(await move('TransferOut', '1', 'r')).toMatchObject(failure('3100'))
  await control('POST', '/games/pg/balance', { username: player_name, balance: '5' })
  await control('POST', '/games/pg/round', { username: player_name })
  expect(await move('TransferOut', '1', 'r')).toMatchObject(failure('3100'))
  expect((await wallet()).cashBalance).toBe(5)
})

test('after a kick money can be taken out only when five seconds have passed, by the same reference', async () => {
  const { pg, move, url, control } = await openMember()
  await move('TransferIn', '10', 'in')
  const login = await pg('/Login/v1/LoginGame', {
    player_name,
    operator_player_session: 's',
    currency,
  })
  const { player_session } = login.body.data
  const launch = `${url}/games/pg/126/index.html?btt=1&ot=sandbox-operator&ops=${player_session}`
  const table = await fetch(launch)
  expect(table.url).toContain('/games/pg/table/')

  expect((await pg('/Player/v1/Kick', { player_name })).body.data).toEqual({ action_result: 1 })
  expect((await fetch(table.url)).status).toBe(410)
  expect(await move('TransferOut', '4', 'out')).toMatchObject(failure('3101'))
  await control('POST', '/clock', { byMs: 4999 })
  expect(await move('TransferOut', '4', 'out')).toMatchObject(failure('3101'))
  await control('POST', '/clock', { byMs: 1 })
  expect((await move('TransferOut', '4', 'out')).body.data.balanceAmount).toBe(6)
})

test('a member who was in no game need not wait', async () => {
  const { pg, move } = await openMember()
  await move('TransferIn', '10', 'in')
  await pg('/v3/Player/Kick', { player_name })
  expect((await move('TransferOut', '4', 'out')).body.error).toBeNull()
})
