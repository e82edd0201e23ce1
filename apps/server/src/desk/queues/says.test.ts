import { beforeAll, expect, test } from 'vitest'
import type { Fact, Panel } from '@kapao/contract/console/work'
import { openPreview } from '#desk/decisions/decide.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { readTimeline } from '#desk/overview/members/timeline/timeline.ts'
import { listSpent } from '#records/confirm/store.ts'
import { changeSettings } from '#settings/change.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
  await world.make.credited(member, 900_000n)
})

const why = 'bank receipt 4711'
const baht = (amount: string) => ({ form: 'sum', sum: { amount, currency: 'BAHT' } })
const itemOf = async (kind: string, id: string) => (await world.read('som', kind, id)).body
const factsIn = (panels: Panel[], name: string): Fact[] =>
  panels.filter((panel) => panel.name === name).flatMap(({ facts }) => facts)
const valueOf = (facts: Fact[], name: string) => facts.find((fact) => fact.name === name)?.value

test('HOUSE-32 what was credited leads from the time-line to the item where it can be taken back', async () => {
  const other = (await world.addMember()).id
  const id = await world.make.credited(other)
  const wanted = { memberId: other, sort: null, after: null, until: null, seesMoney: true }
  const { rows } = await readTimeline(world.database.db, wanted)
  expect(rows.find(({ what }) => what === 'statement.deposit')?.work).toEqual({
    kind: 'deposit',
    id,
  })
  const { decided, decisions } = await itemOf('deposit', id)
  expect(decided).not.toBeNull()
  expect(decisions).toMatchObject([{ name: 'takeback', barred: null }])
})

test('HOUSE-34 a withdrawal shows what its member put in, played and took, since when, and with whom; a suspicion does so of each', async () => {
  const id = await world.make.withdrawal(member, 1)
  const facts = factsIn((await itemOf('withdrawal', id)).panels, 'history')
  expect(valueOf(facts, 'putIn')).toEqual(baht('9000.00'))
  for (const name of ['lost', 'won', 'withdrawn'])
    expect(valueOf(facts, name)).toEqual(baht('0.00'))
  expect(facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['joinedAt', 'accountSince']),
  )
  const found = await itemOf('suspicion', await world.make.suspicion(member))
  expect(valueOf(factsIn(found.panels, 'history'), 'putIn')).toEqual(baht('9000.00'))
})

test('HOUSE-35 an unclear transfer has the name to look for, and what the provider answers now or that it does not', async () => {
  const id = await world.make.transfer(member, 'in')
  const providerOf = async () => factsIn((await itemOf('transfer', id)).panels, 'provider')
  expect(valueOf(await providerOf(), 'balanceNow')).toEqual({ form: 'code', code: 'unknown' })
  world.answerBalance(async (memberId, game, currency) =>
    memberId === member && game === 'pg' ? { amount: 12_345n, currency } : null,
  )
  expect(valueOf(await providerOf(), 'balanceNow')).toEqual(baht('123.45'))
})

test('HOUSE-96 what is received for a payment or gift link is said to be credited only where it will be', async () => {
  const { ownerDb } = world.database
  const other = (await world.addMember()).id
  const effectOf = async (kind: string, id: string) => {
    const { decisions } = await itemOf(kind, id)
    return decisions.find((one: { name: string }) => one.name === 'received').effect
  }
  const set = (text: string, id: string) =>
    ownerDb.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(text, [id])
    })
  const payment = await world.make.payment(other)
  const key = payment.slice('ZPAY:'.length)
  expect(await effectOf('payment', payment)).toBe('credits-received')
  await set(`update qrcodes_payment set payer_account = '9990001112' where payment = $1`, key)
  expect(await effectOf('payment', payment)).toBe('waits-for-owner')
  await set(`update qrcodes_payment set payer_account = null, code = null where payment = $1`, key)
  expect(await effectOf('payment', payment)).toBe('waits-for-owner')
  const link = await world.make.giftlink(other)
  expect(await effectOf('giftlink', link)).toBe('waits-for-owner')
  await set('update giftlinks_link set payer_known = true where id = $1::uuid', link)
  expect(await effectOf('giftlink', link)).toBe('credits-received')
})

test('HOUSE-36 a member whom nobody listed is weighed by the same facts; of money that has its owner nobody is', async () => {
  const payer = { bank: 'KBANK', account: '9998887776', name: 'WICHAI THONGDEE' }
  const id = await world.make.deposit({ payer })
  const weigh = (of: string, memberId: string) =>
    world.desk.call('GET /api/console/work/weigh/{kind}/{id}/{memberId}', {
      as: { name: 'som', roles: ['cashier'] },
      input: { kind: 'deposit', id: of, memberId },
    })
  const { body } = await weigh(id, member)
  expect(body).toMatchObject({ memberId: member, fit: 0 })
  const against = body.reasons.flatMap(({ code, isFor }: { code: string; isFor: boolean }) =>
    isFor ? [] : [code],
  )
  expect(against).toEqual(expect.arrayContaining(['digits-differ', 'name-differs']))
  expect((await weigh(id, 'AAAAAAAAAAAA')).body.code).toBe('NOT_FOUND')
  expect((await weigh(await world.make.credited(member), member)).body.code).toBe('NOT_FOUND')
})

test('HOUSE-37 where the day of one operator alone is spent stands how much of it is', async () => {
  const first = await world.make.deposit({ money: { amount: 1_200_000n, currency: 'BAHT' } })
  const offerOf = async (id: string) => (await itemOf('deposit', id)).decisions[0]
  const before = await offerOf(first)
  expect(before).toMatchObject({ name: 'match', waitsFor: null })
  const max = { amount: '20000.00', currency: 'BAHT' }
  expect(before.alone.max).toEqual(max)
  await world.decide('lek', {
    kind: 'deposit',
    id: first,
    decision: 'match',
    memberId: member,
    why,
  })
  const next = await world.make.deposit({ money: { amount: 1_000_000n, currency: 'BAHT' } })
  const given = (Number(before.alone.given.amount) + 12_000).toFixed(2)
  expect(await offerOf(next)).toMatchObject({
    waitsFor: expect.arrayContaining(['dao']),
    alone: { given: { amount: given, currency: 'BAHT' }, max },
  })
  const [most] = (await offerOf(next)).alone.spent
  expect(most).toMatchObject({ command: 'deposits match', by: 'lek' })
  expect(Number(most.sum.amount)).toBeGreaterThanOrEqual(12_000)
})

test('HOUSE-69 a reward that one operator puts before members leaves the cashiers their day, and has a limit of its own', async () => {
  const offer = async (baht: bigint, quota: number, what: string) => {
    const { decide } = openDeciding(world.around)
    const gives = [{ amount: baht * BigInt(quota) * 100n, currency: 'BAHT' as const }]
    const wish = { kind: 'bonus switch', subject: `bonus:${what}`, what: {}, words: what, gives }
    const by = { actor: 'operator:lek', requestId: what } as const
    return (await decide({ ...wish, ...by }, async () => null)).state
  }
  const id = await world.make.deposit()
  const left = async () => (await itemOf('deposit', id)).decisions[0].alone.given.amount
  const before = await left()
  expect(await offer(500n, 40, 'OPEN20')).toBe('done')
  expect(await left()).toBe(before)
  const [spent] = await listSpent(world.database.db, { kind: 'bonus define', currency: 'BAHT' }, 3)
  expect(spent).toEqual({ kind: 'bonus switch', by: 'operator:lek', amount: 2_000_000n })
  const more = [{ amount: 100n, currency: 'BAHT' as const }]
  const asked = {
    kind: 'bonus define',
    subject: 'bonus:MORE',
    actor: 'operator:lek',
    gives: more,
  } as const
  expect((await openPreview(world.around)(asked)).seconds).not.toBe(null)
  const { db } = world.database
  await changeSettings(
    { db, clock: world.clock },
    {
      changes: [
        { name: 'rewards.aloneDayMax.BAHT', to: { value: '30000' }, expectedVersion: null },
      ],
      actor: 'system:test',
      requestId: 'test',
    },
  )
  expect((await openPreview(world.around)(asked)).seconds).toBe(null)
})

test('HOUSE-38 a list holds nothing that its reader could not decide, and a link still leads there', async () => {
  const id = await world.make.deposit({ money: { amount: 6_000_000n, currency: 'BAHT' } })
  await world.decide('lek', { kind: 'deposit', id, decision: 'match', memberId: member, why })
  const rows = await world.list('second')
  expect(rows.length).toBeGreaterThan(0)
  const cashier = { name: 'dao', roles: ['cashier'] as const }
  const kindsOf = async (call: string) => (await world.ask(cashier, call, { kind: 'all' })).body
  const listed = (await kindsOf('list')).rows.map(({ kind }: { kind: string }) => kind)
  expect(listed).toContain('deposit')
  for (const kind of ['second', 'review']) expect(listed).not.toContain(kind)
  const counted = (await kindsOf('counts')).kinds.map(({ kind }: { kind: string }) => kind)
  expect(counted).not.toContain('second')
  const read = await world.ask(cashier, 'item', { kind: 'second', id: rows[0]!.id })
  expect(read.status).toBe(200)
})
