import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'

/** Opened before the tests of a file and closed after them; its parts are there as soon as the first hook after this runs. */
export function testWorld<World extends { close: () => Promise<unknown> }>(
  open: () => Promise<World>,
): World {
  return openForFile(open, (world) => world.close())
}

export function testDatabase(): TestDatabase {
  return openForFile(createTestDatabase, (database) => database.drop())
}

function openForFile<World extends object>(
  open: () => Promise<World>,
  close: (world: World) => Promise<unknown>,
): World {
  const shown = {} as World
  let opened: World | undefined
  beforeAll(async () => {
    opened = await open()
    Object.defineProperties(shown, Object.getOwnPropertyDescriptors(opened))
  })
  afterAll(async () => {
    if (opened) await close(opened)
  })
  return shown
}
