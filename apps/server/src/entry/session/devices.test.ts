import { minuteMs } from '@kapao/contract/times'
import { beforeEach, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openMemberWorld, type RegisteredMember } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)
let member: RegisteredMember
beforeEach(async () => {
  member = await world.addMember()
})

const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
const laptop =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'
const home = '203.113.5.6'
const logIn = (device: string, from: string) =>
  world.login(member.username, member.password, { from, headers: { 'user-agent': device } })
const devicesOf = async (token: string, from = home) =>
  (await world.call('GET /api/sessions', { token, from })).body.devices
const end = (token: string, id = '') =>
  world.call(id === '' ? 'DELETE /api/sessions' : `DELETE /api/sessions/${id}`, { token })
const isLive = async (token: string) =>
  (await world.call('GET /api/account/profile', { token })).status === 200
const lastSignIn = async (token: string) =>
  (await world.call('GET /api/notices/marks', { token })).body.lastSignIn

test('NOTE-19 a member sees where they are logged in, since when and when it was last used, and no whole address', async () => {
  const startedAt = world.clock.now().toISOString()
  const away = await logIn(phone, '2405:9800:ba00::7')
  world.clock.moveMs(10 * minuteMs)
  const here = await logIn(laptop, home)
  world.clock.moveMs(20 * minuteMs)
  const now = world.clock.now().toISOString()
  expect(await devicesOf(here)).toEqual([
    {
      _id: expect.stringMatching(/^[\w-]{43}$/),
      device: 'Edge · Windows',
      network: '203.113',
      isSameNetwork: true,
      startedAt: new Date(Date.parse(startedAt) + 10 * minuteMs).toISOString(),
      lastUsedAt: now,
      isThis: true,
    },
    {
      _id: expect.stringMatching(/^[\w-]{43}$/),
      device: 'Chrome · Android',
      network: '2405:9800',
      isSameNetwork: false,
      startedAt,
      lastUsedAt: startedAt,
      isThis: false,
    },
  ])
  // What a list names opens nothing.
  for (const { _id } of await devicesOf(here)) expect(await isLive(_id)).toBe(false)
  expect(JSON.stringify(await devicesOf(here))).not.toContain(away)
})

test('NOTE-19 one device is ended, again without effect, or all others at once; this one stays', async () => {
  const [one, two, three, here] = [
    await logIn(phone, home),
    await logIn(phone, home),
    await logIn(laptop, home),
    await logIn(laptop, home),
  ]
  world.clock.moveMs(10 * minuteMs)
  // The last used one stands first.
  expect(await isLive(one)).toBe(true)
  const list = await devicesOf(here)
  const first = list.find(({ isThis }: { isThis: boolean }) => !isThis)
  expect((await end(here, first._id)).body).toEqual({ message: 'SUCCESS' })
  expect((await end(here, first._id)).body).toEqual({ message: 'SUCCESS' })
  expect([await isLive(one), await isLive(two), await isLive(here)]).toEqual([false, true, true])
  expect((await end(here)).body).toEqual({ message: 'SUCCESS' })
  expect([await isLive(two), await isLive(three), await isLive(here)]).toEqual([false, false, true])
  expect(await devicesOf(here)).toHaveLength(1)
})

test('NOTE-19 SEC-01 another member’s sessions are neither listed nor ended; a wrong id is refused', async () => {
  const here = await logIn(laptop, home)
  const other = await world.addMember()
  const theirs = await world.login(other.username, other.password)
  const [device] = await devicesOf(theirs)
  expect(await devicesOf(here)).toHaveLength(1)
  await end(here, device._id)
  await end(here)
  expect((await end(here, systemIds.secret())).body).toEqual({ message: 'SUCCESS' })
  expect(await isLive(theirs)).toBe(true)
  for (const gone of ['x', `${device._id}x`])
    expect((await end(here, gone)).body).toEqual({ message: 'SUCCESS' })
  const wrong = encodeURIComponent("'; drop table core_session")
  expect((await end(here, wrong)).body.code).toBe('KEY_INVALID')
  expect(await isLive(theirs)).toBe(true)
})

test('NOTE-19 S04 after a login the one before it is shown for five minutes, also one that has ended', async () => {
  expect(await lastSignIn(await logIn(phone, home))).toBeNull()
  world.clock.moveMs(60 * minuteMs)
  const at = world.clock.now().toISOString()
  const thief = await logIn(laptop, '198.51.100.9')
  await world.call('POST /api/logout', { token: thief })
  world.clock.moveMs(60 * minuteMs)
  const here = await logIn(phone, home)
  expect(await lastSignIn(here)).toEqual({ at, device: 'Edge · Windows', network: '198.51' })
  world.clock.moveMs(5 * minuteMs - 1)
  expect(await lastSignIn(here)).not.toBeNull()
  world.clock.moveMs(1)
  expect(await lastSignIn(here)).toBeNull()
})

test('NOTE-19 a login that has timed out is none of the devices', async () => {
  await logIn(phone, home)
  world.clock.moveMs(7 * 24 * 60 * minuteMs)
  expect(await devicesOf(await logIn(laptop, home))).toHaveLength(1)
})
