import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { shareOf, shares, type Asker } from './shares.ts'
import { returnToShares, spend } from './spend.ts'

const settings = {
  'sms.dayMax': 1_000,
  'sms.minuteMax': 10_000,
  'sms.keptPercent': 40,
  'sms.networkHourMax': 60,
  'sms.rangeHourMax': 10,
}
const start = new Date('2026-11-21T05:00:00Z')
const database = testDatabase()

const stranger = (at: number): Asker => ({
  phone: `+668${String(10_000_000 + at * 100_003).slice(0, 8)}`,
  purpose: 'register',
  address: `${20 + (at % 200)}.${at >> 2}.1.1`,
  addressIsSpent: false,
  memberOfDevice: null,
  networkIsKnown: false,
})
const tryOne = (asker: Asker, given: { at?: Date; hasProof?: boolean } = {}) =>
  database.db
    .begin((tx) =>
      spend(tx, { settings, asker, hasProof: true, at: start, write: async () => true, ...given }),
    )
    .catch((error: { code: string }) => error.code)

test('RUN-13 all shares of a day add up to the messages of the day', () => {
  const limits = shares.map((share) => shareOf(settings, share))
  const day = limits.reduce((sum, { max, perHour }) => sum + max + 24 * perHour, 0)
  expect(day).toBeCloseTo(1_000, 6)
})

test('RUN-13 of two hundred, ten at a time in separate transactions, exactly as many are sent as there is room for', async () => {
  const ends: unknown[] = []
  const worker = async (from: number): Promise<void> => {
    for (let at = from; at < 200; at += 10) ends.push(await tryOne(stranger(at)))
  }
  await Promise.all(Array.from({ length: 10 }, (_, from) => worker(from)))
  expect(ends).toHaveLength(200)
  expect(ends.filter((end) => Array.isArray(end))).toHaveLength(84)
  const [row] = await database.db.query(
    `select used from otp_bucket where scope = 'share:register'`,
  )
  // The refused ones left nothing behind.
  expect(row).toEqual({ used: 84 })
})

test('RUN-13 a message that certainly was not sent is returned to the share, but not to the network', async () => {
  const at = new Date(start.getTime() + 48 * hourMs)
  const asker = stranger(7)
  const scopes = await tryOne(asker, { at })
  if (typeof scopes === 'string') throw new Error(scopes)
  await returnToShares(database.db, scopes)
  const used = await database.db.query<{ scope: string; used: number }>(
    'select scope, used from otp_bucket where scope = any($1) order by scope',
    [scopes],
  )
  const left = new Map(used.map((row) => [row.scope.split(':')[0], row.used]))
  expect(Object.fromEntries(left)).toEqual({ minute: 0, network: 1, range: 1, share: 0 })
})

test('RUN-13 strangers in networks that members use have a share of their own when the other is spent', async () => {
  const at = new Date(start.getTime() + 96 * hourMs)
  for (let one = 0; one < 90; one += 1) await tryOne(stranger(one), { at })
  expect(await tryOne(stranger(300), { at })).toBe('REQUEST_LIMIT')
  const near = { ...stranger(301), networkIsKnown: true }
  expect(await tryOne(near, { at, hasProof: false })).toContain('share:network')
  expect(
    await tryOne({ ...stranger(302), addressIsSpent: true, networkIsKnown: true }, { at }),
  ).toBe('REQUEST_LIMIT')
  const device = { ...stranger(303), addressIsSpent: true, memberOfDevice: 'm1' }
  expect(await tryOne(device, { at, hasProof: false })).toContain('share:device')
})
