import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Opened before the tests of a file and closed after them; its parts are there as soon as the first hook after this runs. */
export function useWorld<World extends { close: () => Promise<unknown> }>(
  open: () => Promise<World>,
): World {
  return use(open, (world) => world.close())
}

export function useDatabase(): TestDatabase {
  return use(createTestDatabase, (database) => database.drop())
}

function use<World extends object>(
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
