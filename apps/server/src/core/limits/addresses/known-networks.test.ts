import { beforeEach, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { dayMs } from '@kapao/contract/times'
import { movableClock, type MovableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { openKnownNetworks } from './known-networks.ts'
import { networkAround } from './networks.ts'

const database = testDatabase()
let clock: MovableClock
beforeEach(async () => {
  clock = movableClock()
  await database.db.query('delete from core_session')
})

const quiet = { warn: () => undefined }
const open = () => openKnownNetworks({ db: database.db, clock, log: quiet })
const logIn = (memberId: string, address: string, agoMs = 2 * dayMs) =>
  database.db.query(
    `insert into core_session (token_hash, member_id, created_at, last_used_at, ends_at, address, device)
     values ($1, $2, $3, $3, $3::timestamptz + interval '30 days', $4, '')`,
    [randomBytes(32), memberId, new Date(clock.now().getTime() - agoMs), address],
  )

test.each([
  ['198.51.100.7', '198.51.100.0/24', '198.51.0.0/16'],
  ['::ffff:198.51.100.7', '198.51.100.0/24', '198.51.0.0/16'],
  ['2001:db8:7:9::1', '2001:db8:7::/48', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8:0::/48', '2001:db8::/32'],
  ['not an address', 'not an address', 'not an address'],
])('RUN-13 %s lies in %s and %s', (address, near, wide) => {
  expect(networkAround(address, { v4: 24, v6: 48 })).toBe(near)
  expect(networkAround(address, { v4: 16, v6: 32 })).toBe(wide)
})

test('RUN-13 a network is known by logins of three members that are a day old', async () => {
  for (const [at, member] of ['a', 'b', 'c'].entries()) await logIn(member, `198.51.100.${at}`)
  for (const member of ['a', 'b', 'c']) await logIn(member, '203.0.113.5', dayMs / 2)
  for (const at of [1, 2, 3]) await logIn('a', `192.0.2.${at}`)
  const known = open()
  expect(await known.has('198.51.100.200')).toBe(true)
  expect(await known.has('198.51.101.1')).toBe(false)
  expect(await known.has('203.0.113.5')).toBe(false)
  expect(await known.has('192.0.2.1')).toBe(false)
  clock.moveMs(dayMs)
  expect(await known.has('203.0.113.77')).toBe(true)
})

test('RUN-13 three accounts make at most five networks known', async () => {
  for (let at = 0; at < 20; at += 1)
    for (const member of ['a', 'b', 'c']) await logIn(member, `100.64.${at}.1`, (2 + at) * dayMs)
  const known = open()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => known.has(`100.64.${at}.9`)),
  )
  expect(answers.filter(Boolean)).toHaveLength(5)
})

test('RUN-13 when the database does not answer, every network counts as unknown and no call fails', async () => {
  const away = { ...database.db, query: () => Promise.reject(new Error('away')) }
  const known = openKnownNetworks({ db: away, clock, log: quiet })
  expect(await known.has('198.51.100.1')).toBe(false)
})
