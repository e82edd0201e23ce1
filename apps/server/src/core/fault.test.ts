import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { answerOfError } from './fault.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a database that goes away in the middle of a transaction is busy, whatever is asked of it next', async () => {
  const { db, ownerDb } = database
  const errors: unknown[] = []
  const whole = db.begin(async (tx) => {
    const [mine] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await ownerDb.query('select pg_terminate_backend($1)', [mine!.pid])
    for (let asked = 0; asked < 3; asked += 1)
      await tx.query('select 1').catch((error: unknown) => errors.push(error))
    throw errors.at(-1)
  })
  errors.push(await whole.catch((error: unknown) => error))
  expect(errors).toHaveLength(4)
  for (const error of errors)
    expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
})

test('any other error is a fault of ours, and keeps its text to itself', () => {
  expect(answerOfError(new Error('secret'))).toEqual({
    status: 500,
    body: { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' },
    isOurs: true,
  })
})
