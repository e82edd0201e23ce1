import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hourMs } from '../../clock.ts'
import { systemIds as ids } from '../../ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { movableClock } from '../../../testing/test-app.ts'
import { countOtherUploads, notShared, watchUploads } from './mark.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('RUN-48 processes with one folder are silent, and one with a folder of its own says so', async () => {
  const { db } = database
  const clock = movableClock()
  const said: unknown[] = []
  const log = {
    error: (what: unknown) => void said.push(what),
    warn: (what: unknown) => void said.push(what),
  }
  const [shared, own] = [newFolder(), newFolder()]
  const start = async (dataDir: string) => (await watchUploads({ db, clock, ids, dataDir, log }))()
  await start(shared)
  await start(shared)
  expect(said).toEqual([])
  await start(own)
  expect(said).toEqual([notShared])
  expect(await countOtherUploads({ db, clock, ids, dataDir: shared })).toBe(1)
  // A folder that nobody has any more is no reason to say anything.
  clock.moveMs(4 * hourMs)
  await start(shared)
  expect(said).toHaveLength(1)
})
