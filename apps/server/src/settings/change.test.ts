import { expect, test } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { systemClock } from '#core/clock.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { loseAt } from '#testing/database/lost-work.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { changeSettings, type SettingChange } from './change.ts'
import { openSettings, readSettings } from './read.ts'

const database = testDatabase()
const names = ['notice.th', 'notice.la', 'notice.en'] as const
const asker = { actor: 'operator:nok', requestId: 'request-1' } as const

const setOf = (text: string | null, expectedVersion: number | null = null): SettingChange[] =>
  names.map((name) => ({
    name,
    to: { value: text === null ? null : `<p>${text} %percentFail%</p>` },
    expectedVersion,
  }))

const change = (changes: SettingChange[], db: Db = database.db) =>
  changeSettings({ db, clock: systemClock }, { ...asker, changes })

async function stored(): Promise<unknown> {
  return database.db.query('select name, value, version from settings_value order by name')
}
const countActs = async (): Promise<bigint> => {
  const [row] = await database.db.query<{ count: bigint }>('select count(*) from core_audit')
  return row!.count
}

test('SCREEN-04 SCREEN-26 several settings are changed at once, with a row of the trail for each', async () => {
  const before = await countActs()
  const changed = await change(setOf('one'))
  expect(changed.map(({ name, changed }) => [name, changed])).toEqual(
    names.map((name) => [name, true]),
  )
  expect(await countActs()).toBe(before + 3n)
  const acts = await database.db.query(
    `select actor, action, subject, after ->> 'value' as value from core_audit order by id desc limit 3`,
  )
  expect(acts.toReversed()).toEqual(
    names.map((subject) => ({
      actor: 'operator:nok',
      action: 'settings.set',
      subject,
      value: '<p>one %percentFail%</p>',
    })),
  )
  // What has its value already leaves no row.
  const [first, ...others] = setOf('one')
  await change([{ ...first!, to: { value: '<p>new %percentFail%</p>' } }, ...others])
  expect(await countActs()).toBe(before + 4n)
})

test.each<[string, (good: SettingChange[]) => SettingChange[], RegExp]>([
  [
    'a value that is not accepted',
    ([first, ...others]) => [...others, { ...first!, to: { value: '<script>x</script>' } }],
    /must not use <script>/,
  ],
  [
    'a version that is not there any more',
    ([first, ...others]) => [...others, { ...first!, expectedVersion: 0 }],
    /was changed meanwhile/,
  ],
  [
    'a value that contradicts another one',
    (good) => [
      ...good,
      { name: 'withdraw.min.LAK', to: { value: '900000000' }, expectedVersion: null },
    ],
    /would be above/,
  ],
])('SCREEN-04 for %s none is changed', async (_what, spoilt, message) => {
  await change(setOf('before'))
  const was = [await stored(), await countActs()]
  await expect(change(spoilt(setOf('after')))).rejects.toThrow(message)
  expect([await stored(), await countActs()]).toEqual(was)
})

test('SCREEN-04 a minimum and a maximum that fit only together are changed together', async () => {
  await change([
    { name: 'refund.min.BAHT', to: { value: '20000' }, expectedVersion: null },
    { name: 'refund.max.BAHT', to: { value: '30000' }, expectedVersion: null },
  ])
  expect((await readSettings(database.db))['refund.min.BAHT']).toBe('20000.00')
})

const moments: Moment[] = [
  { at: 'before', statement: 'pg_advisory_xact_lock' },
  { at: 'after', statement: 'pg_advisory_xact_lock' },
  { at: 'after', statement: 'from settings_value' },
  { at: 'before', statement: 'insert into settings_value' },
  { at: 'after', statement: 'insert into settings_value' },
  { at: 'after', statement: 'insert into core_audit' },
  { at: 'before the commit of', statement: 'insert into core_audit' },
  { at: 'after the commit of', statement: 'insert into core_audit' },
]
test.each(moments)('SCREEN-04 killed $at $statement: all are changed, or none', async (moment) => {
  await change(setOf('before'))
  const was = [await stored(), await countActs()]
  await loseAt(database.url, moment, (db) => change(setOf('after'), db))
  const isDone = moment.at === 'after the commit of'
  const now = [await stored(), await countActs()]
  expect(isDone ? was : now).toEqual(was)
  const settings = await readSettings(database.db)
  expect(names.map((name) => settings[name])).toEqual(
    names.map(() => `<p>${isDone ? 'after' : 'before'} %percentFail%</p>`),
  )
  // Nothing is left locked.
  await change(setOf('next'))
})

test('SCREEN-04 of ten sets that share a setting exactly one is done, whole, and nobody waits for ever', async () => {
  await change(setOf(null))
  const settings = async () => readSettings(database.db)
  const [row] = await database.db.query<{ version: number }>(
    `select version from settings_value where name = 'notice.th'`,
  )
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => {
      const [first, second, third] = setOf(String(at))
      const seen = { ...first!, expectedVersion: row!.version }
      return change(at % 2 === 0 ? [seen, second!, third!] : [third!, second!, seen])
    }),
  )
  const won = results.findIndex(({ status }) => status === 'fulfilled')
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const now = await settings()
  expect(names.map((name) => now[name])).toEqual(names.map(() => `<p>${won} %percentFail%</p>`))
})

test(
  'SCREEN-25 a set that is read while others are published is whole, in every process, and the last one is there at once',
  { tags: 'long-1' },
  async () => {
    await change(setOf('0'))
    const processes = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const db = openDb({
          url: database.url,
          role: appRole,
          connectionsMax: 4,
          applicationName: `process ${at}`,
        })
        return { db, settings: await openSettings({ db, clock: systemClock }) }
      }),
    )
    let isOver = false
    const seen = new Set<string>()
    const readers = processes.map(async ({ settings }) => {
      while (!isOver) {
        const now = await settings.read()
        const read = new Set(names.map((name) => now[name]))
        expect([...read], 'half of a set').toHaveLength(1)
        seen.add(String([...read][0]))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    for (let round = 1; round <= 60; round += 1) await change(setOf(String(round)))
    const begun = performance.now()
    const last = '<p>60 %percentFail%</p>'
    await expect
      .poll(
        async () =>
          (await Promise.all(processes.map(({ settings }) => settings.read()))).map(
            (one) => one['notice.la'],
          ),
        { timeout: 5_000, interval: 10 },
      )
      .toEqual([last, last, last])
    expect(performance.now() - begun).toBeLessThan(5_000)
    isOver = true
    await Promise.all(readers)
    expect(seen.size).toBeGreaterThan(5)
    for (const { db, settings } of processes) {
      await settings.close()
      await db.close()
    }
  },
)
