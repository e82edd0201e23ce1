import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hash } from '@node-rs/argon2'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { changeSettings } from '#settings/change.ts'
import { deactivateMember } from '#records/account/deactivate.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { createSessions } from '#core/session/session.ts'
import { systemIds } from '#core/ids.ts'
import {
  anyAddress,
  anyPhone,
  openMemberWorld,
  type RegisteredMember,
} from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openMemberWorld({}, { hashes: 'usual' }))
let member: RegisteredMember
beforeEach(async () => {
  member = await world.addMember()
})

const login = (username: string, password: string, from = anyAddress()) =>
  world.call('POST /api/login', { body: { username, password }, from })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

async function deactivate(id: string): Promise<void> {
  const { db } = world.database
  const sessions = createSessions({
    db,
    clock: world.clock,
    ids: systemIds,
    memberStateOf: async () => 'active',
  })
  await deactivateMember(
    { db, clock: world.clock, endAllOf: sessions.endAllOf },
    { id, why: 'test', actor: 'operator:test', requestId: 'test' },
  )
}

describe('happy', () => {
  test('LOGIN-08 ENT-16 OP-C07 a phone in any spelling and its password give a new token each time', async () => {
    const { username, password } = member
    const spellings = [
      username,
      `+66${username.slice(1)}`,
      ` ${username.slice(0, 3)}-${username.slice(3)} `,
    ]
    const tokens = new Set<string>()
    for (const spelling of spellings) tokens.add(await world.login(spelling, password))
    expect(tokens.size).toBe(3)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/)
      const profile = await world.call('GET /api/account/profile', { token })
      expect(profile.body._id).toBe(member.id)
    }
  })

  test('S03 OP-C07 logout ends this session, and no other', async () => {
    const [one, two] = [
      await world.login(member.username, member.password),
      await world.login(member.username, member.password),
    ]
    expect((await world.call('POST /api/logout', { token: one })).body).toEqual({
      message: 'SUCCESS',
    })
    expect(await world.call('GET /api/account/profile', { token: one })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'invalid-token' },
    })
    expect((await world.call('GET /api/account/profile', { token: two })).status).toBe(200)
  })

  test('S10 a password that was hashed more cheaply is hashed again', async () => {
    const cheap = await hash(member.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    const { db } = world.database
    await db.query('update account_member set password_hash = $2 where id = $1', [member.id, cheap])
    await world.login(member.username, member.password)
    const [row] = await db.query<{ password_hash: string }>(
      'select password_hash from account_member where id = $1',
      [member.id],
    )
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await world.login(member.username, member.password)
  })
})

describe('a count that cannot be reverted', () => {
  test('OP-C07 a correct login keeps its session', async () => {
    const { ownerDb } = world.database
    await ownerDb.query(`create function fail_at_forgiving() returns trigger language plpgsql as
      $f$ begin raise exception 'no room'; end $f$`)
    await ownerDb.query(`create trigger fail_at_forgiving before insert or update on session_throttle
      for each row when (new.trusted_until is not null) execute function fail_at_forgiving()`)
    try {
      const token = await world.login(member.username, member.password)
      expect((await world.call('GET /api/account/profile', { token })).status).toBe(200)
    } finally {
      await ownerDb.query('drop function fail_at_forgiving cascade')
    }
  })
})

describe('refused', () => {
  test('S12 OP-A21 LOGIN-12 LOGIN-14 ERRC-31 a wrong password, an unknown phone and text that is no phone get the same answer', async () => {
    const answers = await Promise.all([
      login(member.username, 'wrong password'),
      login(anyPhone(), member.password),
      login('somebody', member.password),
      login(member.username, `${member.password} `),
      login(member.username, member.password.toUpperCase()),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      // Not `invalid-token`: no session was lost, so the page must stay.
      expect(answer.body).toEqual({ code: 'WRONG_CREDENTIAL', message: 'WRONG_CREDENTIAL' })
    }
  })

  test('LOGIN-13 OP-E15 OP-C08 ERRC-32 a deactivated member is locked out immediately, and learns why only with the right password', async () => {
    const token = await world.login(member.username, member.password)
    await deactivate(member.id)
    await expect
      .poll(async () => (await world.call('GET /api/account/profile', { token })).body)
      .toEqual({ code: 'INACTIVE_USER', message: 'invalid-token' })
    expect(codeOf(await login(member.username, member.password))).toEqual([403, 'INACTIVE_USER'])
    expect(codeOf(await login(member.username, 'wrong password'))).toEqual([
      401,
      'WRONG_CREDENTIAL',
    ])
  })

  test('ERRC-02 OP-C07 OP-B38 a session ends after seven days without use, and after thirty in any case', async () => {
    const lost = { status: 401, body: { code: 'EXPIRED_AUTH_TOKEN', message: 'invalid-token' } }
    const idle = await world.login(member.username, member.password)
    const used = await world.login(member.username, member.password)
    const useEachDay = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        world.clock.moveMs(dayMs)
        expect((await world.call('GET /api/account/profile', { token: used })).status).toBe(200)
      }
    }
    await useEachDay(7)
    expect(await world.call('GET /api/account/profile', { token: idle })).toMatchObject(lost)
    await useEachDay(22)
    world.clock.moveMs(dayMs)
    expect(await world.call('GET /api/account/profile', { token: used })).toMatchObject(lost)
  })

  test('S02 API-16 SEC-01 ERRC-01 member calls without a token or with an unknown one', async () => {
    // Tokens carry no claims, so one that names a member without a signature is only an unknown one.
    const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
    const forged = `${part({ alg: 'none' })}.${part({ sub: member.id, memberId: member.id })}.`
    expect(await world.login(member.username, member.password)).not.toContain('.')
    const calls = [
      'GET /api/account/profile',
      'GET /api/lookup/deposit',
      'GET /api/lookup/withdraw',
      'GET /api/lookup/slip',
      'PUT /api/account/profile',
      'PUT /api/account/bankAccountName',
      'PUT /api/account/changepwd',
      'POST /api/logout',
    ]
    for (const name of calls) {
      for (const [token, code] of [
        [undefined, 'UNAUTHORIZED'],
        ['A'.repeat(43), 'UNAUTHORIZED'],
        ['short', 'INVALID_USER_2'],
        [forged, 'INVALID_USER_2'],
      ] as const) {
        const answer = await world.call(name, token === undefined ? {} : { token })
        expect(answer, name).toMatchObject({
          status: 401,
          body: { code, message: 'invalid-token' },
        })
      }
    }
  })
})

describe('hostile', () => {
  test('S11 S52 SEC-13 one guesser meets pauses that double from the fifth failure on, even with the right password', async () => {
    const from = anyAddress()
    for (let failure = 0; failure < 5; failure += 1)
      expect((await login(member.username, 'wrong password', from)).status).toBe(401)
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000]) {
      expect(codeOf(await login(member.username, member.password, from))).toEqual([
        429,
        'REQUEST_LIMIT',
      ])
      world.clock.moveMs(pauseMs - 1)
      expect((await login(member.username, member.password, from)).status).toBe(429)
      world.clock.moveMs(1)
      expect((await login(member.username, 'wrong password', from)).status).toBe(401)
    }
    expect(world.logText()).toContain('a login has to wait')
    world.clock.moveMs(16_000)
    expect((await login(member.username, member.password, from)).status).toBe(200)
    expect((await login(member.username, 'wrong password', from)).status).toBe(401)
  })

  test('of sixty concurrent guesses from one address no more than five are tried', async () => {
    const from = anyAddress()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => login(member.username, `guess number ${at}`, from)),
    )
    const tried = answers.filter(({ status }) => status === 401)
    expect(tried.length).toBeLessThanOrEqual(5)
    expect(tried.length).toBeGreaterThan(0)
  })

  test(
    'S11 one address that tries many members has to wait (spraying)',
    { tags: 'long-1', timeout: 60_000 },
    async () => {
      const from = anyAddress()
      // On a busy machine some find the line for hashes full. They count for nothing, and come again.
      const sprayOne = async () => {
        for (;;) {
          const answer = await login(anyPhone(), 'summer holiday 1', from)
          if (answer.status !== 503) return answer
        }
      }
      const spray = (count: number) => Promise.all(Array.from({ length: count }, sprayOne))
      for (const count of [20, 20, 20, 20, 20, 19])
        for (const { status } of await spray(count)) expect(status).toBe(401)
      // A right one clears its own pair's failures, but not the network's.
      expect((await login(member.username, member.password, from)).status).toBe(200)
      await spray(2)
      expect((await login(anyPhone(), 'summer holiday 1', from)).status).toBe(429)
    },
  )

  test.each([
    ['a new password', `password_hash = 'another'`, [401, 'WRONG_CREDENTIAL']],
    ['a shut account', `deactivated_at = now(), deactivated_why = 'test'`, [403, 'INACTIVE_USER']],
  ])(
    '%s that commits while a right password is checked lets no session begin',
    async (_title, change, refusal) => {
      const { db, ownerDb } = world.database
      const { id, username, password } = member
      const answer = await db.begin(async (tx) => {
        await tx.query(`update account_member set ${change} where id = $1`, [id])
        const attempt = login(username, password)
        // By now the login has compared with the old row, and waits for this one.
        const waiting = `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`
        await expect.poll(() => ownerDb.query(waiting)).toHaveLength(1)
        return { attempt }
      })
      expect(codeOf(await answer.attempt)).toEqual(refusal)
      expect(
        await db.query('select 1 from core_session where member_id = $1 and revoked_at is null', [
          id,
        ]),
      ).toEqual([])
    },
  )

  test(
    'S12 F52 known and unknown phones cost the same statements and the same work: the median gap is at most 1.5 ms',
    { tags: 'long-1', timeout: 120_000 },
    async () => {
      const [from, nobody] = [anyAddress(), anyPhone()]
      const fail = async (username: string): Promise<void> =>
        expect((await login(username, 'wrong password', from)).status).toBe(401)
      // Both have failed before, so neither pays for the writes of a first failure.
      for (const username of [member.username, nobody]) await fail(username)
      const statements = await statementsOf(() => fail(member.username))
      expect(statements.length).toBeGreaterThanOrEqual(4)
      expect(await statementsOf(() => fail(nobody))).toEqual(statements)

      const [waits, works]: [number[], number[]] = [[], []]
      const measure = async (username: string) => {
        const [cpu, begun] = [process.cpuUsage(), performance.now()]
        await fail(username)
        const { user, system } = process.cpuUsage(cpu)
        return { wait: performance.now() - begun, work: (user + system) / 1000 }
      }
      // CPU time of this process is far less noisy than the clock where others use the machine; where they leave it little,
      // fewer have to do.
      const begun = performance.now()
      const isEnough = () =>
        works.length >= 100 ||
        (works.length >= 60 && widthOf(medianLiesBetween(works)) <= 2.4) ||
        (works.length >= 30 && performance.now() - begun > 60_000)
      while (!isEnough()) {
        // The clock moves so that failures are forgiven and nobody has to wait. The order alternates, so that first-call
        // costs fall on both.
        world.clock.moveMs(30 * minuteMs)
        const isFirst = works.length % 2 === 0
        const first = await measure(isFirst ? member.username : nobody)
        const second = await measure(isFirst ? nobody : member.username)
        const [known, unknown] = isFirst ? [first, second] : [second, first]
        waits.push(known.wait - unknown.wait)
        works.push(known.work - unknown.work)
      }
      const work = medianLiesBetween(works)
      expect(work.least).toBeLessThanOrEqual(1.5)
      expect(work.most).toBeGreaterThanOrEqual(-1.5)
      const between = medianLiesBetween(waits)
      expect(between.least).toBeLessThanOrEqual(2)
      expect(between.most).toBeGreaterThanOrEqual(-2)
    },
  )

  test('ERRC-33 LOGIN-14 an internal error is LOGIN_FAIL, without any detail', async () => {
    await world.database.ownerDb.query('alter table session_throttle rename to session_gone')
    try {
      const answer = await login(member.username, member.password)
      expect(answer).toMatchObject({
        status: 500,
        body: { code: 'LOGIN_FAIL', message: 'LOGIN_FAIL' },
      })
      expect(world.logText()).toContain('call failed')
    } finally {
      await world.database.ownerDb.query('alter table session_gone rename to session_throttle')
    }
  })
})

describe('the service has ended', () => {
  const setActive = (value: boolean) =>
    changeSettings(
      { db: world.database.db, clock: world.clock },
      {
        actor: 'operator:test',
        requestId: 'test',
        changes: [{ name: 'service.active', to: { value }, expectedVersion: null }],
      },
    )
  afterEach(() => setActive(true))

  test('OP-C04 every call but one answers 410 and gone, also with a good token', async () => {
    const token = await world.login(member.username, member.password)
    await setActive(false)
    await expect
      .poll(async () => (await world.call('GET /api/account/profile', { token })).status)
      .toBe(410)
    for (const name of [
      'POST /api/login',
      'POST /api/otp/send',
      'POST /api/account',
      'GET /api/lookup/banks',
    ])
      expect(await world.call(name, { token })).toMatchObject({
        status: 410,
        body: { message: 'gone' },
      })
    expect(await world.call('GET /api/lookup/active')).toMatchObject({
      status: 200,
      body: { message: 'gone' },
    })
  })
})

/**
 * Bounds of the true median in 99 of 100 cases, by how many of the values lie on each side: no assumption about the
 * noise.
 */
const widthOf = ({ least, most }: { least: number; most: number }): number => most - least

function medianLiesBetween(values: readonly number[]): { least: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const off = Math.ceil(1.29 * Math.sqrt(sorted.length))
  const middle = sorted.length / 2
  return {
    least: sorted[Math.max(0, Math.floor(middle - off))]!,
    most: sorted[Math.min(sorted.length - 1, Math.ceil(middle + off))]!,
  }
}

/** The text of every statement that the database runs meanwhile, in order. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const { db } = world.database
  const { query, begin, beginFor } = db
  const texts: string[] = []
  const noting = <On extends Queryable>(on: On, ask: Queryable['query']): On => ({
    ...on,
    query: (text, values) => {
      texts.push(text)
      return ask(text, values)
    },
  })
  type TxWork = (tx: Tx) => Promise<unknown>
  const recorded =
    (inside: TxWork): TxWork =>
    (tx) =>
      inside(noting(tx, (text, values) => tx.query(text, values)))
  Object.assign(db, noting(db, query), {
    begin: (inside: TxWork) => begin(recorded(inside)),
    beginFor: (key: string, inside: TxWork) => beginFor(key, recorded(inside)),
  })
  await work().finally(() => Object.assign(db, { query, begin, beginFor }))
  return texts
}
