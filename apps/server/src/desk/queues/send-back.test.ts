import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { markSent } from '#money/deposits/send-back.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import type { anyArrival } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
const why = 'nobody’s'
const reference = 'SCB 4711'

/** Refused, and booked as given back. */
async function refused(given?: Parameters<typeof anyArrival>[0]): Promise<string> {
  const id = await world.make.deposit(given)
  await world.decide('lek', { kind: 'deposit', id, decision: 'refuse', why })
  await world.carryOut()
  return id
}
const idsOf = async () => (await world.list('deposit')).map((row) => row.id)
const markAs = (name: string, id: string, key?: string, said = reference) =>
  world.decide(name, { kind: 'deposit', id, decision: 'sent', reference: said }, key)
const actsOf = (subject: string) =>
  world.database.db.query<{ actor: string; action: string; after: unknown }>(
    `select actor, action, after from core_audit
     where subject = $1 and action in ('deposits.sent', 'deposits.nothing')`,
    [subject],
  )
const countMovements = async () => {
  const [row] = await world.database.db.query<{ count: number }>(
    'select count(*)::int as count from ledger_movement',
  )
  return row!.count
}
type Facts = { panels: { facts: { name: string; value: object }[] }[] }
const factOf = (body: Facts, name: string) =>
  body.panels.flatMap(({ facts }) => facts).find((one) => one.name === name)?.value

test('HOUSE-127 refused money waits to be sent back until somebody names the transfer; that books nothing, counts once and stands in the trail', async () => {
  const payer = { bank: 'KBANK', account: '9998887776', name: 'NOK SUKJAI' }
  const id = await world.make.deposit({ payer })
  await world.decide('lek', { kind: 'deposit', id, decision: 'refuse', why })
  expect(await idsOf()).not.toContain(id)
  await world.carryOut()
  const [row] = (await world.list('deposit')).filter((one) => one.id === id)
  expect(row).toMatchObject({ sum: { amount: '500.00' }, why: { code: 'to-send-back' } })
  const before = await countMovements()
  const { body } = await world.read('som', 'deposit', id)
  expect(body).toMatchObject({ decided: null, since: world.clock.now().toISOString() })
  expect(body.decisions).toMatchObject([
    { name: 'sent', effect: 'marks-sent', fields: ['reference'], barred: null },
    { name: 'nothing', effect: 'ends-without-money', fields: ['why'], barred: null },
  ])
  expect(factOf(body, 'state')).toEqual({ form: 'code', code: 'to-send-back' })
  const shown = await world.desk.call('POST /api/console/work/payer/{kind}/{id}', {
    as: { name: 'som', roles: ['cashier'] },
    input: { kind: 'deposit', id },
  })
  expect(shown.body).toMatchObject(payer)

  const key = systemIds.key()
  const said = await markAs('som', id, key)
  expect(said.body.item.decided).toMatchObject({ decision: 'sent', by: 'som' })
  expect((await markAs('som', id, key)).body).toMatchObject({ state: 'done' })
  expect((await markAs('som', id, key, 'another')).body.code).toBe('KEY_REUSED')
  expect(await idsOf()).not.toContain(id)
  const late = await markAs('dao', id)
  expect(late.body).toMatchObject({
    code: 'ALREADY_DECIDED',
    decided: { decision: 'sent', by: 'som' },
  })
  const ended = (await world.read('dao', 'deposit', id)).body
  expect(ended.decisions).toEqual([])
  expect(factOf(ended, 'state')).toEqual({ form: 'code', code: 'sent-back' })
  expect(factOf(ended, 'sentReference')).toEqual({ form: 'text', text: reference })
  expect(factOf(ended, 'sentBy')).toEqual({ form: 'operator', name: 'som' })
  expect(await actsOf(id)).toEqual([
    { actor: 'operator:som', action: 'deposits.sent', after: { reference } },
  ])
  expect(await countMovements()).toBe(before)
})

test('HOUSE-127 two mark one transfer at once: one wins, the other reads who has; no other reference takes its place', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await refused()
    const said = await Promise.all([
      markAs('lek', id, undefined, 'one'),
      markAs('som', id, undefined, 'other'),
    ])
    expect(new Set(said.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [by, kept] = said[0].status === 200 ? ['lek', 'one'] : ['som', 'other']
    const late = said.find(({ status }) => status !== 200)!
    expect(late.body).toMatchObject({ code: 'ALREADY_DECIDED', decided: { by } })
    const act = (name: string) => ({
      id,
      reference: name,
      actor: `operator:${name}` as const,
      requestId: systemIds.key(),
    })
    const deps = { db: world.database.db, clock: world.clock }
    for (const name of ['lek', 'dao'])
      await expect(markSent(deps, act(name))).rejects.toMatchObject({ why: 'ended-otherwise' })
    expect(await actsOf(id)).toMatchObject([
      { actor: `operator:${by}`, after: { reference: kept } },
    ])
    const [row] = await world.database.db.query(
      `select sent_by as by, sent_reference as reference from deposits_deposit where id = $1`,
      [id],
    )
    expect(row).toEqual({ by: `operator:${by}`, reference: kept })
  }
})

test('HOUSE-127 without a reference, with one too long, without the right, and before it is given back, nothing is marked', async () => {
  const id = await refused()
  for (const said of ['', '   ', 'x'.repeat(81)])
    expect((await markAs('som', id, undefined, said)).status, said).toBe(400)
  const input = { kind: 'deposit', id, decision: 'sent', reference }
  const support = await world.desk.call('POST /api/console/work/decide/{kind}/{id}', {
    as: { name: 'som', roles: ['support'] },
    input,
    key: systemIds.key(),
  })
  expect(support.body.code).toBe('NO_RIGHT')
  expect(await actsOf(id)).toEqual([])
  expect(await idsOf()).toContain(id)

  const waiting = await world.make.deposit()
  expect((await markAs('som', waiting)).body.code).toBe('DECISION_REFUSED')
  await world.decide('lek', { kind: 'deposit', id: waiting, decision: 'refuse', why })
  expect((await markAs('som', waiting)).body.code).toBe('ALREADY_DECIDED')
  const { ownerDb } = world.database
  await expect(
    ownerDb.query(
      `update deposits_deposit set sent_at = now(), sent_by = 'operator:som', sent_reference = 'x' where id = $1`,
      [waiting],
    ),
  ).rejects.toMatchObject({ code: '23514' })
  expect(await actsOf(waiting)).toEqual([])
})

test('HOUSE-127 money that never came leaves the list without a transfer, and a transfer that was reported twice is never on it', async () => {
  const id = await refused()
  const nothing = { kind: 'deposit', id, decision: 'nothing', why: 'the bank never had it' }
  const { body } = await world.decide('som', nothing)
  expect(body.item.decided).toMatchObject({
    decision: 'nothing',
    by: 'som',
    why: 'the bank never had it',
  })
  expect(factOf(body.item, 'state')).toEqual({ form: 'code', code: 'given-back' })
  expect(await idsOf()).not.toContain(id)
  expect((await markAs('dao', id)).body.code).toBe('ALREADY_DECIDED')
  for (const hold of ['alike', 'repeated'] as const) {
    const waits = await world.make.deposit({ hold })
    const offers = (await world.read('som', 'deposit', waits)).body.decisions
    expect(offers).toContainEqual(
      expect.objectContaining({ name: 'refuse', effect: 'books-out-repeat' }),
    )
    const same = await refused({ hold })
    expect(await idsOf()).not.toContain(same)
    const { body: item } = await world.read('som', 'deposit', same)
    expect(item).toMatchObject({ decided: { decision: 'refuse' }, decisions: [] })
    expect((await markAs('som', same)).body.code).toBe('ALREADY_DECIDED')
  }
})
