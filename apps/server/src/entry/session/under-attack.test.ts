import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { sha256 } from '#core/ids.ts'
import { whileHeld } from '#testing/database/database.ts'
import {
  anyAddress,
  anyPhone,
  openMemberWorld,
  type MemberWorld,
  type RegisteredMember,
} from '#testing/worlds/member-world.ts'
import type { Answer } from '#testing/worlds/test-app.ts'

let world: MemberWorld
let member: RegisteredMember
const open = async (config?: Parameters<typeof openMemberWorld>[0]): Promise<void> => {
  world = await openMemberWorld(config, { hashes: 'usual' })
}
beforeEach(async () => {
  member = await world.addMember()
})

type From = { from?: string; cookie?: string }
const login = (username: string, password: string, { from, cookie }: From = {}) =>
  world.call('POST /api/login', {
    body: { username, password },
    from: from ?? anyAddress(),
    ...(cookie !== undefined && { headers: { cookie } }),
  })
const enter = (from: From = {}) => login(member.username, member.password, from)
const guess = (from: From = {}) => login(member.username, 'not this one', from)
const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Guesses from many networks at once, until nothing is left for strangers: on a busy machine some are not tried. */
async function guessFromEverywhere(): Promise<void> {
  while ((await enter()).status !== 429)
    await Promise.all(Array.from({ length: 30 }, () => guess()))
}

/** On a busy machine some find the line for hashes full. They count for nothing, and come again. */
async function whenTried(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await attempt()
    if (answer.status !== 503) return answer
  }
}

/** The same state without the hours of an attack: what guesses from everywhere leave behind. */
async function leaveNothingToStrangers(): Promise<void> {
  const phone = `+66${member.username.slice(1)}`
  const now = world.clock.now()
  await world.database.db.query(
    `insert into session_throttle (key, failures, blocked_until, last_at)
     values ($1, 60, $3, $4), ($2, 40, null, $4)
     on conflict (key) do update set failures = excluded.failures,
       blocked_until = excluded.blocked_until, last_at = excluded.last_at`,
    [
      sha256(`phone ${phone}`),
      sha256(`reserve ${phone}`),
      new Date(now.getTime() + 5 * minuteMs),
      now,
    ],
  )
  expect((await enter()).status).toBe(429)
}

describe('a phone whose password is guessed', () => {
  beforeAll(() => open())
  afterAll(() => world.close())

  test(
    'RUN-14 S11 admits every device that its member has logged in on, from any network',
    { tags: 'long-4', timeout: 60_000 },
    async () => {
      const cookie = cookieOf(await enter())
      await guessFromEverywhere()
      for (let login = 0; login < 15; login += 1) expect((await enter({ cookie })).status).toBe(200)
      expect((await enter()).status).toBe(429)
    },
  )

  test('RUN-14 admits every network that its member has logged in from', async () => {
    const home = anyAddress()
    expect((await enter({ from: home })).status).toBe(200)
    await leaveNothingToStrangers()
    expect((await enter({ from: home })).status).toBe(200)
  })

  test(
    'RUN-14 admits its owner from an unknown network, without a device mark, while forty addresses guess on',
    { tags: 'long-4', timeout: 60_000 },
    async () => {
      const attackers = Array.from({ length: 40 }, anyAddress)
      for (const from of attackers.slice(0, 24)) await guess({ from })
      for (let minute = 0; minute < 15; minute += 1) {
        world.clock.moveMs(minuteMs)
        await guess({ from: attackers[(24 + minute) % 40]! })
        expect((await enter()).status, `minute ${minute}`).toBe(200)
      }
    },
  )

  test('RUN-14 S11 a code by SMS makes a device known, from which the new password works immediately', async () => {
    world.clock.moveMs(minuteMs)
    const forgot = await world.call('POST /api/account/password/forgot', {
      body: { phoneNumber: member.username },
    })
    const [message] = await world.sandbox.inbox(member.username)
    const body = {
      otpToken: forgot.body.otpToken,
      otpCode: message?.code,
      newPassword: 'nine lazy buffaloes',
    }
    await leaveNothingToStrangers()
    const reset = await world.call('POST /api/account/password/reset', { body })
    expect(reset.status).toBe(200)
    const cookie = cookieOf(reset)
    expect((await login(member.username, 'nine lazy buffaloes', { cookie })).status).toBe(200)
    expect((await login(member.username, 'nine lazy buffaloes')).status).toBe(429)
  })

  test('RUN-14 a stolen device mark gets ten guesses, under the pauses of one guesser, and then nothing', async () => {
    const cookie = cookieOf(await enter())
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess({ cookie })))
    expect(countOf(answers, 401)).toBeLessThanOrEqual(5)
    expect((await enter({ cookie })).status).toBe(429)
    // The pauses are this device's own.
    expect((await enter()).status).toBe(200)
    for (let failure = countOf(answers, 401); failure < 10; failure += 1) {
      world.clock.moveMs(5 * minuteMs)
      expect((await guess({ cookie })).status).toBe(401)
    }
    world.clock.moveMs(24 * 60 * minuteMs)
    await leaveNothingToStrangers()
    expect((await enter({ cookie })).status).toBe(429)
  })

  test("RUN-14 another member's device mark changes nothing for this one", async () => {
    const other = await world.addMember()
    const cookie = cookieOf(await login(other.username, other.password))
    await leaveNothingToStrangers()
    expect((await enter({ cookie })).status).toBe(429)
    const answers: Answer[] = []
    for (let at = 0; at < 15; at += 1)
      answers.push(await login(anyPhone(), 'not this one', { cookie }))
    // All guesses from one member's devices at others count together: ten, and then pauses.
    expect(countOf(answers, 401)).toBe(10)
  })
})

describe('many concurrent', () => {
  beforeAll(() => open())
  afterAll(() => world.close())

  test(
    'RUN-09 RUN-14 while two hundred networks guess, nine of nine honest logins succeed: known devices, known networks, new networks',
    { tags: 'long-3', timeout: 90_000 },
    async () => {
      const honest: RegisteredMember[] = []
      for (let at = 0; at < 9; at += 1) honest.push(await world.addMember())
      const begin = await Promise.all(
        honest.map(async ({ username, password }, at) => {
          const from = `192.0.${at}.7`
          if (at % 3 === 2) return () => login(username, password)
          const cookie = cookieOf(await login(username, password, { from }))
          return at % 3 === 0
            ? () => login(username, password, { cookie })
            : () => login(username, password, { from })
        }),
      )
      const attack = Array.from({ length: 250 }, (_, at) =>
        login(anyPhone(), 'not this one', { from: `10.${at % 200}.${at % 200}.7` }),
      )
      // In the middle of the attack.
      await Promise.race(attack)
      const answers = await Promise.all(begin.map((one) => one()))
      expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
      const attacked = await Promise.all(attack)
      expect(countOf(attacked, 401) + countOf(attacked, 503)).toBe(250)
    },
  )

  test(
    'RUN-14 two hundred tries at one phone hold three connections, and another member is served meanwhile',
    { tags: 'long-2', timeout: 60_000 },
    async () => {
      const other = await world.addMember()
      const token = await world.login(other.username, other.password)
      await guess()
      const { ownerDb } = world.database
      const phone = sha256(`phone +66${member.username.slice(1)}`)
      await whileHeld(
        world.database,
        { rows: 'select 1 from session_throttle where key = $1', values: [phone] },
        async () => {
          const tries = Array.from({ length: 200 }, () => guess())
          const locks = `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
          await expect
            .poll(async () => (await ownerDb.query(locks)).length, { timeout: 10_000 })
            .toBeGreaterThan(0)
          for (let read = 0; read < 10; read += 1) {
            expect((await ownerDb.query(locks)).length).toBeLessThanOrEqual(3)
            expect((await world.call('GET /api/account/profile', { token })).status).toBe(200)
          }
          const statuses = await Promise.all(tries)
          expect(countOf(statuses, 503)).toBe(200)
        },
      )
      expect((await enter()).status).toBe(200)
    },
  )

  test('RUN-09 a member who logs in again and again keeps twenty sessions, those used last, and forty rows of ended ones', async () => {
    const { db } = world.database
    const first = await world.login(member.username, member.password)
    world.clock.moveMs(1_000)
    const cookie = cookieOf(await enter())
    for (let round = 0; round < 3; round += 1) {
      world.clock.moveMs(10 * minuteMs)
      expect((await world.call('GET /api/account/profile', { token: first })).status).toBe(200)
      world.clock.moveMs(1_000)
      const answers = await Promise.all(Array.from({ length: 16 }, () => enter({ cookie })))
      expect(countOf(answers, 200)).toBeGreaterThan(5)
    }
    await db.query(
      `insert into core_session (token_hash, member_id, created_at, last_used_at, ends_at, revoked_at, revoked_why, address, device)
       select sha256(n::text::bytea), $1, $2, $2, $3, $2, 'logout', '', '' from generate_series(1, 100) n`,
      [member.id, world.clock.now(), new Date(world.clock.now().getTime() + minuteMs)],
    )
    for (let at = 0; at < 20; at += 1) expect((await enter({ cookie })).status).toBe(200)
    const rows = await db.query<{ live: number; ended: number }>(
      `select (count(*) filter (where revoked_at is null))::int as live, (count(revoked_at))::int as ended
       from core_session where member_id = $1`,
      [member.id],
    )
    expect(rows).toEqual([{ live: 20, ended: 40 }])
    // The ended session is ended in this process, too.
    await expect
      .poll(async () => (await world.call('GET /api/account/profile', { token: first })).body.code)
      .toBe('UNAUTHORIZED')
  }, 60_000)
})

describe('one address shared by many', () => {
  const shared = '198.51.100.20'
  beforeAll(() => open((url) => ({ rateLimitFactor: 1, sandboxUrl: url })))
  afterAll(() => world.close())

  test(
    'RUN-14 RUN-09 strangers who fail behind it cost its members nothing for a hundred tries, and known devices nothing after that',
    { tags: 'long-1', timeout: 90_000 },
    async () => {
      const friend = await world.addMember()
      const spray = (count: number) =>
        Promise.all(
          Array.from({ length: count }, () =>
            whenTried(() => login(anyPhone(), 'not this one', { from: shared })),
          ),
        )
      const cookie = cookieOf(await enter({ from: shared }))
      const enterFriend = () =>
        whenTried(() => login(friend.username, friend.password, { from: shared }))
      for (let at = 0; at < 9; at += 1) expect((await enterFriend()).status).toBe(200)
      for (let round = 0; round < 7; round += 1) expect(countOf(await spray(15), 401)).toBe(15)
      expect((await enterFriend()).status).toBe(200)
      // Successful ones are not counted: fifteen of a hundred and twenty are left.
      expect(countOf(await spray(40), 401)).toBe(15)
      expect((await enter({ from: shared, cookie })).status).toBe(200)
      const stranger = await world.addMember()
      expect((await login(stranger.username, stranger.password, { from: shared })).status).toBe(429)
    },
  )
})
