import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'

type AnyWorld = { close: () => Promise<unknown>; violations?: () => Promise<unknown[]> }

/** For tests that break the books on purpose, or write rows that no room would. */
type Ending = { isBroken?: boolean }

/**
 * Opened before the tests of a file and closed after them, with its books whole. Its parts are there as soon as the first
 * hook after this runs.
 */
export function testWorld<World extends AnyWorld>(
  open: () => Promise<World>,
  ending: Ending = {},
): World {
  return openFor([beforeAll, afterAll], open, (world) => closeWorld(world, ending))
}

/** The same for each test of a file. */
export function freshWorld<World extends AnyWorld>(
  open: () => Promise<World>,
  ending: Ending = {},
): World {
  return openFor([beforeEach, afterEach], open, (world) => closeWorld(world, ending))
}

export function testDatabase(): TestDatabase {
  return openFor([beforeAll, afterAll], createTestDatabase, (database) => database.drop())
}

async function closeWorld(world: AnyWorld, { isBroken = false }: Ending): Promise<void> {
  try {
    if (!isBroken && world.violations) expect(await world.violations()).toEqual([])
  } finally {
    await world.close()
  }
}

type Hook = (run: () => Promise<void>) => void

function openFor<World extends object>(
  [before, after]: readonly [Hook, Hook],
  open: () => Promise<World>,
  close: (world: World) => Promise<unknown>,
): World {
  const shown = {} as World
  let opened: World | undefined
  before(async () => {
    opened = await open()
    Object.defineProperties(shown, Object.getOwnPropertyDescriptors(opened))
  })
  after(async () => {
    if (opened) await close(opened)
  })
  return shown
}
