import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds as ids } from '../../ids.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { markPlaceOf } from './mark-place.ts'
import { countOtherUploads, notShared, watchUploads } from './mark.ts'

const placeOf = (dataDir: string) => markPlaceOf({ dataDir, uploadsBucket: null })

const database = testDatabase()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('RUN-48 processes that share a folder log nothing, and one with another folder logs an error', async () => {
  const { db } = database
  const clock = movableClock()
  const logged: unknown[] = []
  const log = {
    error: (line: unknown) => void logged.push(line),
    warn: (line: unknown) => void logged.push(line),
  }
  const [shared, own] = [newFolder(), newFolder()]
  const start = async (dataDir: string) =>
    (await watchUploads({ db, clock, ids, place: placeOf(dataDir), log }))()
  await start(shared)
  await start(shared)
  expect(logged).toEqual([])
  await start(own)
  expect(logged).toEqual([notShared])
  expect(await countOtherUploads({ db, clock, place: placeOf(shared) })).toBe(1)
  // Counting creates nothing: what an operator creates as another user the server could not write.
  const unused = newFolder()
  expect(await countOtherUploads({ db, clock, place: placeOf(unused) })).toBe(2)
  expect(readdirSync(unused)).toEqual([])
  // A folder that no process uses any more is no reason to log.
  clock.moveMs(4 * hourMs)
  await start(shared)
  expect(logged).toHaveLength(1)
})
