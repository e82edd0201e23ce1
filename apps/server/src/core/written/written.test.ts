import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { countWritten, forgetWritten, refuseUnlessRoom, returnWritten } from './written.ts'

const database = testDatabase()
beforeEach(() => database.ownerDb.query('delete from core_written'))

const begun = Date.parse('2026-03-01T10:30:00Z')
const share = (hours: number, owner = 'member:M1') => ({
  owner,
  bytesMax: 100,
  at: new Date(begun + hours * hourMs),
})
const write = (bytes: number, hours = 0, owner?: string) =>
  database.db.begin((tx) => countWritten(tx, share(hours, owner), bytes))
const full = { code: 'DAY_LIMIT', status: 429 }

test('COST-01 no 24 hours have more than the sum, and a refusal says when it goes on', async () => {
  await write(40, 0)
  await write(60, 5)
  await expect(write(1, 6)).rejects.toMatchObject({ ...full, waitSeconds: 18.5 * 3_600 })
  // The hour of the first 40 ends at 11:00, and a day after that they are forgotten.
  await expect(write(40, 24)).rejects.toMatchObject({ ...full, waitSeconds: 1_800 })
  await write(40, 24.5)
  await expect(write(1, 24.6)).rejects.toMatchObject(full)
  await write(100, 24.6, 'member:M2')
})

test('COST-01 what was refused is not counted, and what is not kept is given back', async () => {
  await write(90)
  await expect(write(20)).rejects.toMatchObject(full)
  await write(10)
  await expect(refuseUnlessRoom(database.db, share(0), 0)).rejects.toMatchObject(full)
  await returnWritten(database.db, share(0), 95)
  await refuseUnlessRoom(database.db, share(2), 95)
  await expect(refuseUnlessRoom(database.db, share(2), 96)).rejects.toMatchObject(full)
})

test('COST-01 of thirty writers at once no more get in than fit', async () => {
  const ended = await Promise.allSettled(Array.from({ length: 30 }, () => write(10)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('COST-01 an owner leaves nothing after two days', async () => {
  await write(10)
  await forgetWritten(database.db, share(24).at)
  const left = () => database.ownerDb.query('select from core_written')
  expect(await left()).toHaveLength(1)
  await forgetWritten(database.db, share(48).at)
  expect(await left()).toHaveLength(0)
})
