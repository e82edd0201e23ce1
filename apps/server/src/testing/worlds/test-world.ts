import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'

type AnyWorld = { close: () => Promise<unknown>; violations?: () => Promise<unknown[]> }

/**
 * Opened before the tests of a file and closed after them, with its books whole. Its parts are there as soon as the first
 * hook after this runs.
 */
export function testWorld<World extends AnyWorld>(open: () => Promise<World>): World {
  return openFor([beforeAll, afterAll], open, closeWhole)
}

/** The same for each test of a file. */
export function freshWorld<World extends AnyWorld>(open: () => Promise<World>): World {
  return openFor([beforeEach, afterEach], open, closeWhole)
}

/** For tests that break the books on purpose, or write rows that no room would. */
export function brokenWorld<World extends AnyWorld>(open: () => Promise<World>): World {
  return openFor([beforeAll, afterAll], open, (world) => world.close())
}

export function testDatabase(): TestDatabase {
  return openFor([beforeAll, afterAll], createTestDatabase, (database) => database.drop())
}

async function closeWhole(world: AnyWorld): Promise<void> {
  try {
    if (world.violations) expect(await world.violations()).toEqual([])
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
