import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { noisyPng } from '#testing/faults/noisy-picture.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listDue } from './checking/due-store.ts'
import { insertSlip } from './store.ts'

const world = testWorld(openSlipWorld)
let hostile: { type: string; bytes: Uint8Array<ArrayBuffer> }
beforeAll(async () => {
  hostile = { type: 'image/png', bytes: new Uint8Array(await noisyPng()) }
})

const countEnded = async (who: Payer): Promise<number> => {
  const { slips } = await world.slips(who)
  return slips.filter(({ status }) => status !== 'PENDING').length
}

test(
  'RUN-08 a slip is credited while the ten hostile pictures of another member wait',
  { tags: 'long-1', timeout: 90_000 },
  async () => {
    const [attacker, honest] = [await world.addPayer(), await world.addPayer()]
    const slip = await world.picture(await world.transfer(honest), 'jpeg', 3)
    for (let pair = 0; pair < 5; pair += 1) {
      const answers = await Promise.all([0, 1].map(() => world.upload(attacker, hostile)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    const before = await countEnded(attacker)
    expect((await world.upload(honest, slip)).status).toBe(200)
    await expect
      .poll(async () => (await world.slips(honest)).slips[0], { timeout: 60_000 })
      .toMatchObject({ status: 'SUCCESS', amount: 500 })
    // The pictures that had begun concurrently, and no more of the queue.
    expect((await countEnded(attacker)) - before).toBeLessThanOrEqual(3)
  },
)

test(
  'RUN-08 a member who waits for the slip service does not delay the reading of other pictures',
  { tags: 'long-2', timeout: 120_000 },
  async () => {
    const { db } = world.database
    const many: Payer[] = []
    for (let at = 0; at < 9; at += 1) many.push(await world.addPayer())
    const slow = { operation: 'slips.slipok', kind: 'delay', count: 8, delayMs: 15_000 }
    await world.sandbox.addFault(slow)
    const countRead = async () => {
      const [row] = await db.query<{ read: number }>(
        'select count(*)::int as read from slips_slip where member_id = any ($1) and trans_ref is not null and ended_at is null',
        [many.map(({ id }) => id)],
      )
      return row!.read
    }
    for (const who of many) await world.upload(who, await world.picture(await world.transfer(who)))
    // Eight are asked about and the ninth waits in the service's queue; all were read.
    await expect.poll(countRead, { timeout: 14_000 }).toBe(9)
    // None was refused for overload.
    for (const who of many)
      await expect
        .poll(async () => (await world.slips(who)).slips[0], { timeout: 40_000 })
        .toMatchObject({ status: 'SUCCESS' })
  },
)

test('RUN-08 due slips are taken round-robin over members, and slips that always fail wait behind those tried less', async () => {
  const { db } = world.database
  const at = new Date('2020-01-01T00:00:00Z')
  const ids = new Map<string, string>()
  const add = async (name: string, { tries = 0, ago = 0 } = {}) => {
    const id = randomUUID()
    ids.set(id, name)
    const slip = { id, reference: name, memberId: name[0]!, currency: 'BAHT' as const }
    const files = { incoming: 'none', pictureName: `${id}.jpg` }
    await db.begin((tx) => insertSlip(tx, { ...slip, ...files, uploadedAt: at }))
    const nextAt = new Date(at.getTime() - ago * minuteMs)
    await db.query('update slips_slip set tries = $2, next_at = $3 where id = $1', [
      id,
      tries,
      nextAt,
    ])
  }
  for (const [name, ago] of [
    ['A1', 9],
    ['A2', 8],
    ['A3', 7],
  ] as const)
    await add(name, { ago, tries: 1 })
  await add('B1', { ago: 60, tries: 900 })
  await add('C1', { ago: 1 })
  await add('D1', { ago: -1 })
  const due = async (limit: number, not: string[] = []) =>
    (await listDue(db, { at, limit, not })).map(({ id }) => ids.get(id))
  expect(await due(50)).toEqual(['C1', 'A1', 'B1', 'A2', 'A3'])
  expect(await due(2)).toEqual(['C1', 'A1'])
  const [known] = [...ids].find(([, name]) => name === 'C1')!
  expect(await due(2, [known])).toEqual(['A1', 'B1'])
  await db.query(
    `update slips_slip set state = 'refused', note = 'UNKNOW_ERROR', ended_at = $1 where id = any ($2)`,
    [at, [...ids.keys()]],
  )
})
