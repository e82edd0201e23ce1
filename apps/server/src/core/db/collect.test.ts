import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { collect, type CollectOptions } from './collect.ts'
import { CommitUnknown, openDb, type Db, type Queryable } from './db.ts'
import { appRole } from './migrate.ts'
import { isAway } from './outage.ts'
import { systemIds } from '../ids.ts'

type Item = { id: string; owner: string }
type Run = CollectOptions<Item, string>['run']
type Call = { ids: string[]; skipBusy: boolean }

const item = (id: string, owner = id): Item => ({ id, owner })
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => item(`i${n + from}`))
/** Far longer than it takes, for a busy machine. */
const patience = { timeout: 10_000 }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A collector over a plain function, and the calls of that function. */
function collectOver(run: Run) {
  const calls: Call[] = []
  let inFlight = 0
  let deepest = 0
  const collector = collect<Item, string>({
    name: 'test',
    run: async (items, mode) => {
      calls.push({ ids: items.map((one) => one.id), ...mode })
      inFlight += mode.skipBusy ? 1 : 0
      deepest = Math.max(deepest, inFlight)
      try {
        return await run(items, mode)
      } finally {
        inFlight -= mode.skipBusy ? 1 : 0
      }
    },
    isBusy: (result) => result === 'busy',
    identityOf: (one) => one.id,
    ownerOf: (one) => one.owner,
  })
  return { ...collector, calls, deepest: () => deepest }
}

const echo: Run = async (items) => items.map((one) => `did ${one.id}`)

/** Holds every call until it is released, in order of arrival. */
function gated(run: Run = echo) {
  const held: (() => void)[] = []
  const wrapped: Run = async (items, mode) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return run(items, mode)
  }
  const letGo = async () => {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), { interval: 1, timeout: 10_000 })
    held.shift()!()
  }
  /** Releases held calls until a promise settles, and answers how often it did. */
  const letGoUntil = async (promise: Promise<unknown>) => {
    let settled = false
    void promise.finally(() => (settled = true)).catch(() => undefined)
    let times = 0
    for (; !settled; await pause(0)) {
      times += held.length
      for (const go of held.splice(0)) go()
    }
    return times
  }
  return { run: wrapped, letGo, letGoUntil }
}

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

async function settled(promises: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(promises)
  return results.map((one) => {
    if (one.status === 'fulfilled') return String(one.value)
    const { code, message } = one.reason as { code?: string; message: string }
    return code ?? message
  })
}

describe('gathering', () => {
  test('a single caller is run at once, without a timer', () => {
    const { add, calls } = collectOver(echo)
    void add(item('a'))
    expect(calls).toEqual([{ ids: ['a'], skipBusy: true }])
  })

  test('callers that arrive while a batch is in flight join the next one, each with its own answer', async () => {
    const gate = gated()
    const { add, calls } = collectOver(gate.run)
    const all = some(5).map((one) => add(one))
    await gate.letGo()
    await gate.letGo()
    expect(await Promise.all(all)).toEqual(some(5).map((one) => `did ${one.id}`))
    expect(calls.map((call) => call.ids)).toEqual([['i0'], ['i1', 'i2', 'i3', 'i4']])
  })

  test('a batch holds at most 256, and at most two are in flight', async () => {
    const { add, calls, deepest } = collectOver(async (items, mode) => {
      await pause(2)
      return echo(items, mode)
    })
    const answers = await Promise.all(some(600).map((one) => add(one)))
    expect(answers).toEqual(some(600).map((one) => `did ${one.id}`))
    const sizes = calls.map((call) => call.ids.length)
    expect(Math.max(...sizes)).toBe(256)
    // Counts batches, not items: every batch has a fixed cost in the database.
    expect(sizes.length).toBeLessThanOrEqual(5)
    expect(deepest()).toBeLessThanOrEqual(2)
  })

  test('a few callers wait for the batch in flight', async () => {
    const { add, calls, deepest } = collectOver(async (items, mode) => {
      await pause(2)
      return echo(items, mode)
    })
    await Promise.all(some(24).map((one) => add(one)))
    expect(calls.map((call) => call.ids.length)).toEqual([1, 23])
    expect(deepest()).toBe(1)
  })

  test('two batches in flight never share an owner, even while one of them is halved', async () => {
    const inFlight: string[][] = []
    const seen = { most: 0, sharedOwners: 0 }
    const { add } = collectOver(async (items, mode) => {
      const owners = items.map((one) => one.owner)
      seen.sharedOwners += inFlight.flat().filter((owner) => owners.includes(owner)).length
      inFlight.push(owners)
      seen.most = Math.max(seen.most, inFlight.length)
      await pause(Math.random() * 4)
      inFlight.splice(inFlight.indexOf(owners), 1)
      if (items.some((one) => one.id.endsWith('77'))) throw failure('22003')
      return echo(items, mode)
    })
    const items = some(1_200).map(({ id }, n) => item(id, `owner${n % 150}`))
    const waves = Array.from({ length: 15 }, async (_, n) => {
      await pause(n * 3)
      return settled(items.slice(n * 80, (n + 1) * 80).map((one) => add(one)))
    })
    const codes = (await Promise.all(waves)).flat()
    expect(codes).toEqual(items.map(({ id }) => (id.endsWith('77') ? '22003' : `did ${id}`)))
    expect(seen.sharedOwners).toBe(0)
    expect(seen.most).toBeLessThanOrEqual(2)
  })

  test('two items of one identity never share a batch, on the single path either', async () => {
    const gate = gated(async (items, mode) =>
      items.map((one) => (mode.skipBusy ? 'busy' : `did ${one.id}`)),
    )
    const { add, calls } = collectOver(gate.run)
    const same = item('same', 'owner')
    const answers = Promise.all([item('first'), same, same, same].map((one) => add(one)))
    await gate.letGoUntil(answers)
    expect(await answers).toEqual(['did first', 'did same', 'did same', 'did same'])
    for (const { ids } of calls) expect(new Set(ids).size).toBe(ids.length)
    const single = calls.filter((call) => !call.skipBusy && call.ids.includes('same'))
    expect(single).toHaveLength(3)
  })

  test('an answer is delivered only after its batch has finished', async () => {
    const gate = gated()
    const { add } = collectOver(gate.run)
    let answered = false
    const answer = add(item('a')).then(() => (answered = true))
    // Nothing may answer it before its batch does.
    await pause(10)
    expect(answered).toBe(false)
    await gate.letGo()
    await answer
  })

  test('a full queue refuses at once and keeps working', async () => {
    const gate = gated()
    const { add } = collectOver(gate.run)
    let refused = 0
    // More than can wait and be in flight at once.
    const queued = some(9_000).map((one) =>
      add(one).catch((error: { code: string }) => {
        refused += error.code === 'SERVICE_BUSY' ? 1 : 9_000
        return 'refused'
      }),
    )
    await pause(0)
    expect(refused).toBeGreaterThan(9_000 - 8_192 - 2 * 256)
    expect(refused).toBeLessThan(9_000 - 8_192)
    const answers = Promise.all(queued)
    await gate.letGoUntil(answers)
    const served = (await answers).filter((answer) => answer !== 'refused')
    expect(served).toHaveLength(9_000 - refused)
    const after = add(item('after'))
    await gate.letGoUntil(after)
    expect(await after).toBe('did after')
  })

  test('items on the single path count as waiting too', async () => {
    const never = new Promise<string[]>(() => undefined)
    const { add, calls } = collectOver(async (items, mode) =>
      mode.skipBusy ? items.map(() => 'busy') : never,
    )
    for (const one of some(8_192)) void add({ ...one, owner: 'stuck' }).catch(() => undefined)
    // Each of them has been found busy once.
    const found = () => new Set(calls.filter((call) => call.skipBusy).flatMap(({ ids }) => ids))
    await vi.waitFor(() => expect(found().size).toBe(8_192), { timeout: 10_000 })
    await expect(add(item('late'))).rejects.toMatchObject({ code: 'SERVICE_BUSY' })
  })
})

describe.concurrent('faults', () => {
  const poisoned: Run = async (items, mode) => {
    if (items.some((one) => one.id.startsWith('poison'))) throw failure('22003')
    return echo(items, mode)
  }

  test('a poisoned item fails alone', async () => {
    const { add, calls } = collectOver(poisoned)
    const items = [...some(40), item('poison1'), ...some(40, 40), item('poison2')]
    const codes = await settled(items.map((one) => add(one)))
    expect(codes.filter((code) => code.startsWith('did'))).toHaveLength(80)
    expect(codes.filter((code) => code === '22003')).toHaveLength(2)
    expect(codes[40]).toBe('22003')
    // Halving costs a logarithm of the batch, not one call per item.
    expect(calls.length).toBeLessThan(32)
  })

  test('a poisoned item fails alone on the single path', async () => {
    const { add } = collectOver(async (items, mode) =>
      mode.skipBusy ? items.map(() => 'busy') : poisoned(items, mode),
    )
    const items = ['a', 'b', 'poison', 'c'].map((id) => item(id, 'one'))
    expect(await settled(items.map((one) => add(one)))).toEqual([
      'did a',
      'did b',
      '22003',
      'did c',
    ])
  })

  test.each([true, false])(
    "a batch with too few answers gives no caller another caller's answer (skipping busy: %s)",
    async (short) => {
      const { add, deepest } = collectOver(async (items, mode) => {
        await pause(1)
        if (mode.skipBusy !== short) return items.map(() => 'busy')
        return (await echo(items, mode)).slice(0, items.length > 1 ? -1 : undefined)
      })
      const items = some(7).map((one) => ({ ...one, owner: 'one' }))
      expect(await settled(items.map((one) => add(one)))).toEqual(
        items.map((one) => `did ${one.id}`),
      )
      expect(deepest()).toBe(1)
    },
  )

  test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '40P01', '40001', '08006'])(
    'after %s the same items are sent again, and each caller gets one answer',
    { tags: 'long-4' },
    async (code) => {
      const applied = new Map<string, number>()
      const { add, calls } = collectOver(async (items, mode) => {
        // The work was done; only its answer was lost.
        for (const { id } of items) if (!applied.has(id)) applied.set(id, applied.size)
        if (calls.length < 3) throw failure(code, 'write')
        return echo(items, mode)
      })
      expect(await settled(some(3).map((one) => add(one)))).toEqual(['did i0', 'did i1', 'did i2'])
      expect(calls.slice(0, 3).map((call) => call.ids)).toEqual([['i0'], ['i0'], ['i0']])
      expect(applied.size).toBe(3)
    },
  )

  test('after a commit of unknown outcome the same items are sent again, and each caller gets one answer', async () => {
    const { add, calls } = collectOver((items, mode) =>
      calls.length === 1 ? Promise.reject(new CommitUnknown(failure('57P01'))) : echo(items, mode),
    )
    expect(await settled([add(item('a'))])).toEqual(['did a'])
    expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['a']])
  })

  test.each(['ECONNREFUSED', '57P03', '55P03', '53100', '53300', '57014'])(
    'while the database cannot work (%s) every caller is refused with a retry, without halving',
    async (code) => {
      const { add, calls } = collectOver(() => Promise.reject(failure(code)))
      const codes = await settled(some(9).map((one) => add(one)))
      expect(new Set(codes)).toEqual(new Set(['SERVICE_BUSY']))
      expect(calls.length).toBeLessThanOrEqual(6)
    },
  )

  test('after an outage the next caller is served', async () => {
    let away = true
    const { add } = collectOver((items, mode) =>
      away ? Promise.reject(failure('55P03')) : echo(items, mode),
    )
    await expect(add(item('a'))).rejects.toMatchObject({ code: 'SERVICE_BUSY' })
    away = false
    expect(await add(item('b'))).toBe('did b')
  })
})

describe('busy rows', () => {
  /** The single path of `stuck` hangs until released; all other owners are served. */
  function stuckOwner(owner: string) {
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    const run: Run = async (items, mode) => {
      const hangs = items.some((one) => one.owner === owner)
      if (hangs && !mode.skipBusy) await released
      return items.map((one) =>
        mode.skipBusy && (one.owner === owner || one.owner.startsWith('busy'))
          ? 'busy'
          : `did ${one.id}`,
      )
    }
    return { run, release }
  }

  test('a busy item moves to the single path and never stops the others', async () => {
    const { run, release } = stuckOwner('stuck')
    const { add, calls } = collectOver(run)
    const stuck = add(item('s', 'stuck'))
    expect(await Promise.all(some(20).map((one) => add(one)))).toHaveLength(20)
    expect(await Promise.race([stuck, pause(20).then(() => 'waits')])).toBe('waits')
    release()
    expect(await stuck).toBe('did s')
    expect(calls.filter((call) => !call.skipBusy)).toEqual([{ ids: ['s'], skipBusy: false }])
  })

  test('a stuck owner occupies one slot, however many calls it makes', async () => {
    const { run, release } = stuckOwner('stuck')
    const { add, calls } = collectOver(run)
    const stuck: Promise<string>[] = []
    for (let n = 0; n < 6; n += 1) {
      stuck.push(add(item(`s${n}`, 'stuck')))
      await pause(2)
    }
    const others = ['busy1', 'busy2', 'busy3', 'busy4', 'busy5'].map((id) => add(item(id)))
    const done = await Promise.race([Promise.all(others), pause(500).then(() => 'never')])
    expect(done).toHaveLength(5)
    expect(calls.filter((call) => !call.skipBusy && call.ids[0]!.startsWith('s'))).toHaveLength(1)
    release()
    expect(await Promise.all(stuck)).toEqual(Array.from({ length: 6 }, (_, n) => `did s${n}`))
  })

  test('at most four owners wait at a time', async () => {
    let inFlight = 0
    let most = 0
    const { add } = collectOver(async (items, mode) => {
      if (mode.skipBusy) return items.map(() => 'busy')
      most = Math.max(most, (inFlight += 1))
      await pause(3)
      inFlight -= 1
      return echo(items, mode)
    })
    expect(await Promise.all(some(20).map((one) => add(one)))).toHaveLength(20)
    expect(most).toBe(4)
  })
})

describe('a connection that is cut in the middle of a batch', () => {
  const database = testDatabase()
  let db: Db
  beforeAll(async () => {
    await database.ownerDb.query('create table effect (id uuid not null)')
    await database.ownerDb.query(`grant select, insert on effect to ${appRole}`)
    db = openDb({ url: database.url, role: appRole, connectionsMax: 4, applicationName: 'cut' })
  })
  afterAll(() => db.close())

  async function cutRunning(): Promise<void> {
    await vi.waitFor(async () => {
      const cut = await database.ownerDb.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'cut' and wait_event = 'PgSleep'`,
      )
      expect(cut).toHaveLength(1)
    }, patience)
  }

  test('F08 a transaction whose connection is cut fails alone, before, between and during its queries', async () => {
    const idOf = async (tx: Queryable) =>
      (await tx.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid
    const standing = 'select pid from pg_stat_activity where pid = $1'
    const cut = async (pid: number) => {
      await database.ownerDb.query('select pg_terminate_backend($1)', [pid])
      await vi.waitFor(
        async () => expect(await database.ownerDb.query(standing, [pid])).toEqual([]),
        patience,
      )
    }
    const between = db.begin(async (tx) => {
      await cut(await idOf(tx))
      await tx.query('select 1')
    })
    // The driver says it in several ways: a write may find the socket closed before the server's last words are read.
    await expect(between).rejects.toSatisfy(isAway)
    const during = db.begin(async (tx) => {
      await Promise.all([tx.query('select pg_sleep(5)'), cutRunning()])
    })
    await expect(during).rejects.toMatchObject({ code: '57P01' })
    const atTheEnd = db.begin(async (tx) => {
      await cut(await idOf(tx))
    })
    await expect(atTheEnd).rejects.toThrow(CommitUnknown)
    expect(await db.begin((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  test(
    'F03 every caller gets the true result, and nothing is applied twice',
    { tags: 'long-1' },
    async () => {
      // In rotation: cut while the batch runs, cut after its commit but before its answer, and not cut.
      let round = 0
      const { add } = collectOver(async (items) => {
        const turn = (round += 1) % 3
        const running = db.query(
          `insert into effect select id from unnest($1::uuid[]) as wanted (id)
         where not exists (select from effect e where e.id = wanted.id) and pg_sleep($2) is not null`,
          [items.map((one) => one.id), turn === 1 ? 5 : 0],
        )
        await Promise.all([running, turn === 1 ? cutRunning() : null])
        if (turn === 2) throw failure('ECONNRESET')
        return items.map((one) => `did ${one.id}`)
      })
      const ids = Array.from({ length: 60 }, () => systemIds.key())
      const answers: string[] = []
      for (let from = 0; from < ids.length; from += 20)
        answers.push(...(await Promise.all(ids.slice(from, from + 20).map((id) => add(item(id))))))
      expect(answers).toEqual(ids.map((id) => `did ${id}`))
      expect(round).toBeGreaterThan(6)
      expect(
        await db.query('select count(*) as all, count(distinct id) as ids from effect'),
      ).toEqual([{ all: 60n, ids: 60n }])
    },
  )
})
