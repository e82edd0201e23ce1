import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { sha256 } from '#core/ids.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { deleteThrottledBefore, lockThrottled, saveThrottled } from './store.ts'

const database = testDatabase()
const start = new Date('2026-11-21T03:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

test('RUN-14 old failed logins are forgotten; a network that is trusted, or was used since, is kept', async () => {
  const rows = {
    old: { trusted: null, last: 0 },
    'old, trust has ended': { trusted: 5, last: 0 },
    'old, trusted': { trusted: 500, last: 0 },
    'used since': { trusted: null, last: 20 },
  }
  const names = Object.keys(rows) as (keyof typeof rows)[]
  await database.db.begin(async (tx) => {
    const locked = await lockThrottled(
      tx,
      names.map((name) => sha256(name)),
      start,
    )
    await saveThrottled(
      tx,
      locked.map((row) => {
        const { trusted, last } = rows[names.find((name) => row.key.equals(sha256(name)))!]
        return {
          ...row,
          failures: 3,
          lastAt: at(last),
          trustedUntil: trusted === null ? null : at(trusted),
        }
      }),
    )
  })
  await deleteThrottledBefore(database.db, at(10))
  const left = await database.db.query<{ key: Buffer }>('select key from session_throttle')
  expect(names.filter((name) => left.some(({ key }) => key.equals(sha256(name))))).toEqual([
    'old, trusted',
    'used since',
  ])
})
