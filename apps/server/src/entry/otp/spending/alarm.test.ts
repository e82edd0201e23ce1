import { afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { askForCode, flood } from '#testing/attacks/sms-flood.ts'
import { readHour } from './alarm.ts'

const world = testWorld(() => openMemberWorld({}, { smsLimits: 'usual' }))
beforeAll(async () => {
  await world.set('sms.minuteMax', 10_000)
  world.clock.moveMs(hourMs - (world.clock.now().getTime() % hourMs))
})
afterEach(() => world.sandbox.reset())

const register = () => askForCode(world, 'register')
const said = () => world.logText().split('far more one-time codes than usual').length - 1
const look = async () => {
  world.clock.moveMs(minuteMs)
  await world.runJobs()
}

test('RUN-13 operators get one alarm in an hour with far more codes than usual, and see the figures', async () => {
  const before = said()
  // For a new platform 20 are usual, and half as many again raise the alarm.
  await flood(29, () => register())
  await look()
  expect(said()).toBe(before)
  await flood(5, () => register())
  await look()
  await look()
  expect(said()).toBe(before + 1)
  world.clock.moveMs(hourMs)
  await flood(40, () => register())
  await look()
  await look()
  expect(said()).toBe(before + 2)
})

test('RUN-13 the usual count is the median of the same hour on earlier days', async () => {
  const { db } = world.database
  const hour = () =>
    readHour({ db, clock: world.clock, log: console, readSettings: () => readSettings(db) })
  world.clock.moveMs(10 * dayMs)
  const perDay = [30, 40, 90, 35, 200, 30, 45]
  for (const count of perDay) {
    // A flood on one day does not make the next one usual.
    await db.query(
      `insert into otp_code (token_hash, phone, purpose, decoy, network, state, created_at, expires_at)
       select sha256(gen_random_uuid()::text::bytea), '+66800000000', 'register', false, '10.0.0.1', 'sent', $1, $1::timestamptz
       from generate_series(1, $2::int)`,
      [world.clock.now(), count],
    )
    world.clock.moveMs(dayMs)
  }
  expect(await hour()).toMatchObject({ sent: 0, usual: 40 })
})
