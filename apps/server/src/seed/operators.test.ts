import { expect, test } from 'vitest'
import { addFirst } from '#records/operators/operators.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { kindOfHouse, seedOperators } from './operators.ts'

const database = testDatabase()

test('SCREEN-56 a database with a demo is known as one for ever, also after the first operator of one’s own', async () => {
  const { db } = database
  const clock = movableClock()
  expect(await kindOfHouse(db)).toBe('empty')
  await seedOperators(db, clock)
  expect(await kindOfHouse(db)).toBe('demo')
  await addFirst({ db, clock }, { name: 'nok', token: 'token of nok', requestId: 'test' })
  expect(await kindOfHouse(db)).toBe('demo')
})
