import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
})

const owner = { name: 'lek', roles: ['owner'] } as const
const find = async (id: string, as: Parameters<WorkWorld['ask']>[0] = owner) =>
  (
    await world.desk.call('GET /api/console/work/find/{id}', {
      as: typeof as === 'string' ? owner : as,
      input: { id },
    })
  ).body.rows as { kind: string; id: string }[]

test('DESK-125 an item is found by its id, decided or not, by operators who may see its kind; a guess finds nothing', async () => {
  const deposit = await world.make.deposit()
  const payment = await world.make.payment(member)
  expect(await find(deposit)).toMatchObject([{ kind: 'deposit', id: deposit }])
  expect(await find(payment)).toMatchObject([{ kind: 'payment', id: payment }])
  expect(await find(deposit, { name: 'som', roles: ['support'] })).toEqual([])
  expect(await find(deposit, { name: 'som', roles: ['marketing'] })).toEqual([])
  const why = 'not of a member'
  await world.decide('lek', { kind: 'deposit', id: deposit, decision: 'refuse', why })
  expect(await find(deposit)).toMatchObject([{ kind: 'deposit', id: deposit }])
  for (const guess of [systemIds.key(), '999999999', 'bank:none', 'x.AAAA', '...', ':', '0'])
    expect(await find(guess), guess).toEqual([])
})

test('DESK-125 a talk is found by its number by operators who may see talks', async () => {
  await world.database.db.query(
    `insert into chat_conversation (owner, code, state, language, session, last_seq, waiting_since, created_at, last_at)
     values ($1, '7Q2M4XK9TB3D', 'waiting', 'th', $2::uuid, 0, $3, $3, $3)`,
    [`member:${member}`, systemIds.key(), world.clock.now()],
  )
  const talk = [{ kind: 'talk', id: '7Q2M4XK9TB3D', memberId: member }]
  expect(await find('7Q2M4XK9TB3D', { name: 'som', roles: ['support'] })).toMatchObject(talk)
  expect(await find('7Q2M4XK9TB3D', { name: 'som', roles: ['cashier'] })).toEqual([])
})
