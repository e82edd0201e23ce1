import { beforeAll, expect, test } from 'vitest'
import { checkProof } from '@kapao/contract/fair/proof'
import { systemClock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { copyDatabase } from '#testing/database/copy-database.ts'
import { longestTurn } from '#testing/processes/longest-turn.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook } from '../accounts.ts'
import { postAll } from '../post.ts'
import { findBrokenSeals, listSeals, sealMovements } from '../seal.ts'
import { findProof, findProofs } from './proof.ts'

const database = testDatabase()
const idems: string[] = []

beforeAll(async () => {
  const { db } = database
  const book = accountBook(db)
  const opening = await book.house('opening', '', 'BAHT')
  const [wallet] = await book.open(db, [
    { owner: 'm1', kind: 'wallet', party: '', currency: 'BAHT' },
  ])
  const movements = Array.from({ length: 2_060 }, (_, n) => ({
    idem: systemIds.key(),
    debit: opening,
    credit: wallet!,
    money: { amount: BigInt(n + 1), currency: 'BAHT' as const },
    kind: 'opening' as const,
  }))
  await db.begin((tx) => postAll(tx, systemClock.now(), movements))
  idems.push(...movements.map(({ idem }) => idem))
  await sealMovements(db, systemClock)
})

function counting() {
  const asked = { questions: 0, rows: 0 }
  const on: Queryable = {
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const rows = await database.db.query<Row>(text, values)
      asked.questions += 1
      asked.rows += rows.length
      return rows
    },
  }
  return { on, asked }
}

test('RUN-81 all proofs of a receipt are two questions, and no more is read than the parts in which the movements are', async () => {
  const { on, asked } = counting()
  const wanted = [16, 17, 31, 1_030].map((place) => idems[place]!)
  const proofs = await findProofs(on, wanted)
  expect([...proofs.keys()].toSorted()).toEqual(wanted.toSorted())
  expect(asked.questions).toBe(2)
  // Three movements share a part of sixteen.
  expect(asked.rows).toBe(4 + 2 * 16)
  const seals = await listSeals(database.db)
  for (const proof of proofs.values()) expect(checkProof(proof, seals)).toEqual({ proven: true })
})

test('RUN-81 the proofs of a hundred movements never hold the thread for 10 ms', async () => {
  const wanted = Array.from({ length: 100 }, (_, n) => idems[n * 20]!)
  await findProofs(database.db, wanted)
  const seals = await listSeals(database.db)
  let proofs: Awaited<ReturnType<typeof findProofs>> = new Map()
  const turns: number[] = []
  // The shortest of three: the collector of garbage belongs to nobody in particular.
  for (let n = 0; n < 3; n += 1)
    turns.push(await longestTurn(async () => (proofs = await findProofs(database.db, wanted))))
  expect(Math.min(...turns)).toBeLessThan(10)
  expect(checkProof(proofs.get(wanted[99]!)!, seals)).toEqual({ proven: true })
})

test('RUN-81 sealing holds the thread no longer', async () => {
  const turns: number[] = []
  for (let n = 0; n < 3; n += 1) turns.push(await longestTurn(() => findBrokenSeals(database.db)))
  expect(Math.min(...turns)).toBeLessThan(20)
})

test('RUN-81 I07 what a seal keeps for proofs is compared with the movements each night', async () => {
  const copy = await copyDatabase(database)
  const proven = async () =>
    checkProof((await findProof(copy.db, idems[1_100]!))!, await listSeals(copy.db)).proven
  const columns = ['path', 'part_ids', 'part_roots', 'last_id']
  await copy.damage('create table kept as select * from ledger_seal_chunk')
  for (const [change, leftProven] of [
    [`path = overlay(path placing '\\x00' from 1)`, false],
    [`part_roots = overlay(part_roots placing '\\x00' from 1)`, false],
    ['part_ids[2] = part_ids[2] + 1', true],
    ['last_id = last_id - 1', true],
  ] as const) {
    await copy.damage(`update ledger_seal_chunk set ${change} where chunk_no = 2`)
    expect(await findBrokenSeals(copy.db), change).toEqual(['seal 1: chunks'])
    expect(await proven(), change).toBe(leftProven)
    const back = columns.map((column) => `${column} = kept.${column}`).join(', ')
    await copy.damage(
      `update ledger_seal_chunk as chunk set ${back} from kept where kept.chunk_no = chunk.chunk_no`,
    )
  }
  expect(await findBrokenSeals(copy.db)).toEqual([])
  expect(await proven()).toBe(true)
  await copy.drop()
})
