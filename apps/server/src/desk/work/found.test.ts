import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hintChannel } from '#core/console/hint-store.ts'
import { systemIds } from '#core/ids.ts'
import { openWorkWorld, type WorkWorld } from '../../testing/desk/work-world.ts'

let world: WorkWorld
let member: string
const told: string[] = []
let stop: () => Promise<unknown>
beforeAll(async () => {
  world = await openWorkWorld()
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    if (payload !== null) told.push(JSON.parse(payload).hint.kind)
  })
  stop = () => listening.stop()
})
afterAll(async () => {
  await stop()
  await world.close()
})

const owner = { name: 'lek', roles: ['owner'] } as const
const find = async (id: string, as: Parameters<WorkWorld['ask']>[0] = owner) =>
  (
    await world.desk.call('GET /api/console/work/find/{id}', {
      as: typeof as === 'string' ? owner : as,
      input: { id },
    })
  ).body.rows as { kind: string; id: string }[]

test('DESK-125 an item is found by its id, decided or not, by whoever may see its kind; a guess finds nothing', async () => {
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

test('DESK-125 a talk is found by its number by whoever may see talks', async () => {
  await world.database.db.query(
    `insert into chat_conversation (owner, code, state, language, session, last_seq, waiting_since, created_at, last_at)
     values ($1, '7Q2M4XK9TB3D', 'waiting', 'th', $2::uuid, 0, $3, $3, $3)`,
    [`member:${member}`, systemIds.key(), world.clock.now()],
  )
  const talk = [{ kind: 'talk', id: '7Q2M4XK9TB3D', memberId: member }]
  expect(await find('7Q2M4XK9TB3D', { name: 'som', roles: ['support'] })).toMatchObject(talk)
  expect(await find('7Q2M4XK9TB3D', { name: 'som', roles: ['cashier'] })).toEqual([])
})

test('DESK-128 what a machine makes is told when it is committed, of every kind; money that waits for nobody is not', async () => {
  const { make, processes } = world
  const hears = async (kind: string, work: () => Promise<unknown>) => {
    told.length = 0
    await work()
    await vi.waitFor(() => expect(told, kind).toContain(kind), 5_000)
  }
  await hears('deposit', () => make.deposit())
  await hears('differing', () => make.differing(member))
  await hears('unread', () => make.unread())
  await hears('finding', () => make.finding())
  await hears('suspicion', () => make.suspicion(member))
  told.length = 0
  await make.credited(member)
  await make.credited(member)
  await expect(
    world.database.db.begin(async (tx) => {
      await tx.query(`update deposits_deposit set state = state where state = 'credited'`)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(processes.length).toBeGreaterThan(0)
  // A notice is delivered in order: this one is the first that is heard.
  await world.database.db.query(`select core_console_hint('work', '{"kind":"review","id":null}')`)
  await vi.waitFor(() => expect(told).toEqual(['review']), 5_000)
})
