import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { checkProof, type Seal } from '@kapao/contract/fair/proof'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { copyDatabase } from '#testing/database/copy-database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { accountBook, type Account } from './accounts.ts'
import { post, type Movement } from './post.ts'
import { findBrokenSeals, listSeals, sealMovements } from './seal.ts'
import { findProof } from './seals/proof.ts'
import { verifyLedger } from './verify.ts'

let database: TestDatabase
let opening: Account
let wallet: Account
let games: Account[]
let now = new Date('2026-11-21T20:00:00Z')
const clock: Clock = { now: () => now }

async function open(): Promise<void> {
  database = await createTestDatabase()
  const book = accountBook(database.db)
  opening = await book.house('opening', '', 'BAHT')
  const kinds = ['wallet', 'game', 'game', 'game'] as const
  const names = kinds.map((kind, n) => ({
    owner: 'm1',
    kind,
    party: n ? `g${n}` : '',
    currency: 'BAHT' as const,
  }))
  const [first, ...rest] = await book.open(database.db, names)
  wallet = first!
  games = rest
}

function move(amount: bigint, more: Partial<Movement> = {}): Movement {
  return {
    idem: systemIds.key(),
    debit: opening,
    credit: wallet,
    money: { amount, currency: 'BAHT' },
    kind: 'opening',
    ...more,
  }
}

const apply = (...movements: Movement[]) => database.db.begin((tx) => post(tx, now, movements))
const seal = () => sealMovements(database.db, clock)

/** Seals while a transaction is open, and counts how often it has looked whether that has ended. */
function sealMeanwhile() {
  const { db } = database
  let looks = 0
  const query: Db['query'] = (text, values) => {
    if (text.includes('pg_snapshot_xmin')) looks += 1
    return db.query(text, values)
  }
  return { sealing: sealMovements({ ...db, query }, clock), looks: () => looks }
}

/** A transaction that has posted and stays open until the test ends it. */
async function holdOpen(movement: Movement) {
  let end = (_how: 'commit' | 'roll back') => undefined as void
  const ended = new Promise<string>((resolve) => (end = resolve))
  let posted = () => undefined as void
  const hasPosted = new Promise<void>((resolve) => (posted = resolve))
  const done = database.db
    .begin(async (tx) => {
      await post(tx, now, [movement])
      posted()
      if ((await ended) === 'roll back') throw new Error('rolled back')
    })
    .catch(() => undefined)
  await hasPosted
  return { end, done }
}

const rangesOf = (seals: Seal[]) =>
  seals.map(({ fromId, uptoId, movements }) => [fromId, uptoId, movements])

describe('sealing while other callers move money', () => {
  beforeEach(open)
  afterEach(() => database.drop())

  test('without new movements there is no seal', async () => {
    expect(await seal()).toBeNull()
    await apply(move(5n))
    expect(await seal()).not.toBeNull()
    expect(await seal()).toBeNull()
    expect(await listSeals(database.db)).toHaveLength(1)
  })

  test('I07 waits for a movement whose transaction is open, however many came after it', async () => {
    await apply(move(1n))
    const late = move(2n, { credit: games[0]!, debit: wallet })
    await apply(move(100n))
    const { end, done } = await holdOpen(late)
    const house = { ...move(3n), debit: games[2]!, credit: games[1]! }
    await apply(house)
    let sealed = false
    const { sealing, looks } = sealMeanwhile()
    void sealing.finally(() => (sealed = true))
    await expect.poll(looks).toBeGreaterThan(2)
    expect(sealed).toBe(false)
    end('commit')
    await done
    expect(await sealing).toMatchObject({ fromId: '1', movements: '3' })
    const proof = await findProof(database.db, late.idem)
    expect(checkProof(proof!, await listSeals(database.db))).toEqual({ proven: true })
  })

  test('a used id that was rolled back leaves a harmless gap', async () => {
    await apply(move(100n))
    const { end, done } = await holdOpen(move(2n, { debit: wallet, credit: games[0]! }))
    const { sealing, looks } = sealMeanwhile()
    await expect.poll(looks).toBeGreaterThan(0)
    end('roll back')
    await done
    await apply(move(7n))
    expect(await sealing).toMatchObject({ fromId: '1', uptoId: '2', movements: '1' })
    expect(await seal()).toMatchObject({ fromId: '3', uptoId: '3', movements: '1' })
    expect(await findBrokenSeals(database.db)).toEqual([])
  })

  test('movements posted while a seal waits belong to the next one, and no movement to two', async () => {
    await apply(move(100n))
    const { end, done } = await holdOpen(move(2n, { debit: wallet, credit: games[0]! }))
    const { sealing, looks } = sealMeanwhile()
    await expect.poll(looks).toBeGreaterThan(0)
    const after = move(4n, { credit: games[1]! })
    const second = holdOpen(after)
    end('commit')
    await done
    const first = await sealing
    ;(await second).end('commit')
    await (
      await second
    ).done
    const next = await seal()
    expect(rangesOf([first!, next!])).toEqual([
      ['1', '2', '2'],
      ['3', '3', '1'],
    ])
    expect((await findProof(database.db, after.idem))!.seal.no).toBe('2')
  })

  test('of concurrent sealers one seals, and the others do no harm', async () => {
    await apply(...Array.from({ length: 20 }, () => move(1n)))
    const sealers = await Promise.allSettled([seal(), seal(), seal()])
    expect(sealers.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(
      1,
    )
    expect(rangesOf(await listSeals(database.db))).toEqual([['1', '20', '20']])
    expect(await findBrokenSeals(database.db)).toEqual([])
  })

  test('repeated sealing under load misses no movement and seals none twice', async () => {
    const end = performance.now() + 600
    let posted = 0
    let sealed = 0
    const goesOn = () => performance.now() < end || sealed < 3
    const callers = Array.from({ length: 6 }, async () => {
      while (goesOn()) {
        await apply(move(1n), move(1n, { credit: games[posted % 3]! }))
        posted += 2
      }
    })
    const sealer = (async () => {
      while (goesOn()) if (await seal()) sealed += 1
    })()
    await Promise.all([...callers, sealer])
    await seal()
    const seals = await listSeals(database.db)
    expect(seals.length).toBeGreaterThan(2)
    expect(seals.reduce((sum, one) => sum + Number(one.movements), 0)).toBe(posted)
    seals.forEach((one, at) => {
      expect(one.fromId).toBe(String(BigInt(seals[at - 1]?.uptoId ?? '0') + 1n))
    })
    expect(await findBrokenSeals(database.db)).toEqual([])
  })
})

describe('a ledger of three seals', () => {
  const sizes = [1_024, 3_000, 5]
  const idems: string[] = []

  beforeAll(async () => {
    await open()
    for (const size of sizes) {
      const movements = Array.from({ length: size }, (_, n) =>
        move(BigInt(n + 1), { ref: n % 7 ? '' : `ฝาก "${n}"`, credit: games[n % 3]! }),
      )
      await apply(...movements)
      idems.push(...movements.map((one) => one.idem))
      now = new Date(now.getTime() + dayMs)
      await seal()
    }
  })
  afterAll(async () => {
    expect((await verifyLedger(database.db, { full: true })).violations).toEqual([])
    await database.drop()
  })

  const places = [
    0, 1, 511, 1_022, 1_023, 1_024, 1_025, 2_047, 2_048, 3_071, 3_072, 4_022, 4_023, 4_024, 4_028,
  ]

  test('any movement is proven by its receipt and the public seals', async () => {
    const seals = await listSeals(database.db)
    expect(seals.map((one) => one.movements)).toEqual(sizes.map(String))
    for (const place of places) {
      const proof = JSON.parse(JSON.stringify(await findProof(database.db, idems[place]!)))
      expect(checkProof(proof, seals)).toEqual({ proven: true })
      expect(proof.fields.idem).toBe(idems[place])
    }
  })

  test('a proof reveals neither the salt of the row nor one of its own from another', async () => {
    const proof = (await findProof(database.db, idems[7]!))!
    const [row] = await database.db.query<{ salt: string }>(
      'select salt from ledger_movement where idem = $1',
      [idems[7]],
    )
    const salts = [proof.fields.debitSide, proof.fields.creditSide].map((side) =>
      'salt' in side ? side.salt : '',
    )
    const all = [proof.salt.replaceAll('-', ''), row!.salt.replaceAll('-', ''), ...salts]
    expect(all.map(({ length }) => length)).toEqual([32, 32, 48, 48])
    for (const one of all)
      for (const other of all.filter((text) => text !== one)) expect(other).not.toContain(one)
    expect(new Set(all).size).toBe(4)
  })

  test('a movement that is unsealed or does not exist has no proof', async () => {
    const fresh = move(1n)
    await apply(fresh)
    expect(await findProof(database.db, fresh.idem)).toBeNull()
    expect(await findProof(database.db, systemIds.key())).toBeNull()
  })

  test('a seal that leaves a gap, goes back or has another number is refused', async () => {
    const add = (no: number, from: number) =>
      database.db.query(
        `select ledger_add_seal(
          p_no => $1, p_from => $2, p_upto => 9999, p_movements => 1, p_root => '\\x',
          p_chain => '\\x', p_at => now(), p_chunks => '[]')`,
        [no, from],
      )
    for (const [no, from] of [
      [3, 4_030],
      [5, 4_030],
      [4, 4_031],
      [4, 4_029],
      [4, 1],
    ] as const)
      await expect(add(no, from)).rejects.toMatchObject({ code: 'KP003' })
  })

  test('no role may change or delete a seal, not even the owner', async () => {
    for (const table of ['ledger_seal', 'ledger_seal_chunk'])
      for (const statement of [
        `delete from ${table}`,
        `update ${table} set root = '\\x00'`,
        `truncate ${table} cascade`,
      ]) {
        await expect(database.db.query(statement)).rejects.toMatchObject({ code: '42501' })
        await expect(database.ownerDb.query(statement)).rejects.toThrow('append-only')
      }
  })

  test(
    'I07 F12 in a copy, every change to a sealed movement or a seal is found, and its proof fails',
    { tags: 'long-4', timeout: 90_000 },
    async () => {
      const copy = await copyDatabase(database)
      const seals = await listSeals(database.db)
      const target = `id = ${places[8]! + 1}`
      const idem = idems[places[8]!]!
      const before = await findProof(copy.db, idem)
      expect(checkProof(before!, seals)).toEqual({ proven: true })
      const [row] = await copy.db.query<{ salt: string }>(
        `select salt from ledger_movement where ${target}`,
      )
      for (const [change, back] of [
        ['amount = amount + 1', 'amount = amount - 1'],
        [`ref = ref || ' '`, 'ref = rtrim(ref)'],
        [`created_at = created_at + interval '1 ms'`, `created_at = created_at - interval '1 ms'`],
        [`kind = 'bonus'`, `kind = 'opening'`],
        ['debit = 9', `debit = ${opening.id}`],
        ['credit_balance = credit_balance + 1', 'credit_balance = credit_balance - 1'],
        [`reverses = '${idem}'`, 'reverses = null'],
        [`salt = '${systemIds.key()}'`, `salt = '${row!.salt}'`],
      ]) {
        await copy.damage(`update ledger_movement set ${change} where ${target}`)
        expect(await findBrokenSeals(copy.db), change).toEqual(['seal 2: root'])
        expect(checkProof((await findProof(copy.db, idem))!, seals)).toMatchObject({
          proven: false,
        })
        await copy.damage(`update ledger_movement set ${back} where ${target}`)
      }
      expect(await findBrokenSeals(copy.db)).toEqual([])
      await copy.damage(
        `update ledger_seal set sealed_at = sealed_at + interval '1 ms' where no = 1`,
      )
      expect(await findBrokenSeals(copy.db)).toEqual([
        'seal 1: chain',
        'seal 2: chain',
        'seal 3: chain',
      ])
      await copy.damage(
        `update ledger_seal set sealed_at = sealed_at - interval '1 ms' where no = 1`,
        `delete from ledger_movement where id = 1`,
      )
      const found = (await verifyLedger(copy.db, { full: true })).violations
      expect(found).toContainEqual({
        check: 'seals agree with the movements',
        what: 'seal 1: root',
      })
      await copy.drop()
    },
  )
})
