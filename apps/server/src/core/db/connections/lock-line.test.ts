import { beforeAll, expect, test } from 'vitest'
import { answerOfError } from '../../calls/fault.ts'
import { NoTurn } from '../../lines/line.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { countLockWaits, holdRows } from '#testing/database/held-rows.ts'
import { createLockLine } from './lock-line.ts'

const database = testDatabase()
beforeAll(async () => {
  await database.ownerDb.query(
    `insert into statement_counter (member_id) select 'm' || n from generate_series(1, 20) as n`,
  )
})

const lock = 'select from statement_counter where member_id = $1 for no key update'
const change = (memberId: string) =>
  database.db.beginFor(memberId, async (tx) => {
    await tx.query(lock, [memberId])
    return memberId
  })

const countWaiting = () => countLockWaits(database)

const hold = (memberId: string) => holdRows(database, lock, [memberId])

test('RUN-03 forty changes of one member whose row is locked take one connection; others pass; then all complete', async () => {
  const letGo = await hold('m1')
  const done: string[] = []
  const all = Array.from({ length: 40 }, () => change('m1').then((id) => void done.push(id)))
  await expect.poll(countWaiting).toBe(1)
  // More than there are connections, at once and while all forty wait.
  await Promise.all(Array.from({ length: 30 }, (_, n) => change(`m${2 + (n % 19)}`)))
  await Promise.all(Array.from({ length: 30 }, () => database.db.query('select 1')))
  expect([await countWaiting(), done.length]).toEqual([1, 0])
  await letGo()
  await Promise.all(all)
  expect(done).toHaveLength(40)
})

test('RUN-03 a single statement waits in the same queue, first come, first served', async () => {
  const letGo = await hold('m1')
  const order: number[] = []
  const all = Array.from({ length: 20 }, (_, n) =>
    (n % 2 === 0
      ? change('m1')
      : database.db
          .inLine('m1')
          .query('update statement_counter set seq = seq where member_id = $1', ['m1'])
    ).then(() => order.push(n)),
  )
  await expect.poll(countWaiting).toBe(1)
  await letGo()
  await Promise.all(all)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('RUN-03 reads have connections left, however many members are locked', async () => {
  const held = await Promise.all([1, 2, 3, 4].map((n) => hold(`m${n}`)))
  const stuck = Array.from({ length: 10 }, (_, n) => change(`m${1 + (n % 4)}`))
  await expect.poll(countWaiting).toBe(4)
  await expect(database.db.query('select 1')).resolves.toHaveLength(1)
  for (const letGo of held) await letGo()
  await Promise.all(stuck)
})

test('RUN-83 the queue of one owner is short: what the owner sends beyond it is refused to them at once, before it begins', async () => {
  const letGo = await hold('m1')
  const ends = Array.from({ length: 130 }, () => change('m1').catch((error: unknown) => error))
  const full = (await Promise.race(ends)) as Error
  expect(full).toBeInstanceOf(NoTurn)
  expect(answerOfError(full)).toMatchObject({
    status: 429,
    body: { code: 'REQUEST_LIMIT' },
    isOurs: false,
  })
  await letGo()
  const refused = (await Promise.all(ends)).filter((one) => one instanceof NoTurn)
  expect(refused.map(({ why }) => why)).toEqual(Array.from({ length: 29 }, () => 'full'))
})

test(
  'RUN-83 who waits in vain behind a few of their own, or among all others, is told that it is busy',
  { tags: 'long-2' },
  async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const statusOf = (asked: Promise<void>) =>
      asked.then(
        () => 200,
        (error: unknown) => answerOfError(error).status,
      )
    const line = createLockLine(10)
    const working = Array.from({ length: 6 }, (_, n) => line.run(`m${n}`, () => ended))
    const flood = Array.from({ length: 12 }, () => statusOf(line.run('m0', () => ended)))
    const other = statusOf(line.run('m9', () => ended))
    expect(await Promise.all(flood)).toEqual([...Array<number>(10).fill(503), 429, 429])
    expect(await other).toBe(503)
    end()
    await Promise.all(working)
  },
)
