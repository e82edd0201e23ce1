import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import type { Db } from '#core/db/db.ts'
import { sealMovements } from '#ledger/seal.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { countOriginal, takeBackup } from '#testing/worlds/restored-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { compareHeads, nightJobs } from './jobs.ts'

const world = testWorld(openGameWorld)
let player: Player
const folder = tempFolder()
beforeAll(async () => {
  player = await world.addPlayer(100_000n, ['pg'])
})

test('RUN-75 heads that a restore has taken away are explained and not accused, and the chain goes on beside them', async () => {
  const key = generateKeyPairSync('ed25519').privateKey
  const sealsOutside = { key, places: [{ kind: 'file' as const, path: join(folder, 'heads') }] }
  const deps = (db: Db) => ({ db, clock: world.clock, config: { sealsOutside } })
  const send = (db: Db) =>
    nightJobs(deps(db))
      .find(({ name }) => name === 'ledger.sendHeads')!
      .run()
  const compare = async (db: Db) => (await compareHeads(deps(db)))[0]!
  const original = world.database.db

  await sealMovements(original, world.clock)
  await send(original)
  await countOriginal(world)
  await world.passTime(60_000)
  const backup = await takeBackup(world)
  const body = { from: 'wallet', to: 'pg', amount: 100 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  await world.passTime(hourMs)
  await sealMovements(original, world.clock)
  await send(original)
  await world.passTime(hourMs)
  await send(original)
  await countOriginal(world)
  expect(await compare(original)).toMatchObject({ heads: 3, findings: [], explained: [] })

  const restored = await backup.start()
  try {
    const { db } = restored
    const compared = await compare(db)
    expect(compared).toMatchObject({ heads: 1, findings: [] })
    expect(compared.explained).toEqual([
      expect.stringMatching(/^heads 2 to 3, .* restore has taken away/),
    ])
    // The worker continues where the restored books end.
    await world.passTime(hourMs)
    await send(db)
    expect(await compare(db)).toMatchObject({
      heads: 2,
      findings: [],
      explained: compared.explained,
    })
    // Without a restore that the database knows of the same is found as what it is.
    await original.query('select 1')
    expect((await compare(original)).findings.length).toBeGreaterThan(0)
  } finally {
    await restored.close()
  }
})
