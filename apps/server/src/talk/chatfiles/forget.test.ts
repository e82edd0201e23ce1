import { utimes, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { forgetOldFiles } from './forget.ts'

const database = testDatabase()
const dataDir = tempFolder()
const folder = openUploadFolder({ dataDir, ids: systemIds }, 'chat')
const clock = movableClock()

async function addFile(age: number): Promise<string> {
  const incoming = await folder.newIncoming()
  await writeFile(incoming, 'a picture')
  const name = folder.newName('jpg')
  await folder.keep(incoming, name)
  const at = new Date(clock.now().getTime() - age)
  await utimes(folder.pathOf(name), at, at)
  return name
}

async function addRow(name: string, age: number, isSent: boolean): Promise<void> {
  const at = new Date(clock.now().getTime() - age)
  await database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into chatfiles_file (name, owner, kind, bytes, created_at, sent_at)
       values ($1, 'member:m1', 'image', 9, $2, case when $3::boolean then $2::timestamptz end)`,
      [name, at, isSent],
    )
  })
}

const keepDays = 30

test('RUN-07 files that no message shows are removed after a day, those of messages after their time, and nothing else', async () => {
  const unknown = {
    new: minuteMs,
    'almost a day': dayMs - minuteMs,
    'over a day': dayMs + minuteMs,
  }
  const files: Record<string, string> = {}
  for (const [name, age] of Object.entries(unknown)) files[`unknown, ${name}`] = await addFile(age)
  for (const [name, age, isSent] of [
    ['unsent, new', minuteMs, false],
    ['unsent, almost a day', dayMs - minuteMs, false],
    ['unsent, over a day', dayMs + minuteMs, false],
    ['sent, new', minuteMs, true],
    ['sent, within its time', keepDays * dayMs - minuteMs, true],
    ['sent, after its time', keepDays * dayMs + minuteMs, true],
  ] as const) {
    files[name] = await addFile(age)
    await addRow(files[name], age, isSent)
  }
  const readSettings = async () => ({
    'chat.fileKeepDays': keepDays,
    'chat.keepDays': 365,
    'chat.guestKeepDays': 365,
  })
  await forgetOldFiles({ db: database.db, clock, folder, readSettings })
  const left: string[] = []
  for (const [name, file] of Object.entries(files)) if (await folder.has(file)) left.push(name)
  expect(left).toEqual([
    'unknown, new',
    'unknown, almost a day',
    'unsent, new',
    'unsent, almost a day',
    'sent, new',
    'sent, within its time',
  ])
})
