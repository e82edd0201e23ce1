import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { endStop, insertStop, isStopped, listStops } from './store.ts'

const database = testDatabase()
beforeEach(() => database.ownerDb.query('truncate payouts_stop'))

const at = new Date('2026-03-01T10:00:00Z')
const ledger = { actor: 'system:ledger', requestId: 'ledger.verify', why: 'x', at } as const
const find = (memberId: string | null, ...findings: string[]) =>
  insertStop(database.db, { ...ledger, memberId, findings })
const listed = async () =>
  (await listStops(database.db)).map(({ memberId, findings }) => ({
    memberId,
    findings: findings.toSorted(),
  }))
const trail = () =>
  database.db.query<{ action: string; subject: string }>(
    `select action, subject from core_audit where starts_with(action, 'payouts.') order by id`,
  )

test('WHOLE-05 what is found while payouts are stopped is added to the stop of the member whose it is, and to no other', async () => {
  const begun = (await trail()).length
  expect(await find('A', 'one')).not.toBeNull()
  expect(await find('B', 'two')).not.toBeNull()
  expect(await find(null, 'three')).not.toBeNull()
  expect(await find('A', 'one', 'four')).toBeNull()
  expect(await listed()).toEqual([
    { memberId: null, findings: ['three'] },
    { memberId: 'A', findings: ['four', 'one'] },
    { memberId: 'B', findings: ['two'] },
  ])
  expect((await trail()).slice(begun)).toEqual([
    { action: 'payouts.stop', subject: 'payouts:A' },
    { action: 'payouts.stop', subject: 'payouts:B' },
    { action: 'payouts.stop', subject: 'payouts:all' },
  ])
})

test('WHOLE-04 a stop ends once, and stops nobody then', async () => {
  const begun = (await trail()).length
  const id = (await find('A', 'one'))!
  const end = () => endStop(database.db, { ...ledger, id, findings: 1 })
  expect(await isStopped(database.db, 'A')).toBe(true)
  expect(await isStopped(database.db, 'B')).toBe(false)
  expect([await end(), await end()]).toEqual([true, false])
  expect(await isStopped(database.db, 'A')).toBe(false)
  expect((await trail()).slice(begun).map(({ action }) => action)).toEqual([
    'payouts.stop',
    'payouts.resume',
  ])
  // What two people have let go on is known, also beside something new.
  expect(await find('A', 'one')).toBeNull()
  expect(await find('A', 'one', 'two')).not.toBeNull()
  expect(await listed()).toEqual([{ memberId: 'A', findings: ['two'] }])
})

test('WHOLE-01 of many who find the same at once one makes the stop', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => find('A', 'one')))
  expect(made.filter((id) => id !== null)).toHaveLength(1)
  expect(await listed()).toEqual([{ memberId: 'A', findings: ['one'] }])
})
