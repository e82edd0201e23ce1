import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { answerOfError } from '../calls/fault.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { CommitUnknown, isUnanswered, openDb } from './db.ts'

const database = testDatabase()

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not become true within five seconds')
}

const listenersSql = `select pid from pg_stat_activity
  where datname = current_database() and application_name like '% listen' and state is not null`

describe('listening', () => {
  test('receives notices, reports a possible gap, and listens again after its connection is cut', async () => {
    const { db, ownerDb } = database
    const payloads: (string | null)[] = []
    const listening = await db.listen('bell', (payload) => payloads.push(payload))
    await db.query(`select pg_notify('bell', 'one')`)
    await until(() => payloads.includes('one'))
    expect(payloads).toEqual([null, 'one'])

    await ownerDb.query(`select pg_terminate_backend(pid) from (${listenersSql}) as listeners`)
    await until(() => payloads.length === 3)
    expect(payloads[2]).toBe(null)
    await db.query(`select pg_notify('bell', 'two')`)
    await until(() => payloads.includes('two'))
    expect(await ownerDb.query(listenersSql)).toHaveLength(1)

    expect(listening.isCurrent()).toBe(true)
    await listening.stop()
    expect(listening.isCurrent()).toBe(false)
    await until(async () => (await ownerDb.query(listenersSql)).length === 0)
    // It would have reconnected by then.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await ownerDb.query(listenersSql)).toHaveLength(0)
  })
})

describe('transactions', () => {
  test('a transaction that throws is rolled back, and its error is passed on', async () => {
    const { db } = database
    const work = db.begin(async (tx) => {
      await tx.query(
        `insert into core_tombstone (member_id, key, created_at) values ('m', 'rolled-back', now())`,
      )
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.query(`select from core_tombstone where key = 'rolled-back'`)).toEqual([])
  })

  test('S29 a serialization failure is retried, three attempts in all', async () => {
    let attempts = 0
    const fail = (times: number) =>
      database.db.begin(async (tx) => {
        attempts += 1
        if (attempts <= times)
          await tx.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
        return attempts
      })
    expect(await fail(2)).toBe(3)
    attempts = 0
    await expect(fail(3)).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(3)
  })

  test.each([
    ['23514', false],
    ['57P01', true],
    ['08P01', true],
  ])(
    'F08 a commit that is answered with %s has an unknown outcome: %s',
    async (state, isUnknown) => {
      const { ownerDb } = database
      await ownerDb.query('create table late (state text)')
      await ownerDb.query(`create function refuse_late() returns trigger language plpgsql as
      $$ begin raise exception 'at the commit' using errcode = new.state; end $$`)
      await ownerDb.query(`create constraint trigger refuse_late after insert on late
      deferrable initially deferred for each row execute function refuse_late()`)
      const error = await ownerDb
        .begin((tx) => tx.query('insert into late values ($1)', [state]))
        .catch((thrown: unknown) => thrown)
      await ownerDb.query('drop table late')
      await ownerDb.query('drop function refuse_late')
      expect(error instanceof CommitUnknown).toBe(isUnknown)
      expect(isUnknown ? (error as Error).cause : error).toMatchObject({ code: state })
    },
  )

  test('int8 and its arrays arrive as bigint, nulls as null', async () => {
    const [row] = await database.db.query(
      `select 9007199254740993::int8 as one, array[1, null, -9007199254740993]::int8[] as many, '{}'::int8[] as none,
              array[1, null]::int4[] as small`,
    )
    expect(row).toEqual({
      one: 9007199254740993n,
      many: [1n, null, -9007199254740993n],
      none: [],
      small: [1, null],
    })
  })
})

describe('connections', () => {
  /** What PostgreSQL sends to all clients when its first process was killed. */
  const lastWords = Buffer.from(
    'E\0\0\0\0SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
  )
  lastWords.writeInt32BE(lastWords.length - 1, 1)
  const readyForQuery = Buffer.from('Z\0\0\0\u0005I')

  /** The database's own answers; it dies at the moment a new connection is ready. */
  async function openDyingWire() {
    const target = new URL(database.url)
    const socketPath = `${decodeURIComponent(target.host)}/.s.PGSQL.5432`
    const server = createServer((client) => {
      const real = connect(socketPath)
      for (const socket of [client, real]) socket.on('error', () => undefined)
      client.on('data', (part) => real.write(part)).on('close', () => real.destroy())
      real.on('data', (part) => {
        if (part.includes(readyForQuery)) client.end(Buffer.concat([part, lastWords]))
        else client.write(part)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url: target.href, close: () => server.close() }
  }

  test('F06 a database that dies during a connect fails the caller, not the process', async () => {
    const wire = await openDyingWire()
    const db = openDb({
      url: wire.url,
      role: null,
      connectionsMax: 2,
      applicationName: 'dying',
    })
    // An unhandled error would fail this test run.
    await expect(db.begin((tx) => tx.query('select 1'))).rejects.toThrow(/connection|terminat/i)
    await expect(db.query('select 1')).rejects.toThrow(/connection|terminat/i)
    await db.close()
    wire.close()
  })
})

describe('a network that falls silent', () => {
  /** Forwards everything until it is silenced; then nothing passes and no side is notified. */
  async function openSilenceable() {
    const target = new URL(database.url)
    const socketPath = `${decodeURIComponent(target.host)}/.s.PGSQL.5432`
    let isSilent = false
    const sockets = new Set<Socket>()
    const server = createServer((client) => {
      const real = connect(socketPath)
      for (const socket of [client, real]) sockets.add(socket.on('error', () => undefined))
      client.on('data', (part) => isSilent || real.write(part))
      real.on('data', (part) => isSilent || client.write(part))
      client.on('close', () => real.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return {
      url: target.href,
      setSilent: (now: boolean) => (isSilent = now),
      close: () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    }
  }

  test("F06 a caller learns that the database does not answer, and the pool's slot is free for a working connection", async () => {
    const wire = await openSilenceable()
    const db = openDb({
      url: wire.url,
      role: null,
      connectionsMax: 1,
      applicationName: 'silenced',
      answerWithinMs: 300,
    })
    await db.query('select 1')
    wire.setSilent(true)
    const asked = db.query('select 1')
    await expect(asked).rejects.toSatisfy((error) => answerOfError(error).status === 503)
    wire.setSilent(false)
    await db.query('select 1')
    const began = db.begin(async (tx) => {
      wire.setSilent(true)
      await tx.query('select 1')
    })
    await expect(began).rejects.toSatisfy(isUnanswered)
    wire.setSilent(false)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    // A query that is declared slow is waited for.
    const slow = db.begin((tx) => tx.query('select pg_sleep(0.5)'), { isSlow: true })
    await expect(slow).resolves.toHaveLength(1)
    await db.close()
    wire.close()
  })

  test('a listener reconnects and receives later notices', { tags: 'long-1' }, async () => {
    const wire = await openSilenceable()
    const db = openDb({
      url: wire.url,
      role: null,
      connectionsMax: 1,
      applicationName: 'deafened',
    })
    const payloads: (string | null)[] = []
    const listening = await db.listen('bell', (payload) => payloads.push(payload))
    await until(() => listening.isCurrent())
    wire.setSilent(true)
    await until(() => !listening.isCurrent())
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    wire.setSilent(false)
    await until(() => listening.isCurrent())
    await database.db.query(`select pg_notify('bell', 'again')`)
    await until(() => payloads.includes('again'))
    expect(payloads.filter((payload) => payload === null).length).toBeGreaterThan(1)
    await listening.stop()
    await db.close()
    wire.close()
  })
})

test('RUN-50 what is opened to be read from writes nothing, although its login and its database could', async () => {
  const db = openDb({
    url: database.url,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao test reads',
    isReadOnly: true,
  })
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  await expect(db.query('create table written (id int)')).rejects.toMatchObject({ code: '25006' })
  await expect(db.begin((tx) => tx.query('create table written (id int)'))).rejects.toMatchObject({
    code: '25006',
  })
  await db.close()
})
