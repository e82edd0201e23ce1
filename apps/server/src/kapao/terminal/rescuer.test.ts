import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { openTerminals } from '#testing/operators/terminals.ts'
import { movableClock } from '#testing/worlds/test-app.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('HOUSE-14 a cashier neither closes the house nor opens, settles, asks or seals; risk and owner may, and anybody makes a link of their own', async () => {
  const { kapao, add } = openTerminals({ database, clock: movableClock() })
  await add('nok', null)
  await add('lek', 'nok', ['cashier', 'support', 'marketing'])
  await add('som', 'nok', ['risk'])
  const point = ['--point', '2026-11-21T12:00:00+07:00']
  const why = ['--why', 'x']
  for (const line of [
    ['recovery', 'begin', ...point, ...why],
    ['recovery', 'open', ...why],
    ['recovery', 'settle', '0812345678', 'pg', '--play', ...why],
    ['recover', ...point.with(0, '--since')],
    ['seal', 'now'],
  ])
    await expect(kapao('lek', ...line), line.join(' ')).rejects.toThrow('risk or owner')
  expect(await database.db.query('select from core_restore')).toEqual([])
  expect(await kapao('lek', 'operator', 'enrol')).toContain('/enrol#')
  for (const name of ['nok', 'som'])
    expect(await kapao(name, 'seal', 'now')).toContain('nothing new')
  expect(await kapao('som', 'recovery', 'begin', ...point, ...why)).toContain('in recovery')
})
