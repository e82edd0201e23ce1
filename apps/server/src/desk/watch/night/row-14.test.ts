import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sealMovements } from '#ledger/seal.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { ledgerChecks } from '../ledger.ts'
import { compareHeads, fullChecks, nightJobs } from './jobs.ts'

const world = testWorld(openGameWorld)
let player: Player
const folder = tempFolder()
beforeAll(async () => {
  player = await world.addPlayer(100_000n, ['pg'])
})

const body = (amount: number) => ({ from: 'wallet', to: 'pg', amount })

/** As the owner of the database, with every trigger off. */
async function asOwner(...statements: string[]): Promise<void> {
  await world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
}

test('CARE-61 CARE-62 a sealed transfer is deleted with its rows, its number and all seals, the books are repaired and sealed again: inside no check fails, outside it is found', async () => {
  const { db } = world.database
  const key = generateKeyPairSync('ed25519').privateKey
  const sealsOutside = { key, places: [{ kind: 'file' as const, path: join(folder, 'heads') }] }
  const deps = { db, clock: world.clock, config: { sealsOutside } }
  const full = async (checks: typeof fullChecks) =>
    (await verifyLedger(db, { full: true, checks })).violations.map(({ check }) => check)
  const outside = async () => (await compareHeads(deps)).flatMap(({ findings }) => findings)

  for (const amount of [100, 250])
    expect((await player.call('POST /api/wallet/transfer', { body: body(amount) })).status).toBe(
      200,
    )
  await sealMovements(db, world.clock)
  await nightJobs(deps)
    .find(({ name }) => name === 'ledger.sendHeads')!
    .run()
  expect(await full(fullChecks)).toEqual([])
  expect(await outside()).toEqual([])

  // The last transfer: its hold and its settling are the newest of each account that they touch.
  const gone = `(select ledger_leg(id, 0) as low, ledger_leg(id, 255) as high, id, member_id from transfers_transfer order by created_at desc, id desc limit 1)`
  await asOwner(
    `update ledger_account a set seq = a.seq - n.times, balance = a.balance - n.amount
     from (select account, count(*) as times, sum(amount) as amount from (
       select debit as account, -m.amount as amount from ledger_movement m, ${gone} t where m.idem between t.low and t.high
       union all
       select credit, m.amount from ledger_movement m, ${gone} t where m.idem between t.low and t.high) e group by account) n
     where n.account = a.id`,
    `delete from ledger_movement m using ${gone} t where m.idem between t.low and t.high`,
    `delete from statement_row s using ${gone} t where s.operation = t.id`,
    `update statement_counter c set seq = c.seq - 1 from ${gone} t where c.member_id = t.member_id`,
    `delete from transfers_transfer where id = (select id from ${gone} t)`,
    'delete from ledger_seal_chunk',
    'delete from ledger_seal',
  )
  await sealMovements(db, world.clock)
  expect(await full([...ledgerChecks])).toEqual([])
  // The trail has rows about a missing operation.
  expect(await full(fullChecks)).toEqual(['operations in the trail are in the statement'])
  await asOwner(
    `delete from core_audit a where a.action = 'transfers.begin'
       and not exists (select from transfers_transfer t where t.id::text = a.subject)`,
  )
  expect(await full(fullChecks)).toEqual([])
  const found = (await outside()).join('\n')
  expect(found).toContain('seal 1 is another one')
  expect(found).toMatch(/movements 1 to \d+: there were \d+, now \d+, not the same/)
  expect(found).toMatch(/audit trail 1 to \d+: there were \d+, now \d+, not the same/)
  expect(found).toContain('statements had reached')
})
