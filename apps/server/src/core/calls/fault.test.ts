import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openDb } from '../db/db.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { answerOfError } from './fault.ts'

const database = testDatabase()

test('RUN-40 a database that goes away during a transaction is busy, whatever the next query is', async () => {
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

test('RUN-40 a database that does not exist, or its socket, is busy too', async () => {
  const db = openDb({
    url: `postgres://nobody@${encodeURIComponent('/tmp/no-such-folder')}/none`,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao test',
  })
  const error = await db.query('select 1').catch((failed: unknown) => failed)
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
  await db.close()
})

test.each([
  ['its disk is full', '53100'],
  ['it has no connection left', '53300'],
  ['its disk does not answer', '58030'],
  ['it is stopped by its administrator', '57P01'],
  ['it stops after the crash of another process', '57P02'],
  ['it is starting', '57P03'],
  ['it is being removed', '57P04'],
  ['it lets nobody wait for so long', '57P05'],
  ['its connection is broken', '08006'],
  ['it takes no connections', '08004'],
  ['it is a standby', '25006'],
])('RUN-40 a database that says that %s is busy', async (_, state) => {
  const error = await database.db
    .begin((tx) => tx.query(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`))
    .catch((failed: unknown) => failed)
  expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
})

test('RUN-40 a machine that accepts no connections is busy too', async () => {
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () =>
    resolve((server.address() as AddressInfo).port),
  )
  const port = await listening
  await new Promise((done) => server.close(done))
  const url = `postgres://nobody@127.0.0.1:${port}/none`
  const db = openDb({ url, role: null, connectionsMax: 1, applicationName: 'kapao test' })
  for (const ask of [db.query('select 1'), db.begin((tx) => tx.query('select 1'))]) {
    const error = await ask.catch((failed: unknown) => failed)
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
  }
  await db.close()
})

test('any other error is an internal fault and does not reveal its text', () => {
  expect(answerOfError(new Error('secret'))).toEqual({
    status: 500,
    body: { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' },
    isOurs: true,
  })
})
