import type { Fact, Panel } from '@kapao/contract/console/work'
import { expect, test } from 'vitest'
import { listOpenThings, sumInAndOut } from '#desk/overview/members/member-store.ts'
import { readTimeline } from '#desk/overview/members/timeline/timeline.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
const why = 'by phone'

async function factsOf(kind: string, id: string): Promise<Record<string, Fact['value'][]>> {
  const { body } = await world.read('lek', kind, id)
  const facts = (body.panels as Panel[]).flatMap((panel) => panel.facts)
  return Object.fromEntries(
    facts.map(({ name }) => [name, facts.filter((one) => one.name === name).map((f) => f.value)]),
  )
}

const timelineOf = (memberId: string, sort: 'money' | 'desk' = 'money') =>
  readTimeline(world.database.db, {
    memberId,
    sort,
    after: null,
    until: null,
    seesMoney: true,
  })

const depositOf = async (event: string) => {
  const [row] = await world.database.db.query<{ deposit: string }>(
    'select deposit from deposits_report where event_id = $1',
    [event.replace('bank:', '')],
  )
  return row!.deposit
}

test('HOUSE-112 CARE-113 while a bank contradicts a credit it is among what is open of its member, a withdrawal shows it and waits for a person; taken back, the matter waits once', async () => {
  const { db } = world.database
  const { id: member } = await world.addMember()
  await world.make.credited(member, 300_000n)
  const watch = watchRewards({ db, clock: world.clock, log: { error: () => undefined } })
  expect(await watch.needsManualReview(member, false)).toBe(false)
  const id = await world.make.differing(member)
  const deposit = await depositOf(id)

  const open = () => listOpenThings(db, member, 9)
  expect(await open()).toMatchObject([{ kind: 'differing', id, state: 'differs-money' }])
  expect(await watch.needsManualReview(member, false)).toBe(true)
  const held = await world.make.withdrawal(member, 1)
  const { contradicting } = await factsOf('withdrawal', held)
  expect(contradicting).toEqual([{ form: 'item', kind: 'differing', id }])

  const reason = 'wrong-member'
  const taken = await world.decide('lek', {
    kind: 'differing',
    id,
    decision: 'takeback',
    reason,
    why,
  })
  expect(taken.body).toMatchObject({ state: 'done' })
  expect(await world.list('differing')).toEqual([])
  expect(taken.body.item.decided).toMatchObject({ decision: 'takeback', by: 'lek', why })
  expect((await factsOf('differing', id))['state']).toEqual([{ form: 'code', code: 'taken' }])
  expect((await open()).map(({ kind }) => kind)).toEqual(['withdrawal'])
  expect(await watch.needsManualReview(member, false)).toBe(false)
  expect((await factsOf('withdrawal', held))['contradicting']).toBeUndefined()
  const lines = (await timelineOf(member)).rows.filter(({ what }) => what.startsWith('desk.'))
  expect(lines).toMatchObject([
    { what: 'desk.deposits.takeBack', work: { kind: 'deposit', id: deposit } },
  ])
})

test('HOUSE-113 what was taken back and what its bank sent back is called so in the time-line, leads to its item, and is not counted as paid in or withdrawn', async () => {
  const { db, ownerDb } = world.database
  const { id: member } = await world.addMember()
  const kept = await world.make.credited(member, 300_000n)
  const wrong = await world.make.credited(member, 90_000n)
  const payout = await world.make.payout(member)
  await ownerDb.query(`update withdrawals_withdrawal set channel = 'PAYONEX' where id = $1`, [
    payout,
  ])
  const sums = () => sumInAndOut(db, member, { rowsMax: 100 })
  const paid = { kind: 'payout', id: payout, decision: 'paid', payout: 'PO1', why }
  expect((await world.decide('lek', paid)).status).toBe(200)
  expect(await sums()).toEqual({
    deposited: 390_000n,
    deposits: 2,
    withdrawn: 50_000n,
    withdrawals: 1,
  })

  const back = { kind: 'deposit', id: wrong, decision: 'takeback', reason: 'wrong-member', why }
  expect((await world.decide('lek', back)).body).toMatchObject({ state: 'done' })
  const bounced = { kind: 'payout', id: payout, decision: 'bounced', why }
  expect((await world.decide('lek', bounced)).body).toMatchObject({ state: 'done' })
  expect(await sums()).toEqual({
    deposited: 300_000n,
    deposits: 1,
    withdrawn: 0n,
    withdrawals: 0,
  })
  expect((await factsOf('payout', payout))['state']).toEqual([{ form: 'code', code: 'bounced' }])
  expect((await timelineOf(member)).rows.map(({ what, work }) => [what, work?.id])).toEqual([
    ['desk.withdrawals.bounce', payout],
    ['desk.deposits.takeBack', wrong],
    ['statement.withdraw', payout],
    ['statement.deposit', wrong],
    ['statement.deposit', kept],
  ])
})

test('HOUSE-128 of a decided suspicion nothing is said to wait: a bonus is withheld for good, what is allowed is held no more; the time-line says which and leads to the item', async () => {
  const { id: member } = await world.addMember()
  const deny = await world.make.suspicion(member, ['bonus'])
  const allow = await world.make.suspicion(member, ['bonus'])
  const code = (one: string) => [{ form: 'code', code: one }]
  expect((await factsOf('suspicion', deny))['holds']).toEqual(code('hold-bonus'))
  for (const [decision, id] of Object.entries({ deny, allow }))
    await world.decide('lek', { kind: 'suspicion', id, decision, why })
  expect((await factsOf('suspicion', deny))['holds']).toEqual(code('bonus-withheld'))
  expect((await factsOf('suspicion', allow))['holds']).toBeUndefined()
  expect((await world.read('lek', 'suspicion', deny)).body.decided).toMatchObject({
    decision: 'deny',
    by: 'lek',
  })
  const { rows } = await timelineOf(member, 'desk')
  expect(rows).toMatchObject([
    { what: 'desk.items.allow', by: 'lek', work: { kind: 'suspicion', id: allow } },
    { what: 'desk.items.deny', by: 'lek', work: { kind: 'suspicion', id: deny } },
  ])
})
