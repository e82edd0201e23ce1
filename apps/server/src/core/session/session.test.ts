import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { movableClock, type MovableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import type { Db } from '../db/db.ts'
import { systemIds } from '../ids.ts'
import { createSessions, keyOfToken, sessionKeyOf, startSession, type Sessions } from './session.ts'
import { sessionEndedChannel } from './session-store.ts'

const who = { address: '10.0.0.1', device: 'a phone' }

/** Waits until another process has received the notice of an ended session. */
async function untilLost(sessions: Sessions, key: string): Promise<unknown> {
  const deadline = performance.now() + 1_000
  for (;;) {
    const known = sessions.peek(key)
    if (known === null || performance.now() > deadline) return known
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('sessions', () => {
  const database = testDatabase()
  let clock: MovableClock
  let one: Sessions
  let two: Sessions
  let queries: number

  beforeAll(async () => {
    clock = movableClock()
    const counting: Db = {
      ...database.db,
      query: (text, values) => {
        queries += 1
        return database.db.query(text, values)
      },
    }
    const deps = { clock, ids: systemIds, memberStateOf: async () => 'active' as const }
    one = createSessions({ ...deps, db: counting })
    two = createSessions({ ...deps, db: database.db })
    await Promise.all([one.listen(), two.listen()])
  })
  afterAll(() => Promise.all([one.close(), two.close()]))
  beforeEach(async () => {
    clock.moveMs(60_000)
    // Notices arrive in order, and late ones of an earlier test would clear what this one keeps.
    const last = keyOfToken(await start('M9'))
    await Promise.all([one.find(last), two.find(last)])
    await database.db.query('select pg_notify($1, $2)', [sessionEndedChannel, 'M9'])
    for (const sessions of [one, two]) expect(await untilLost(sessions, last)).toBeNull()
    // A member with more sessions than are kept would end one with each new one.
    await database.ownerDb.query('delete from core_session')
    queries = 0
  })

  const start = (memberId = 'M1'): Promise<string> =>
    startSession({ clock, ids: systemIds }, database.db, { ...who, memberId })

  test('S01 OP-C07 a token is 256 random bits and only its hash is stored', async () => {
    const token = await start()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await database.db.query('select * from core_session')
    const hash = createHash('sha256').update(token).digest('hex')
    expect(rows.map(({ token_hash: stored }) => (stored as Buffer).toString('hex'))).toEqual([hash])
    const dump = JSON.stringify(rows) + rows.map((row) => String(row['token_hash'])).join()
    expect(dump).not.toContain(token)
    expect(await start()).not.toBe(token)
  })

  test('a header without a bearer token has no key', () => {
    const token = systemIds.secret()
    expect(sessionKeyOf(`Bearer ${token}`)).toBe(keyOfToken(token))
    expect(sessionKeyOf(`bearer ${token}`)).toBe(keyOfToken(token))
    for (const header of [undefined, '', token, `Bearer ${token}=`, `Bearer  ${token}`, 'Bearer x'])
      expect(sessionKeyOf(header)).toBeNull()
  })

  test('many concurrent lookups take a handful of queries, each answered for its own key', async () => {
    const standings = new Map([
      ['M1', 'active'],
      ['M2', 'inactive'],
    ] as const)
    const crowdDb: Db = {
      ...database.db,
      query: (text, values) => {
        queries += 1
        return database.db.query(text, values)
      },
    }
    const crowd = createSessions({
      db: crowdDb,
      clock,
      ids: systemIds,
      memberStateOf: async () => 'missing',
      memberStatesOf: async (ids) => ids.map((id) => standings.get(id as 'M1') ?? 'missing'),
    })
    const tokens = await Promise.all(
      Array.from({ length: 60 }, (_, at) => start(`M${(at % 3) + 1}`)),
    )
    const ended = tokens[3]!
    await one.end(keyOfToken(ended), 'M1')
    clock.moveMs(10 * minuteMs)
    queries = 0
    const asked = [...tokens, systemIds.secret()]
    const found = await Promise.all(asked.map((token) => crowd.findInCrowd(keyOfToken(token))))
    const whose = [{ memberId: 'M1' }, { lost: 'INACTIVE_USER' }, { lost: 'INVALID_USER_1' }]
    for (const [at, token] of tokens.entries())
      expect([at, found[at]]).toEqual([
        at,
        token === ended ? { lost: 'UNAUTHORIZED' } : whose[at % 3],
      ])
    expect(found.at(-1)).toEqual({ lost: 'UNAUTHORIZED' })
    expect(queries).toBeLessThanOrEqual(6)
    queries = 0
    const lost = asked.map(keyOfToken).filter((_, at) => 'lost' in found[at]!)
    expect(await crowd.listLost(asked.map(keyOfToken))).toEqual(lost)
    expect(queries).toBe(1)
    // The use is recorded, and only for members who may act.
    const used = await database.db.query<{ count: bigint }>(
      'select count(*) from core_session where last_used_at = $1',
      [clock.now()],
    )
    expect(used[0]!.count).toBe(19n)
    await crowd.close()
  })

  test('OP-C07 a session ends after 7 days without use, and use extends it', async () => {
    const key = keyOfToken(await start())
    clock.moveMs(6 * dayMs)
    expect(await one.find(key)).toEqual({ memberId: 'M1' })
    clock.moveMs(6 * dayMs)
    expect(await one.find(key)).toEqual({ memberId: 'M1' })
    clock.moveMs(7 * dayMs)
    expect(await one.find(key)).toEqual({ lost: 'EXPIRED_AUTH_TOKEN' })
  })

  test('OP-C07 a session ends after 30 days, used or not', async () => {
    const key = keyOfToken(await start())
    for (let day = 0; day < 29; day += 1) {
      clock.moveMs(dayMs)
      expect(await one.find(key)).toEqual({ memberId: 'M1' })
    }
    clock.moveMs(dayMs)
    expect(await one.find(key)).toEqual({ lost: 'EXPIRED_AUTH_TOKEN' })
  })

  test('many calls at once query the database once, and the next ones not at all', async () => {
    const key = keyOfToken(await start())
    queries = 0
    await Promise.all(Array.from({ length: 20 }, () => one.find(key)))
    expect(queries).toBe(1)
    clock.moveMs(59_999)
    expect(one.peek(key)).toEqual({ memberId: 'M1' })
    clock.moveMs(1)
    expect(one.peek(key)).toBeNull()
  })

  test('the last use is recorded at most every five minutes', async () => {
    const key = keyOfToken(await start())
    const lastUse = async () => {
      const [row] = await database.db.query<{ last_used_at: Date }>(
        'select last_used_at from core_session where token_hash = $1',
        [Buffer.from(key, 'base64url')],
      )
      return row?.last_used_at.getTime()
    }
    const atStart = clock.now().getTime()
    clock.moveMs(4 * minuteMs)
    await one.find(key)
    expect(await lastUse()).toBe(atStart)
    clock.moveMs(60_000)
    await one.find(key)
    expect(await lastUse()).toBe(clock.now().getTime())
  })

  test('OP-C07 a logout in one process takes effect in the other at once', async () => {
    const key = keyOfToken(await start())
    await Promise.all([one.find(key), two.find(key)])
    expect(two.peek(key)).toEqual({ memberId: 'M1' })
    await one.end(key, 'M1')
    expect(one.peek(key)).toBeNull()
    expect(await untilLost(two, key)).toBeNull()
    expect(await two.find(key)).toEqual({ lost: 'UNAUTHORIZED' })
  })

  test('OP-C07 OP-C13 a new password ends all other sessions in every process, and a rolled back one ends none', async () => {
    const [mine, other] = [keyOfToken(await start()), keyOfToken(await start())]
    const endOthers = () =>
      database.db.begin(async (tx) => {
        await one.endAllOf(tx, { memberId: 'M1', why: 'password', exceptKey: mine })
        if (!commits) throw new Error('rolled back')
      })
    let commits = false
    await expect(endOthers()).rejects.toThrow('rolled back')
    expect(await two.find(other)).toEqual({ memberId: 'M1' })
    commits = true
    await endOthers()
    expect(await untilLost(two, other)).toBeNull()
    expect(await two.find(other)).toEqual({ lost: 'INVALID_USER_3' })
    expect(await two.find(mine)).toEqual({ memberId: 'M1' })
  })

  test('OP-C08 the sessions of a deactivated member give that reason', async () => {
    const key = keyOfToken(await start())
    await database.db.begin((tx) => one.endAllOf(tx, { memberId: 'M1', why: 'deactivated' }))
    expect(await two.find(key)).toEqual({ lost: 'INACTIVE_USER' })
  })

  test('an answer requested before the session ended is not kept', async () => {
    const key = keyOfToken(await start())
    const [asking, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = createSessions({
      db: database.db,
      clock,
      ids: systemIds,
      memberStateOf: async () => {
        asking.resolve()
        await answered.promise
        return 'active'
      },
    })
    const asked = slow.find(key)
    await asking.promise
    await slow.end(key, 'M1')
    const askedAfterwards = slow.find(key)
    answered.resolve()
    expect(await asked).toEqual({ memberId: 'M1' })
    expect(await askedAfterwards).toEqual({ lost: 'UNAUTHORIZED' })
    expect(slow.peek(key)).toBeNull()
  })

  test('a process that reconnects its listener drops all cached sessions', async () => {
    // A member of its own, so that no late notice of another test clears it.
    const key = keyOfToken(await start('M7'))
    // An answer that a late notice overtakes is not kept, so a second query may be needed.
    await expect.poll(async () => (await two.find(key)) && two.peek(key)).not.toBeNull()
    await database.ownerDb.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like '% listen'`,
    )
    expect(await untilLost(two, key)).toBeNull()
  })

  test('sessions that ended a month ago are deleted, and no others', async () => {
    const [old, kept] = [keyOfToken(await start()), keyOfToken(await start())]
    await one.end(old, 'M1')
    clock.moveMs(29 * dayMs)
    await one.end(kept, 'M1')
    clock.moveMs(2 * dayMs)
    await one.forgetOld()
    const left = await database.db.query<{ token_hash: Buffer }>(
      'select token_hash from core_session',
    )
    const keys = left.map((row) => row.token_hash.toString('base64url'))
    expect(keys).toContain(kept)
    expect(keys).not.toContain(old)
  })
})
