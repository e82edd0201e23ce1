import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { watchLate } from '#records/review/review.ts'
import { listReaders } from '#records/review/store.ts'
import { notifyMembers, type NotifyDeps } from '#records/review/notify.ts'
import { anyArrival, openDepositWorld, type DepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { confirmGroup } from './confirm/confirm.ts'
import { memberGroup } from './member.ts'
import { depositsGroup } from './money/deposits.ts'
import { settingsGroup } from './settings.ts'
import { reviewGroup } from './review.ts'

const groups = [settingsGroup, depositsGroup, confirmGroup, memberGroup, reviewGroup]
const ours = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'KBANK', nameEN: 'KBANK' },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
}

let world: DepositWorld
let kapao: Terminals['kapao']
let house: Terminals
let memberId: string
beforeEach(async () => {
  world = await openDepositWorld()
  house = openTerminals(world, groups)
  kapao = house.kapao
  await house.add('nok', null)
  await kapao('nok', 'settings', 'set', 'deposit.accounts', JSON.stringify([ours]))
  await house.add('lek', 'nok')
  await house.add('som', 'nok')
  await house.passHours(48)
  memberId = (await world.addMember()).id
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const settle = (given: Parameters<typeof anyArrival>[0] = {}) =>
  world.processes[0]!.settle(anyArrival(given))
const match = (name: string, id: string, to = memberId) =>
  kapao(name, 'deposits', 'match', id, '--member', to, '--why', 'bank receipt 4711')
const takeBack = (name: string, id: string) =>
  kapao(name, 'deposits', 'takeback', id, '--why', 'the payer is another one')
const list = (...options: string[]) => kapao('som', 'review', 'list', ...options)
const numbersIn = (text: string) => [...text.matchAll(/^(\d+) /gm)].map(([, number]) => number!)
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
  const readers = async () => (await listReaders(ownerDb, 'operator:lek')).toSorted()
  expect(await readers()).toEqual(['operator:som'])
  await ownerDb.query(
    `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'som'`,
  )
  expect(await readers()).toEqual(['operator:nok'])
})

test('CARE-12 CARE-13 an unconfirmed act waits for another operator, who reviews it once; never its actor or one behind them', async () => {
  const { id } = await settle()
  await match('lek', id)
  const text = await list()
  expect(text).toMatch(
    /lek +deposits\.release +500\.00 BAHT +\w+ +bank receipt 4711 +waits for som/,
  )
  const [number] = numbersIn(text)
  for (const name of ['lek', 'nok'])
    await expect(kapao(name, 'review', 'tick', number!), name).rejects.toThrow('may not review')
  expect(await kapao('som', 'review', 'show', number!)).toMatch(/"note": "bank receipt 4711"/)
  const both = await Promise.allSettled(
    [1, 2].map(() => kapao('som', 'review', 'tick', number!, '--note', 'line 4711')),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await list()).toBe('Nothing waits for review.')
  expect(await list('--all')).toMatch(/deposits\.release.* som/)
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
  expect(await list()).toMatch(/lek +gifts\.give/)
  await kapao('lek', 'member', 'deactivate', memberId, '--why', 'x')
  expect(numbersIn(await list())).toHaveLength(2)
  // What nobody names as harmless is read, whichever module it is of.
  await kapao('lek', 'settings', 'set', 'qr.minutes', '20')
  expect(numbersIn(await list())).toHaveLength(3)
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
  expect(await list()).toMatch(/LATE, waits for som/)
})

test('CARE-15 money taken out of one wallet, or in suspense, reaches another member by two operators only', async () => {
  const other = (await world.addMember()).id
  const { id } = await settle({ memberId: other })
  const again = /They wait as (\S+):/.exec(await takeBack('lek', id))![1]!
  const asked = await match('lek', again)
  expect(asked).toMatch(/Nothing is done yet.*it was taken out of a wallet/)
  expect(await world.balanceOf(memberId)).toBe(0)
  const number = /kapao confirm yes (\d+)/.exec(asked)![1]!
  await expect(kapao('lek', 'confirm', 'yes', number)).rejects.toThrow('may not confirm')
  await kapao('som', 'confirm', 'yes', number)
  expect(await world.balanceOf(memberId)).toBe(50_000)
  // Two have seen the gift, and one alone has taken it away.
  const text = await list()
  expect(numbersIn(text)).toHaveLength(1)
  expect(text).toMatch(/deposits\.takeBack/)
  expect(await list('--all')).toMatch(/som +deposits\.release.* lek, who asked for it/)

  const named = await settle({ memberId: other, hold: 'wrong-payer' })
  const waiting = await match('lek', named.id)
  expect(waiting).toMatch(/Nothing is done yet.*it waits for/)
  // While it waits nothing else is done with the money.
  await expect(match('lek', named.id, other)).rejects.toThrow('waits for a second person')
  await kapao('lek', 'confirm', 'no', /confirm yes (\d+)/.exec(waiting)![1]!, '--why', 'not theirs')
  expect(await match('lek', named.id, other)).toMatch(/is credited/)
})

test('CARE-10 a request is confirmed by one of our accounts and a time since the request; no other answer moves anything', async () => {
  const id = await askedFor(1_999)
  world.clock.moveMs(hourMs)
  const now = world.clock.now().getTime()
  const confirm = (account: string, at: number) =>
    kapao(
      'lek',
      'deposits',
      'match',
      id,
      '--reference',
      'SCB:NEVER0000000000001',
      '--account',
      account,
      '--at',
      new Date(at).toISOString(),
    )
  for (const at of [now - 730 * dayMs, now - 4 * dayMs, now - 2 * hourMs, now + 1_000])
    await expect(confirm('KBANK:1112223334', at)).rejects.toThrow('between then and now')
  await expect(confirm('KTB:9999999999', now)).rejects.toThrow(
    "not one of the operator's accounts for BAHT",
  )
  expect(await world.balanceOf(memberId)).toBe(0)
  expect(await list()).toBe('Nothing waits for review.')
  expect(await confirm('KBANK:1112223334', now - 30 * minuteMs)).toMatch(/is credited/)
  expect(await list()).toMatch(/lek +deposits\.credit +1999\.00 BAHT/)
})

test('CARE-19 a member is notified by SMS of what is taken, given to another or changed: each once, without a limit', async () => {
  const victim = (await world.addMember({ language: 'la' })).id
  for (let turn = 0; turn < 5; turn += 1) {
    const { id } = await settle({ memberId: victim })
    await takeBack('lek', id)
  }
  const waiting = await settle({ memberId: victim, hold: 'wrong-payer' })
  const asked = await match('lek', waiting.id)
  await kapao('som', 'confirm', 'yes', /kapao confirm yes (\d+)/.exec(asked)![1]!)
  await kapao(
    'lek',
    'member',
    'bank',
    victim,
    '--to',
    'SCB:7770001112',
    '--name',
    'SOMCHAI JAIDEE',
    '--why',
    'came with the bank book',
  )
  const notices: string[] = []
  const notifyOfAct: NotifyDeps['notifyOfAct'] = async ({ memberId: to, notice, money }) => {
    notices.push(`${to === victim ? 'victim' : to} ${notice} ${money ? 'with its sum' : ''}`.trim())
  }
  const { db } = world.database
  await Promise.all([1, 2, 3].map(() => notifyMembers({ db, log: console, notifyOfAct })))
  expect(notices.toSorted()).toEqual([
    'victim bankByHand',
    'victim moved with its sum',
    ...Array.from({ length: 5 }, () => 'victim taken with its sum'),
  ])
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
  expect(await list()).toMatch(/waits for lek or som/)
  const [number] = numbersIn(await list())
  await expect(kapao('nok', 'review', 'tick', number!)).rejects.toThrow('may not review')
  await kapao('lek', 'review', 'tick', number!)
  expect(await list()).toBe('Nothing waits for review.')
})
