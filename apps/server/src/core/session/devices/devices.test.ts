import { beforeEach, describe, expect, test } from 'vitest'
import { endpoint } from '@kapao/contract/endpoint'
import { z } from 'zod'
import { dayMs } from '@kapao/contract/times'
import { startTestApp, type Answer } from '#testing/worlds/test-app.ts'
import { systemIds } from '../../ids.ts'
import { rateLimits } from '../../limits/rate-limit.ts'
import { route, type Api } from '../../calls/route.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { listShared } from './device-store.ts'
import { openDevices } from './devices.ts'

const shape = {
  method: 'POST',
  summary: 'A call of this test.',
  access: 'public',
  refusals: [],
  rate: 'change',
  input: z.object({ member: z.string() }),
  output: z.object({ members: z.array(z.string()) }),
} as const
const enter = endpoint({ ...shape, path: '/api/try/enter' })
const fail = endpoint({ ...shape, path: '/api/try/fail' })
const guess = endpoint({ ...shape, path: '/api/try/guess', rate: 'guess' })
const own = endpoint({ ...shape, path: '/api/try/own', access: 'member' })

function registerCalls(api: Api): void {
  const namesOf = (logins: readonly { memberId: string }[]) =>
    logins.map(({ memberId }) => memberId)
  route(api, enter, async ({ device }, { member }) => {
    const members = namesOf(await device.listLogins())
    await device.remember(member)
    return { members }
  })
  route(api, fail, async ({ device }, { member }) => {
    const logins = await device.listLogins()
    const login = logins.find(({ memberId }) => memberId === member)
    if (login) await device.countFailure(login)
    return { members: namesOf(logins) }
  })
  route(api, own, () => ({ members: [] }))
  route(api, guess, () => ({ members: [] }))
}

const database = testDatabase()
const app = testWorld(() => startTestApp(database, { registerCalls }))
// The limits of this address are full again for each test.
beforeEach(() => app.clock.moveMs(600_000))

const setCookie = ({ headers }: Answer) => headers.getSetCookie()[0] ?? ''
const markOf = (answer: Answer) => setCookie(answer).split(';')[0]!.split('=')[1]!
const ask = (path: string, { member, mark }: { member: string; mark?: string | undefined }) =>
  app.call(`POST /api/try/${path}`, {
    body: { member },
    ...(mark !== undefined && { headers: { cookie: `locale=en; kapao_device=${mark}` } }),
  })
const enterAs = async (member: string, mark?: string) =>
  markOf(await ask('enter', { member, mark }))
const seen = async (mark?: string): Promise<string[]> =>
  (await ask('fail', { member: 'nobody', mark })).body.members

describe('happy', () => {
  test('RUN-14 a device without a mark is unknown, and the mark it gets names the members who logged in on it, newest first', async () => {
    expect(await seen()).toEqual([])
    const first = await enterAs('A1')
    expect(await seen(first)).toEqual(['A1'])
    app.clock.moveMs(1_000)
    const both = await enterAs('B1', first)
    expect(await seen(both)).toEqual(['B1', 'A1'])
    app.clock.moveMs(1_000)
    const again = await enterAs('A1', both)
    expect(await seen(again)).toEqual(['A1', 'B1'])
    const rows = await database.db.query(`select 1 from core_device where member_id = 'A1'`)
    expect(rows).toHaveLength(1)
  })

  test('CARE-39 two members who log in on one device are a pair, once, in either order; others are not', async () => {
    const pairs = async () => {
      const rows = await listShared(database.db, ['S1', 'S2', 'S3'])
      return rows.map(({ one, other }) => `${one} ${other}`).toSorted()
    }
    const first = await enterAs('S2')
    await enterAs('S3')
    expect(await pairs()).toEqual([])
    const both = await enterAs('S1', first)
    await enterAs('S2', both)
    expect(await pairs()).toEqual(['S1 S2'])
  })

  test('RUN-14 the cookie is sent only to calls of our own page, is unreadable to scripts, and holds neither member nor phone', async () => {
    const cookie = setCookie(await ask('enter', { member: 'MEMBERCOOKIE' }))
    expect(cookie).toMatch(
      /^kapao_device=[\w-]{22}\.[\w-]{43}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    )
    expect(cookie).not.toContain('MEMBERCOOKIE')
    const sent: string[] = []
    const log = { warn: () => undefined }
    const devices = openDevices({
      ...database,
      clock: app.clock,
      ids: systemIds,
      log,
      isSecure: true,
    })
    await devices.read(undefined, (one) => sent.push(one)).remember('A2')
    expect(sent[0]).toMatch(/; Secure$/)
  })
})

describe('refused', () => {
  test('RUN-14 a changed, combined or invented mark is ignored, without a query of the devices', async () => {
    const [one, other] = [await enterAs('C1'), await enterAs('C2')]
    const [id, signature] = one.split('.')
    const [otherId] = other.split('.')
    const forged = [
      `${otherId}.${signature}`,
      `${id}.${otherId}.${signature}`,
      `${id}.${'A'.repeat(43)}`,
      `${id}.${signature!.slice(0, -1)}`,
      one.toUpperCase(),
      id!,
      'x'.repeat(5_000),
    ]
    await database.ownerDb.query('alter table core_device rename to device_away')
    try {
      for (const mark of forged) expect(await seen(mark), mark.slice(0, 80)).toEqual([])
    } finally {
      await database.ownerDb.query('alter table device_away rename to core_device')
    }
    expect(await seen(one)).toEqual(['C1'])
  })

  test('RUN-14 the mark opens no call of a member', async () => {
    const mark = await enterAs('C3')
    const own = await app.call('POST /api/try/enter', {
      body: { member: 'C3' },
      headers: { cookie: `kapao_device=${mark}`, authorization: `Bearer ${mark}` },
    })
    expect(own.body.members).toEqual(['C3'])
    expect(await app.sessions.find(mark)).toEqual({ lost: 'UNAUTHORIZED' })
  })

  test("RUN-14 ten wrong passwords in a row end a device's share for a member, and a right one resets the count", async () => {
    const mark = await enterAs('D2', await enterAs('D1'))
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await ask('fail', { member: 'D1', mark })).body.members).toContain('D1')
    }
    expect(await seen(mark)).toEqual(['D2'])
    const again = await enterAs('D1', mark)
    expect((await seen(again)).toSorted()).toEqual(['D1', 'D2'])
  })

  test('a device is forgotten a year after its last login', async () => {
    const mark = await enterAs('E1')
    app.clock.moveMs(364 * dayMs)
    expect(await seen(mark)).toEqual(['E1'])
    app.clock.moveMs(dayMs)
    expect(await seen(mark)).toEqual([])
  })
})

describe('hostile', () => {
  test('RUN-14 a member has ten devices and a device four members, however often they log in', async () => {
    const marks: string[] = []
    for (let device = 0; device < 13; device += 1) {
      app.clock.moveMs(2_000)
      marks.push(await enterAs('F1'))
    }
    const known = await Promise.all(marks.map(seen))
    expect(known.map(({ length }) => length)).toEqual([0, 0, 0, ...Array(10).fill(1)])
    let shared = marks.at(-1)!
    for (const member of ['F2', 'F3', 'F4', 'F5', 'F6']) {
      app.clock.moveMs(2_000)
      shared = await enterAs(member, shared)
    }
    expect(await seen(shared)).toEqual(['F6', 'F5', 'F4', 'F3'])
  })

  test('RUN-14 a planted mark never stands for the member who logs in with it', async () => {
    const planted = await enterAs('THIEF')
    const answer = await ask('enter', { member: 'VICTIM', mark: planted })
    expect(await seen(planted)).toEqual(['THIEF'])
    expect(await seen(markOf(answer))).toContain('VICTIM')
  })

  test('RUN-14 a known device has a share of its own when strangers have used up that of its address', async () => {
    const mark = await enterAs('G1')
    // Neither by guessing tokens nor by calls of this class.
    const token = 'x'.repeat(43)
    for (let call = 0; call < 310; call += 1)
      await app.call('POST /api/try/own', { body: { member: '' }, token })
    const strangers = await Promise.all(
      Array.from({ length: 30 }, () => ask('guess', { member: '' })),
    )
    expect(strangers.filter(({ status }) => status === 429).length).toBeGreaterThan(15)
    expect((await ask('guess', { member: '', mark })).status).toBe(200)
    // The share is bounded, and belongs to the member, not to the mark.
    const other = await enterAs('G1')
    const more = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        ask('guess', { member: '', mark: at % 2 ? mark : other }),
      ),
    )
    expect(more.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
  })
})

describe('a mark that no longer stands for a member', () => {
  test('RUN-14 does not query the devices at will', async () => {
    const mark = await enterAs('J1')
    await database.db.query(`delete from core_device where member_id = 'J1'`)
    for (let call = 0; call < rateLimits.guess.member.burst; call += 1)
      expect((await ask('guess', { member: '', mark })).status).toBe(200)
    await database.ownerDb.query('alter table core_device rename to device_away')
    try {
      for (let call = 0; call < 3; call += 1)
        expect((await ask('guess', { member: '', mark })).status).toBe(200)
    } finally {
      await database.ownerDb.query('alter table device_away rename to core_device')
    }
  })
})

describe('concurrently and across processes', () => {
  const process = () =>
    openDevices({
      ...database,
      clock: app.clock,
      ids: systemIds,
      log: { warn: () => undefined },
      isSecure: false,
    })
  const remember = async (devices: ReturnType<typeof process>, member: string) => {
    let cookie = ''
    await devices.read(undefined, (one) => (cookie = one)).remember(member)
    return cookie
  }
  const membersOf = async (devices: ReturnType<typeof process>, cookie: string) =>
    (await devices.read(cookie, () => undefined).listLogins()).map(({ memberId }) => memberId)

  test('RUN-14 processes that start at once agree on one key', async () => {
    await database.db.query('delete from core_device_key')
    const processes = Array.from({ length: 6 }, process)
    const cookies = await Promise.all(processes.map((one, at) => remember(one, `H${at}`)))
    for (const one of processes)
      for (const [at, cookie] of cookies.entries())
        expect(await membersOf(one, cookie)).toEqual([`H${at}`])
  })

  test('RUN-14 a new key signs from then on, and marks under the previous one stay valid, in every process', async () => {
    const [worker, server] = [process(), process()]
    const before = await remember(server, 'I1')
    app.clock.moveMs(181 * dayMs)
    await worker.forgetOld()
    const after = await remember(worker, 'I2')
    expect(await membersOf(server, before)).toEqual(['I1'])
    expect(await membersOf(server, after)).toEqual(['I2'])
    for (let renewal = 0; renewal < 4; renewal += 1) {
      app.clock.moveMs(181 * dayMs)
      await worker.forgetOld()
    }
    expect(await database.db.query('select 1 from core_device_key')).toHaveLength(4)
    expect(await database.db.query(`select 1 from core_device`)).toEqual([])
  })
})
