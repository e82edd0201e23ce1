import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { budgets, dayLimitOf, type Asker } from './budgets.ts'
import { returnToBudgets, spend } from './spend.ts'

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

test('RUN-13 all budgets of a day add up to the messages of the day', () => {
  const limits = budgets.map((budget) => dayLimitOf(settings, budget))
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
  const [row] = await database.db.query(`select used from otp_bucket where scope = 'day:register'`)
  // The refused ones left nothing behind.
  expect(row).toEqual({ used: 84 })
})

test('RUN-13 a message that certainly was not sent is returned to the budget, but not to the network', async () => {
  const at = new Date(start.getTime() + 48 * hourMs)
  const asker = stranger(7)
  const scopes = await tryOne(asker, { at })
  if (typeof scopes === 'string') throw new Error(scopes)
  await returnToBudgets(database.db, scopes)
  const used = await database.db.query<{ scope: string; used: number }>(
    'select scope, used from otp_bucket where scope = any($1) order by scope',
    [scopes],
  )
  const left = new Map(used.map((row) => [row.scope.split(':')[0], row.used]))
  expect(Object.fromEntries(left)).toEqual({ day: 0, minute: 0, network: 1, range: 1 })
})

test('RUN-13 when unknown askers have spent their budget, networks of members have half of the known one and known devices the rest', async () => {
  const at = new Date(start.getTime() + 96 * hourMs)
  const countSent = async (askers: Asker[], hasProof = true) => {
    const ends: unknown[] = []
    for (const asker of askers) ends.push(await tryOne(asker, { at, hasProof }))
    return ends.filter((end) => Array.isArray(end)).length
  }
  const people = (from: number, known: (n: number) => Partial<Asker>) =>
    Array.from({ length: 90 }, (_, n) => ({ ...stranger(from + n), ...known(n) }))
  expect(await countSent(people(0, () => ({})))).toBe(84)
  const near = people(300, () => ({ networkIsKnown: true }))
  expect(await countSent(near, false)).toBe(40)
  expect(await tryOne(near[89]!, { at })).toBe('REQUEST_LIMIT')
  // A device has two at once, and no limit of its address.
  const onDevice = people(600, (n) => ({ memberOfDevice: `m${n >> 2}`, addressIsSpent: true }))
  expect(await countSent(onDevice, false)).toBe(40)
})
