import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { readSettings } from '#settings/read.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { sampled } from '#testing/models/sample.ts'
import { openKilledConsole } from '#testing/operators/killed-console.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'

const database = testDatabase()
const clock = movableClock()
const desk = testWorld(() => openKilledConsole({ database, clock }))

/** Among its settings, at the end of its one transaction, and after the commit before the answer. */
const moments: Moment[] = [
  { at: 'after', statement: 'insert into settings_value' },
  { at: 'before the commit of', statement: 'insert into settings_value' },
  { at: 'after the commit of', statement: 'insert into settings_value' },
]

const shown = async () => {
  const settings = await readSettings(database.db)
  return languages.map((language) => settings[`notice.${language}`])
}
const acts = async (text: string) => {
  const rows = await database.db.query<{ subject: string }>(
    `select subject from core_audit where action = 'settings.set' and after ->> 'value' = $1`,
    [text],
  )
  return rows.map(({ subject }) => subject)
}

test.each(sampled('settings: a console killed', 1, moments))(
  'SCREEN-04 the console itself, killed $at $statement: all of a set is changed or nothing, and once by any repetition',
  { tags: 'long-2', timeout: 120_000 },
  async (moment) => {
    const text = `<p>${moment.at}: %percentFail%</p>`
    const names = languages.map((language) => `notice.${language}`)
    const changes = JSON.stringify(names.map((name) => ({ name, value: text })))
    const before = await shown()
    const { again } = await desk.killedAt(moment, ['settings', 'save', '--changes', changes])
    const isDone = moment.at === 'after the commit of'
    expect(await shown()).toEqual(isDone ? languages.map(() => text) : before)
    expect(await acts(text)).toHaveLength(isDone ? 3 : 0)
    expect(await again()).not.toMatch(/refused|reached/)
    expect(await shown()).toEqual(languages.map(() => text))
    expect((await acts(text)).toSorted()).toEqual(names.toSorted())
  },
)
