import { beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { watchLate } from '#records/review/review.ts'
import { unguarded } from '#testing/database/database.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'

const isDone = /^state +done/m
const waits = /^state +waits/m

const world = freshWorld(openDepositWorld)
let kapao: Terminals['kapao']
let house: Terminals
let memberId: string
beforeEach(async () => {
  house = openTerminals(world)
  kapao = house.kapao
  await house.add('nok', null)
  await kapao('nok', 'settings', 'set', 'deposit.accounts', '--value', JSON.stringify([ourAccount]))
  await house.add('lek', 'nok')
  await house.add('som', 'nok')
  await house.passHours(48)
  memberId = (await world.addMember()).id
})

const settle = (given: Parameters<typeof anyArrival>[0] = {}) =>
  world.processes[0]!.settle(anyArrival(given))
const decide = (name: string, kind: string, id: string, decision: string, ...more: string[]) =>
  kapao(name, 'work', 'decide', kind, id, '--decision', decision, ...more)
const match = (name: string, id: string, to = memberId) =>
  decide(name, 'deposit', id, 'match', '--memberId', to, '--why', 'bank receipt 4711')
const takeBack = (name: string, id: string) => {
  const fields = ['--deposit', id, '--isGone', 'no', '--why', 'the payer is another one']
  return kapao(name, 'members', 'takeback', ...fields)
}
const tick = (name: string, id: string, ...more: string[]) =>
  decide(name, 'review', id, 'tick', ...more)

type Row = { id: string; memberId: string; sum: object; why: { code: string; detail: object } }

/** What waits to be read, as the list has it. */
async function listed(): Promise<Row[]> {
  const text = await kapao('som', 'work', 'list', 'review', '--json')
  return (JSON.parse(text) as { rows: Row[] }).rows
}

/** Every act, with who has read it. */
const acts = () =>
  world.database.db.query<{ id: string; act: string; reader: string | null }>(
    `select id::text, actor || ' ' || action as act, coalesce(ticked_by, second) as reader from review_act order by review_act.id`,
  )
const waiting = async () =>
  (await acts()).flatMap(({ act, reader }) => (reader === null ? [act] : []))
const passHours = (hours: number) =>
  world.database.ownerDb.query(`update review_act set at = at - $1::interval`, [`${hours} hours`])

async function askedFor(baht: number): Promise<string> {
  const id = crypto.randomUUID()
  await world.database.db.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
     values ($1, $2, $5, $1, $3, 'BAHT', false, 'open', 0, $4)`,
    [id, memberId, baht * 100, world.clock.now(), id],
  )
  return id
}

test('CARE-84 CARE-13 a disabled operator reviews nothing, not even where no other stands apart', async () => {
  const { ownerDb } = world.database
  const readers = async () => {
    const rows = await ownerDb.query<{ reader: string }>(
      `select r as reader from review_readers('operator:lek') r order by 1`,
    )
    return rows.map(({ reader }) => reader)
  }
  expect(await readers()).toEqual(['operator:som'])
  await unguarded(ownerDb, (tx) =>
    tx.query(
      `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'som'`,
    ),
  )
  expect(await readers()).toEqual(['operator:nok'])
})

test('CARE-12 CARE-13 an unconfirmed act waits for another operator, who reviews it once; never its actor or one behind them', async () => {
  const { id } = await settle()
  await match('lek', id)
  const [row] = (await listed()).filter((one) => one.memberId === memberId)
  expect(row).toMatchObject({
    sum: { amount: '500.00', currency: 'BAHT' },
    why: { code: 'alone', detail: { form: 'act', by: 'lek', why: 'bank receipt 4711' } },
  })
  const number = row!.id
  for (const name of ['lek', 'nok'])
    await expect(tick(name, number), name).rejects.toThrow('may not review')
  const shown = await kapao('som', 'work', 'item', 'review', number)
  for (const word of ['deposits.release', 'lek', 'bank receipt 4711']) expect(shown).toContain(word)
  const both = await Promise.allSettled([1, 2].map(() => tick('som', number, '--why', 'line 4711')))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await listed()).map(({ id }) => id)).not.toContain(number)
  expect(await acts()).toContainEqual({
    id: number,
    act: 'operator:lek deposits.release',
    reader: 'operator:som',
  })
})

test('CARE-12 the database makes the list: the app role can add, remove or change no row of it', async () => {
  const { id } = await settle()
  await match('lek', id)
  const { db } = world.database
  for (const sql of [
    'delete from review_act',
    `update review_act set actor = 'operator:som'`,
    `insert into review_act (audit, actor, action, subject) select id, actor, action, subject from core_audit limit 1`,
  ])
    await expect(db.query(sql)).rejects.toThrow('permission denied')
  await expect(
    db.query(`update review_act set ticked_by = 'operator:lek', ticked_at = now()`),
  ).rejects.toThrow('may not read')
  // An act of an unknown kind is on it, too.
  await db.query(
    `insert into core_audit (at, actor, request_id, action, subject) values (now(), 'operator:lek', 'x', 'gifts.give', 'x')`,
  )
  expect(await waiting()).toContain('operator:lek gifts.give')
  await kapao('lek', 'members', 'active', '--memberId', memberId, '--isActive', 'no', '--why', 'x')
  // What nobody names as harmless is read, whichever module it is of.
  await kapao('lek', 'settings', 'set', 'qr.minutes', '--text', '20')
  expect((await waiting()).slice(-1)).toEqual(['operator:lek settings.set'])
})

test('CARE-14 an act that no other operator has reviewed within a day raises one alarm, and is listed as late', async () => {
  const { id } = await settle()
  await match('lek', id)
  const errors: object[] = []
  const log = { error: (entry: object) => void errors.push(entry) }
  const watch = () => watchLate({ db: world.database.db, log })
  await watch()
  expect(errors).toEqual([])
  await passHours(25)
  await watch()
  await watch()
  expect(errors).toEqual([expect.objectContaining({ news: 1, late: 1 })])
  expect((await listed()).map(({ why }) => why.code)).toContain('alone-late')
})

test('CARE-15 money taken out of one wallet, or in suspense, reaches another member by two operators only', async () => {
  const other = (await world.addMember()).id
  const { id } = await settle({ memberId: other })
  await takeBack('lek', id)
  const [again] = await world.database.db.query<{ id: string }>(
    `select id from deposits_deposit where state = 'suspended'`,
  )
  const asked = await match('lek', again!.id)
  expect(asked).toMatch(waits)
  expect(await world.balanceOf(memberId)).toBe(0)
  await expect(house.yes('lek', asked)).rejects.toThrow('may not confirm')
  await house.yes('som', asked)
  expect(await world.balanceOf(memberId)).toBe(50_000)
  // Two have seen the gift, and one alone has taken it away.
  expect((await waiting()).slice(-1)).toEqual(['operator:lek deposits.takeBack'])
  expect((await acts()).map(({ act, reader }) => `${act} ${reader}`)).toContain(
    'operator:som deposits.release operator:lek',
  )

  const named = await settle({ memberId: other, hold: 'wrong-payer' })
  const next = await match('lek', named.id)
  expect(next).toMatch(waits)
  // While it waits nothing else is done with the money.
  await expect(match('lek', named.id, other)).rejects.toThrow('waits for a second operator')
  await house.no('lek', next)
  expect(await match('lek', named.id, other)).toMatch(isDone)
})

test('CARE-10 a request is confirmed by one of our accounts and a time since the request; no other answer moves anything', async () => {
  const id = await askedFor(1_999)
  world.clock.moveMs(hourMs)
  const now = world.clock.now().getTime()
  const confirm = (account: string, at: number) => {
    const reference = ['--reference', 'SCB:NEVER0000000000001']
    const where = ['--party', account, '--paidAt', new Date(at).toISOString()]
    return decide('lek', 'manual', id, 'confirm', ...reference, ...where)
  }
  for (const at of [now - 730 * dayMs, now - 4 * dayMs, now - 2 * hourMs, now + 1_000])
    await expect(confirm('KBANK:1112223334', at)).rejects.toThrow('between then and now')
  await expect(confirm('KTB:9999999999', now)).rejects.toThrow(
    "not one of the operator's accounts for BAHT",
  )
  expect(await world.balanceOf(memberId)).toBe(0)
  expect((await waiting()).filter((act) => act.includes('deposits'))).toEqual([])
  expect(await confirm('KBANK:1112223334', now - 30 * minuteMs)).toMatch(isDone)
  expect((await waiting()).slice(-1)).toEqual(['operator:lek deposits.credit'])
})

test('CARE-19 NOTE-03 what is taken, given to another or changed is a notice for each act, and another for the waiting owner', async () => {
  const victim = (await world.addMember({ language: 'la' })).id
  for (let turn = 0; turn < 5; turn += 1) {
    const { id } = await settle({ memberId: victim })
    await takeBack('lek', id)
  }
  const waiting = await settle({ memberId: victim, hold: 'wrong-payer' })
  const asked = await match('lek', waiting.id)
  await house.yes('som', asked)
  const bank = ['--bankCode', 'SCB', '--accountNo', '7770001112', '--accountName', 'SOMCHAI JAIDEE']
  const asks = ['--memberId', victim, '--why', 'came with the bank book']
  await kapao('lek', 'members', 'bank', ...bank, ...asks)
  const notices = await world.database.db.query<{ kind: string; amount: number | null }>(
    `select kind, (about ->> 'amount')::int as amount from notices_notice
     where member_id = $1 and kind in ('deposit.taken', 'deposit.moved', 'bank.byHand') order by kind`,
    [victim],
  )
  expect(notices).toEqual([
    ...Array.from({ length: 5 }, () => ({ kind: 'deposit.taken', amount: 50_000 })),
    { kind: 'deposit.moved', amount: 50_000 },
    { kind: 'bank.byHand', amount: null },
  ])
  expect(
    await world.database.db.query(
      `select 1 from notices_notice where member_id = $1 and kind = 'deposit.moved'`,
      [memberId],
    ),
  ).toEqual([])
})

test("CARE-23 an act on a member's money at any terminal notifies the servers of the member, after the commit", async () => {
  const received: string[] = []
  const listening = await world.database.db.listen('review_moved', (payload) => {
    if (payload !== null) received.push((JSON.parse(payload) as { memberId: string }).memberId)
  })
  const { id } = await settle()
  await match('lek', id)
  await expect.poll(() => received).toEqual([memberId])
  await takeBack('lek', id)
  await expect.poll(() => received).toEqual([memberId, memberId])
  await listening.stop()
})

test('CARE-13 where no one stands apart from the actor, any other operator reviews the act', async () => {
  const { id } = await settle()
  await match('nok', id)
  const [act] = (await listed()).filter((one) => one.memberId === memberId)
  await expect(tick('nok', act!.id)).rejects.toThrow('may not review')
  expect(await tick('lek', act!.id)).toMatch(isDone)
})
