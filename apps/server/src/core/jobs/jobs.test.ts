import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { movableClock, type MovableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { systemIds } from '../ids.ts'
import { clockCheck } from '../db/database-check.ts'
import { createJobs, doEach, walk, type Job, type Jobs } from './jobs.ts'
import { createLog } from '../telemetry/log.ts'

const log = createLog('silent')

describe('periodic jobs', () => {
  const database = testDatabase()
  let clock: MovableClock
  beforeAll(async () => {
    clock = movableClock()
  })
  beforeEach(async () => {
    await database.ownerDb.query('delete from core_job')
  })

  const processWith = (...jobs: Job[]): Jobs =>
    createJobs({ db: database.db, clock, ids: systemIds, log }, jobs)

  test('a due job runs once, however many processes ask at once', async () => {
    let runs = 0
    const job = { name: 'test.count', everyMs: minuteMs, run: async () => (runs += 1) }
    const processes = Array.from({ length: 5 }, () => processWith(job))
    const runAll = async () => (await Promise.all(processes.map((one) => one.runDue()))).flat()
    expect(await runAll()).toEqual(['test.count'])
    expect(await runAll()).toEqual([])
    clock.moveMs(minuteMs - 1)
    expect(await runAll()).toEqual([])
    clock.moveMs(1)
    expect(await runAll()).toEqual(['test.count'])
    expect(runs).toBe(2)
  })

  test('RUN-71 in recovery only jobs that look run, and the others once it is over', async () => {
    let isClosed = true
    const run = async () => undefined
    const jobs = createJobs(
      { db: database.db, clock, ids: systemIds, log, isClosed: async () => isClosed },
      [
        { name: 'test.pay', everyMs: minuteMs, run },
        { name: 'test.look', everyMs: minuteMs, run, runsWhenClosed: true },
      ],
    )
    expect(await jobs.runDue()).toEqual(['test.look'])
    isClosed = false
    expect(await jobs.runDue()).toEqual(['test.pay'])
  })

  test('a failed job records why without quoting, and runs again', async () => {
    const jobs = processWith({
      name: 'test.fail',
      everyMs: minuteMs,
      run: () => Promise.reject(new Error('cannot send to "0812345678"')),
    })
    expect(await jobs.runDue()).toEqual(['test.fail'])
    const [row] = await database.db.query('select last_error, lease_owner from core_job')
    expect(row).toEqual({ last_error: 'cannot send to "…"', lease_owner: null })
    clock.moveMs(minuteMs)
    expect(await jobs.runDue()).toEqual(['test.fail'])
  })

  test('jobs that end at the same time each have their own result and their own rhythm', async () => {
    const at = clock.now().getTime()
    const names = ['a', 'b', 'c', 'd'] as const
    const jobs = processWith(
      ...names.map((name, place) => ({
        name: `test.${name}`,
        everyMs: (place + 1) * minuteMs,
        run: async () => {
          if (place % 2 === 1) throw new Error(`${name} failed`)
        },
      })),
    )
    await jobs.runDue()
    const rows = await database.db.query<{ next_at: Date }>(
      'select name, lease_owner, next_at, last_error from core_job order by name',
    )
    expect(rows).toEqual(
      names.map((name, place) => ({
        name: `test.${name}`,
        lease_owner: null,
        next_at: new Date(at + (place + 1) * minuteMs),
        last_error: place % 2 === 1 ? `${name} failed` : null,
      })),
    )
  })

  test('F41 what a clock wrote that was hours ahead is due and free once the clock is right', async () => {
    const job = { name: 'test.hourly', everyMs: minuteMs, run: async () => undefined }
    const jobs = processWith(job)
    clock.moveMs(6 * 60 * minuteMs)
    expect(await jobs.runDue()).toEqual(['test.hourly'])
    clock.moveMs(-6 * 60 * minuteMs)
    expect(await jobs.runDue()).toEqual(['test.hourly'])
    // A clock that is slightly ahead is no reason to run a job twice.
    clock.moveMs(2 * minuteMs)
    expect(await jobs.runDue()).toEqual(['test.hourly'])
    clock.moveMs(-2 * minuteMs)
    expect(await jobs.runDue()).toEqual([])

    const never = new Promise<never>(() => undefined)
    clock.moveMs(60 * minuteMs)
    void processWith({ ...job, run: () => never }).runDue()
    await expect
      .poll(() => database.db.query('select 1 from core_job where lease_owner is not null'))
      .toHaveLength(1)
    clock.moveMs(-50 * minuteMs)
    expect(await jobs.runDue()).toEqual(['test.hourly'])
  })

  test("F41 no job begins while this clock differs from the database's", async () => {
    const said: object[] = []
    const ran: string[] = []
    const wrong = movableClock()
    wrong.moveMs(Date.now() - wrong.now().getTime() + 6 * minuteMs)
    const isClockRight = clockCheck({
      db: database.db,
      clock: wrong,
      log: { error: (what: object) => said.push(what) },
    })
    const jobs = createJobs({ db: database.db, clock: wrong, ids: systemIds, log, isClockRight }, [
      { name: 'test.timed', everyMs: minuteMs, run: async () => ran.push('timed') },
    ])
    jobs.start()
    await expect.poll(() => said).toHaveLength(1)
    wrong.moveMs(-2 * minuteMs)
    await expect.poll(() => ran, { timeout: 5_000 }).toEqual(['timed'])
    await jobs.stop()
  })

  test('the job of a process that died is free again after its lease', async () => {
    const never = new Promise<never>(() => undefined)
    const job = { name: 'test.stuck', everyMs: minuteMs, run: () => never }
    const dying = processWith(job)
    void dying.runDue()
    await expect
      .poll(() => database.db.query('select 1 from core_job where lease_owner is not null'))
      .toHaveLength(1)
    const heir = processWith({ ...job, run: async () => undefined })
    expect(await heir.runDue()).toEqual([])
    clock.moveMs(15_000)
    expect(await heir.runDue()).toEqual(['test.stuck'])
  })

  test('one slow job does not hold up the others, and stopping waits for it', async () => {
    let finish = (): void => undefined
    const done: string[] = []
    const slow = new Promise<void>((resolve) => (finish = resolve)).then(() => done.push('slow'))
    const jobs = processWith(
      { name: 'test.slow', everyMs: minuteMs, run: () => slow },
      { name: 'test.quick', everyMs: minuteMs, run: async () => done.push('quick') },
    )
    jobs.start()
    await expect.poll(() => done).toEqual(['quick'])
    const stopped = jobs.stop()
    finish()
    await stopped
    expect(done).toEqual(['quick', 'slow'])
  })

  test('stopping stops every job, and waits for the work that its runs left behind', async () => {
    const leftUnderWay = Promise.withResolvers<void>()
    const done: string[] = []
    const jobs = processWith({
      name: 'test.leaving',
      everyMs: minuteMs,
      run: async () => undefined,
      stop: () => leftUnderWay.promise,
    })
    const stopped = jobs.stop().then(() => done.push('stopped'))
    // It must not resolve before the work has ended.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(done).toEqual([])
    leftUnderWay.resolve()
    await stopped
  })

  test('nothing starts after stopping has resolved, however late the database answers', async () => {
    const done: string[] = []
    const jobs = processWith({
      name: 'test.late',
      everyMs: minuteMs,
      run: async () => done.push('late'),
    })
    await database.ownerDb.holdOutside(async (tx) => {
      await tx.query('lock table core_job')
      jobs.start()
      const waiting = `select 1 from pg_locks where not granted and relation = 'core_job'::regclass`
      await expect.poll(() => database.ownerDb.query(waiting)).not.toEqual([])
      void jobs.stop().then(() => done.push('stopped'))
    })
    await expect.poll(() => done).toEqual(['stopped'])
    // The job would run as soon as the lock is free.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(done).toEqual(['stopped'])
  })
})

describe("a job's work on each item", () => {
  const logged: unknown[] = []
  const each = {
    log: { error: (entry: object) => void logged.push(entry) },
    failed: 'one could not be done',
    subjectOf: (one: string) => ({ member: one }),
  }
  beforeEach(() => void logged.splice(0))
  const workWith = (done: string[], failing: readonly string[], error: Error) => (one: string) => {
    if (failing.includes(one)) throw error
    return Promise.resolve(done.push(one))
  }

  test('a failed item delays no other, is reported by name, and fails the whole at the end', async () => {
    const done: string[] = []
    const stuck = new Error('stuck')
    const whole = doEach(['a', 'b', 'c', 'd'], workWith(done, ['a', 'c'], stuck), each)
    await expect(whole).rejects.toMatchObject({ message: 'one could not be done: 2', cause: stuck })
    expect(done).toEqual(['b', 'd'])
    expect(logged).toEqual([
      { member: 'a', err: stuck },
      { member: 'c', err: stuck },
    ])
  })

  test('when the database is down, no item after the first is tried', async () => {
    const done: string[] = []
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    await expect(doEach(['a', 'b'], workWith(done, ['a'], away), each)).rejects.toBe(away)
    expect([done, logged]).toEqual([[], []])
  })

  test('a slow item occupies only one slot of several', async () => {
    const done: string[] = []
    const slow = Promise.withResolvers<void>()
    const work = async (one: string) => {
      if (one === 'slow') await slow.promise
      done.push(one)
    }
    const whole = doEach(['slow', 'a', 'b', 'c'], work, { ...each, atOnceMax: 2 })
    await expect.poll(() => done).toEqual(['a', 'b', 'c'])
    slow.resolve()
    await whole
    expect(done.at(-1)).toBe('slow')
  })

  test('a list is walked to its end, page by page', async () => {
    const all = ['a', 'b', 'c', 'd', 'e']
    const listAfter = async (after: string) => all.filter((one) => one > after).slice(0, 2)
    const pages: string[][] = []
    for await (const page of walk(listAfter, (one) => one)) pages.push([...page])
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })
})
