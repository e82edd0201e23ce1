import type { CallOutput } from '@kapao/contract/calls'
import { receiptCheck } from '@kapao/contract/fair/receipt-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { bounce } from '#money/withdrawals/bounce.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { takeBack } from '#money/deposits/take-back.ts'
import { readSettings } from '#settings/read.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDeskCalls, type DeskCalls } from '#testing/desk/desk-calls.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { memberDeskRoutes } from './desk-routes.ts'

const world = testWorld(openPayWorld)
let desk: DeskCalls
let player: Player
const by = { actor: 'operator:nok', requestId: 'kapao' } as const

beforeAll(async () => {
  const { clock } = world
  const { db } = world.database
  await world.set('withdraw.autoMax.BAHT', '2000.00')
  desk = await openDeskCalls(
    (api) =>
      memberDeskRoutes(api, {
        db,
        clock,
        readSettings: () => readSettings(db),
        endAllOf: async () => 0,
        takeBackDeps: openDeciding(deskContext({ db, clock })).deposits,
      }),
    world,
  )
  player = await world.addPlayer(0n, [])
  await world.order(player, 'ZPAY', 500)
  await world.pay('ZPAY', { reference: (await world.newest('ZPAY')).reference })
  await world.until(
    () => world.walletOf(player),
    (has) => has === 50_000,
  )
  const answer = await player.call('POST /api/wallet/withdraw', {
    body: { amount: 300 },
    headers: { 'idempotency-key': systemIds.key() },
  })
  expect(answer.status).toBe(200)
  await world.until(
    async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal?.stage,
    (stage) => stage === 'PAID',
  )
})
afterAll(() => desk.close())

type Receipt = CallOutput<'GET /api/statement/row/{seq}'>
const receiptOf = async (type: string): Promise<Receipt> => {
  const { statements } = (
    await player.call('POST /api/statement', { body: { page: 1, limit: 10 } })
  ).body
  const row = statements.findLast((one: Receipt['row']) => one.statementType === type)
  return (await player.call(`GET /api/statement/row/${row.seq}`)).body
}

/** As the member's page makes it of what it was answered. */
function codeOf({ row }: Pick<Receipt, 'row'>): string {
  const { _id: id, statementType: type, from, to, status, amount, currency, createdAt } = row
  const units = Math.round(amount * (currency === 'BAHT' ? 100 : 1))
  const facts = { id, type, from: from ?? '', to: to ?? '', status, units, currency, createdAt }
  const tail = id.replaceAll('-', '').slice(-12).toUpperCase()
  return `${tail.match(/.{4}/g)!.join('-')}-${receiptCheck(facts)}`
}

const ask = (code: string, roles: readonly ('support' | 'marketing')[] = ['support']) =>
  desk.call('GET /api/console/members/receipt/{code}', {
    as: { name: 'lek', roles },
    input: { code },
  })
const check = async (code: string) => (await ask(code)).body.receipt

describe('NOTE-23 the proof code of a receipt is checked', () => {
  test.each([
    ['deposit', '500.00'],
    ['withdraw', '300.00'],
  ])('NOTE-23 of a %s: whose it is, and what the books say', async (type, amount) => {
    const receipt = await receiptOf(type)
    expect(receipt).toMatchObject({ row: { status: 'SUCCESS' }, corrected: null })
    const { from, to, createdAt } = receipt.row
    const found = await check(codeOf(receipt))
    expect(found).toEqual({
      member: expect.objectContaining({ memberId: player.id }),
      statementType: type,
      from,
      to,
      status: 'SUCCESS',
      isAsShown: true,
      sum: { amount, currency: 'BAHT' },
      createdAt,
      corrected: null,
    })
    expect(found.member.name).toContain('•')
  })

  test.each([
    { amount: 5_000 },
    { amount: 500.01 },
    { currency: 'LAK' },
    { status: 'PENDING' },
    { statementType: 'withdraw' },
    { from: 'SCB' },
    { to: 'pg' },
    { createdAt: '2026-11-21T05:00:00.000Z' },
    { _id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f' },
  ])('NOTE-23 a code made of %o is of no receipt', async (forged) => {
    const receipt = await receiptOf('deposit')
    expect(await check(codeOf(receipt))).not.toBeNull()
    expect(await check(codeOf({ row: { ...receipt.row, ...forged } as Receipt['row'] }))).toBeNull()
  })

  test('NOTE-23 any sign of it changed is found out; what is no code is refused, and who sees no money is not told', async () => {
    const code = codeOf(await receiptOf('withdraw'))
    for (const at of [0, 13, 15, 23]) {
      const other = code[at] === '0' ? '1' : '0'
      expect(await check(code.slice(0, at) + other + code.slice(at + 1)), String(at)).toBeNull()
    }
    for (const wrong of [code.slice(1), `${code}0`, code.toLowerCase(), `${code.slice(0, -1)}G`])
      expect((await ask(wrong)).status, wrong).toBe(400)
    expect((await ask(code, ['marketing'])).body.code).toBe('NO_RIGHT')
  })

  test('NOTE-23 an outcome that is another one by now is said to be', async () => {
    const receipt = await receiptOf('deposit')
    const { ownerDb } = world.database
    const set = (status: string) =>
      ownerDb.query('update statement_row set status = $3 where member_id = $1 and seq = $2', [
        player.id,
        receipt.row.seq,
        status,
      ])
    await set('FAILED')
    expect(await check(codeOf(receipt))).toMatchObject({ status: 'FAILED', isAsShown: false })
    await set('SUCCESS')
    expect(await check(codeOf(receipt))).toMatchObject({ status: 'SUCCESS', isAsShown: true })
  })

  test('NOTE-23 money that came back or was taken back is said to be, to the member and to who checks; the row that corrects has no code', async () => {
    const { db } = world.database
    const { clock } = world
    const paid = await receiptOf('withdraw')
    const code = codeOf(paid)
    const deps = { db, clock, ids: systemIds, accounts: accountBook(db) }
    await bounce(deps, { id: paid.row._id, why: 'line 4711', ...by })
    const at = clock.now().toISOString()
    expect((await receiptOf('withdraw')).corrected).toBe(at)
    expect(await check(code)).toMatchObject({ corrected: at, isAsShown: true })

    const credited = await receiptOf('deposit')
    const [deposit] = await db.query<{ id: string }>(
      `select id from deposits_deposit where member_id = $1`,
      [player.id],
    )
    const taking = openDeciding(deskContext({ db, clock })).deposits
    await takeBack(taking, { id: deposit!.id, note: 'recalled', isGone: true, ...by })
    expect(await check(codeOf(credited))).toMatchObject({ corrected: expect.any(String) })
    const { statements } = (
      await player.call('POST /api/statement', { body: { page: 1, limit: 10 } })
    ).body
    const corrections = statements.filter((one: Receipt['row']) => one.correction)
    expect(corrections).toHaveLength(2)
    for (const row of corrections) expect(await check(codeOf({ row }))).toBeNull()
  })
})
