import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeskCalls, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openTrail } from './trail.ts'

const world = testWorld(openWorkWorld)
let trail: DeskCalls
let member: string
let withdrawal: string
beforeAll(async () => {
  const context = { ...world.around, db: world.database.db }
  trail = await openDeskCalls((api) => openTrail(context).registerConsole!(api), {
    clock: world.clock,
  })
  member = (await world.addMember({ name: 'BOONMEE KEAWTA' })).id
  await world.make.credited(member, 900_000n)
  withdrawal = await world.make.withdrawal(member, 1)
  const approval = { kind: 'withdrawal', id: withdrawal, decision: 'approve' }
  await world.decide('som', { ...approval, why: 'knows the member' })
  for (let no = 0; no < 300; no += 1)
    await world.database.db.query(
      `insert into core_audit (at, actor, request_id, action, subject) values (now(), $1, 'r', 'transfers.begin', $2)`,
      [`member:${member}`, crypto.randomUUID()],
    )
})
afterAll(() => trail.close())

const owner = { name: 'nok', roles: ['owner'] as const }
const read = async (input: Record<string, unknown>) =>
  (await trail.call('GET /api/console/audit', { as: owner, input })).body.rows

test('HOUSE-72 what an operator did is in sight among hundreds of acts of members: whose money it was, how much, and why', async () => {
  const rows = await read({ action: 'withdrawals.' })
  expect(rows[0]).toMatchObject({
    actor: 'operator:som',
    action: 'withdrawals.approve',
    memberId: member,
    memberName: 'BO••• KE•••',
    sum: { amount: '500.00', currency: 'BAHT' },
    why: 'knows the member',
  })
  const actors = (all: { actor: string }[]) => new Set(all.map(({ actor }) => actor.split(':')[0]))
  expect(actors(await read({}))).toEqual(new Set(['operator']))
  expect(actors(await read({ who: 'members' }))).toEqual(new Set(['member']))
  expect(actors(await read({ actor: `member:${member}` }))).toEqual(new Set(['member']))
})

test('HOUSE-72 a number is found as it is written, whether it is a member’s or a withdrawal’s', async () => {
  const inFours = (text: string) => text.toUpperCase().match(/.{4}/g)!.join('-')
  const [row] = await read({ subject: inFours(withdrawal.slice(-12)) })
  expect(row).toMatchObject({ subject: withdrawal, action: 'withdrawals.approve' })
  await world.database.db.query(
    `insert into core_audit (at, actor, request_id, action, subject) values (now(), 'operator:nok', 'r', 'account.viewInFull', $1)`,
    [member],
  )
  const [shown] = await read({ subject: inFours(member) })
  expect(shown).toMatchObject({ subject: member, memberName: 'BO••• KE•••', sum: null })
  expect(await read({ subject: 'AAAA-AAAA-AAAA' })).toEqual([])
})
