import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { hasRedis, startRedis } from '#testing/doubles/redis.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { countUp, declareRestore, readCount } from './restore-store.ts'
import { openRestoreWatch } from './restore.ts'
import { fileIn, redisAt, type CountPlace } from './places.ts'

const log = { warn: () => undefined, error: () => undefined }
const clock = movableClock()

describe('the count of the books', () => {
  let database: TestDatabase
  let folder: string
  beforeEach(async () => {
    database = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'kapao-counts-'))
  })
  afterEach(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const openWatch = () => openRestoreWatch({ db: database.db, clock, log })
  const start = async (...places: CountPlace[]): Promise<void> => {
    await (
      await openWatch().watch(places)
    )()
  }
  const file = () => fileIn(folder, log)
  const fileText = () => {
    const [name] = readdirSync(join(folder, 'counts'))
    return join(folder, 'counts', name!)
  }
  const setBack = (count: number) =>
    database.ownerDb.query('update core_house set count = $1', [count])

  test('RUN-70 a fresh folder, a start after a start, and a count that is behind close nothing', async () => {
    await start(file())
    await start(file())
    const counted = await readCount(database.db)
    expect(counted).toMatchObject({ isClosed: false, epoch: 0 })
    expect(JSON.parse(readFileSync(fileText(), 'utf8'))).toMatchObject({
      installation: counted.installation,
      count: String(counted.count),
    })
    // A machine that was away while others counted on.
    await setBack(1_000)
    await start(file())
    expect((await readCount(database.db)).isClosed).toBe(false)
  })

  test('RUN-70 a file that is ahead starts the recovery once, and the sessions of before are over', async () => {
    await start(file())
    await database.ownerDb.query(
      `insert into core_session (token_hash, member_id, created_at, last_used_at, ends_at, address, device)
       values (sha256('x'), 'M1', $1, $1, $1::timestamptz + interval '1 day', '', '')`,
      [clock.now()],
    )
    await setBack(0)
    await start(file())
    expect(await readCount(database.db)).toMatchObject({ isClosed: true, epoch: 1, count: 1n })
    const [session] = await database.db.query('select revoked_why from core_session')
    expect(session).toEqual({ revoked_why: 'operator' })
    await start(file())
    const restores = await database.db.query('select epoch from core_restore')
    expect(restores).toEqual([{ epoch: 1 }])
  })

  test(
    'RUN-70 another database, a broken file and a place that is away close nothing',
    { tags: 'long-1' },
    async () => {
      await start(file())
      const kept = readFileSync(fileText(), 'utf8')
      await database.ownerDb.query('update core_house set name = gen_random_uuid(), count = 0')
      await start(file())
      expect((await readCount(database.db)).isClosed).toBe(false)
      expect(readdirSync(join(folder, 'counts'))).toHaveLength(2)
      const { installation: name } = await readCount(database.db)
      writeFileSync(join(folder, 'counts', `${name}.json`), kept.slice(0, 20))
      await start(file(), redisAt('redis://127.0.0.1:1', log))
      const others = { installation: randomUUID(), epoch: 0, count: 9_000n, at: clock.now() }
      await countUp(database.db, { count: others, place: 'a Redis of two houses' }, clock.now())
      expect((await readCount(database.db)).isClosed).toBe(false)
    },
  )

  test('RUN-70 a copy that is closed keeps its hands off the counts of the original', async () => {
    await start(file())
    const before = readFileSync(fileText(), 'utf8')
    await setBack(0)
    await start(file())
    expect(readFileSync(fileText(), 'utf8')).toBe(before)
  })

  test('RUN-70 a count of before a restore that is known closes nothing again; one of after it does', async () => {
    const { installation: name } = await readCount(database.db)
    const seen = (epoch: number, count: bigint) => ({
      count: { installation: name, epoch, count, at: clock.now() },
      place: 'a machine',
    })
    await declareRestore(database.ownerDb, {
      actor: 'operator:nok',
      requestId: 't',
      why: 'x',
      pointAt: clock.now(),
      at: clock.now(),
    })
    await database.ownerDb.query(
      `update core_restore set opened_at = now(), opened_by = 'operator:nok', opened_why = 'x'`,
    )
    expect(await countUp(database.db, seen(0, 9_000n), clock.now())).toMatchObject({
      isClosed: false,
    })
    expect(await countUp(database.db, seen(2, 1n), clock.now())).toMatchObject({
      isClosed: true,
      epoch: 3,
    })
  })

  test('RUN-70 the point is known also where a process that knew no count went on with the restored books', async () => {
    await start(file())
    const point = clock.now()
    await setBack(0)
    clock.moveMs(hourMs)
    // A new machine knows no count.
    await start()
    clock.moveMs(2_000)
    await start()
    await start()
    await setBack(0)
    await start(file())
    const [found] = await database.db.query('select point_at from core_restore')
    expect(found).toEqual({ point_at: point })
  })

  test('RUN-70 a restore under a running process is noticed before its next change', async () => {
    const running = openWatch()
    await countUp(database.db, null, clock.now())
    await countUp(database.db, null, clock.now())
    expect(await running.isClosed()).toBe(false)
    await setBack(1)
    await expect.poll(() => running.isClosed(), { timeout: 5_000 }).toBe(true)
    const [found] = await database.db.query('select found_by from core_restore')
    expect(found).toEqual({ found_by: 'the memory of a process' })
  })

  test.runIf(hasRedis)('RUN-70 the count in Redis is compared, too', async () => {
    const redis = await startRedis()
    try {
      await start(redisAt(redis.url, log))
      await start(redisAt(redis.url, log))
      await setBack(1)
      await start(file(), redisAt(redis.url, log))
      const [found] = await database.db.query('select found_by from core_restore')
      expect(found).toEqual({ found_by: 'Redis' })
    } finally {
      await redis.stop()
    }
  })
})
