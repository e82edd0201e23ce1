import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { defineWheel, switchWheel } from './define.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { spin } from './spin.ts'

const act = { actor: 'operator:test', requestId: 'test' } as const
const world = testWorld(openBonusWorld)
let servers: Db[]

beforeAll(async () => {
  servers = Array.from({ length: 4 }, (_, n) =>
    openDb({
      url: world.database.url,
      role: appRole,
      connectionsMax: 2,
      applicationName: `server ${n}`,
    }),
  )
  const { db } = world.database
  const deps = { db, clock: world.clock }
  const look = { bgColor: '#112233', textColor: '#ffffff', description: null, weight: 1 }
  const slices = ['a', 'b'].map((code) => ({ ...look, code, label: code, prize: null }))
  const definition = anyWheel({ name: 'Lucky', slices })
  const wheel = await defineWheel(deps, { ...act, code: 'lucky', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
}, 60_000)
afterAll(() => Promise.all(servers.map((db) => db.close())))

async function addSpinner(): Promise<string> {
  const { id } = await world.addPlayer(0n, [])
  const { db } = world.database
  const book = accountBook(db)
  const [credit] = await book.find(id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const money = { amount: 1n, currency: 'COIN' } as const
  const movement = { idem: systemIds.key(), debit, credit: credit!, money } as const
  await db.begin((tx) => postAll(tx, world.clock.now(), [{ ...movement, kind: 'coin_grant' }]))
  return id
}

const spinAt = (db: Db, memberId: string) =>
  spin(
    {
      db,
      accounts: accountBook(db),
      clock: world.clock,
      ids: systemIds,
      log: console,
      push: () => undefined,
      readSettings: () => readSettings(db),
      failpoint: async () => undefined,
    },
    { memberId, key: null, requestId: 'test', language: 'en' },
    {},
  )

test('CARE-83 I28 spins for one coin at four servers at once: one is drawn, and three are refused for lack of coins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const memberId = await addSpinner()
    const answers = await Promise.all(servers.map((db) => spinAt(db, memberId)))
    const outcomes = answers.map(({ success, error }) => (success ? 'drawn' : error))
    expect(outcomes.toSorted()).toEqual(['NO_DATA', 'NO_DATA', 'NO_DATA', 'drawn'])
  }
})
