import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook } from './accounts.ts'
import { verifyLedger } from './verify.ts'

// The app role may call the writer with any arguments, so the books must stay whole for all of them.

const at = '2026-11-21T03:00:00Z'
const database = testDatabase()
let wallet: bigint
let bank: bigint

beforeAll(async () => {
  const book = accountBook(database.db)
  const [opened] = await book.open(database.db, [
    { owner: 'm1', kind: 'wallet', party: '', currency: 'BAHT' },
  ])
  wallet = opened!.id
  bank = (await book.house('bank', 'kbank-1', 'BAHT')).id
  await call({ amount: [100n] })
})
afterAll(async () => {
  expect((await verifyLedger(database.db, { full: true })).violations).toEqual([])
})

type Call = {
  member?: (bigint | null)[]
  house?: (bigint | null)[]
  debit?: number[]
  credit?: number[]
  amount?: bigint[]
  at?: string
  ref?: string[]
  group?: number[]
  expectDebit?: bigint[]
  expectCredit?: bigint[]
  reverses?: string[]
}

/** A deposit to the member's wallet, with the given arguments replaced. */
async function call(wanted: Call): Promise<number[]> {
  const { member = [wallet], house = [bank], amount = [1n], ref, group } = wanted
  const rows = await database.db.query<{ o_status: number[] }>(
    `select o_status from ledger_apply(
      p_member => $1, p_house => $2, p_idem => $3, p_debit => $4, p_credit => $5,
      p_amount => $6, p_kind => $7::ledger_kind[], p_at => $8, p_ref => $9, p_group => $10,
      p_expect_debit => $11, p_expect_credit => $12, p_reverses => $13)`,
    [
      member,
      house,
      amount.map(() => systemIds.key()),
      wanted.debit ?? amount.map(() => 2),
      wanted.credit ?? amount.map(() => 1),
      amount,
      amount.map(() => 'deposit'),
      wanted.at ?? at,
      ref ?? null,
      group ?? null,
      wanted.expectDebit ?? null,
      wanted.expectCredit ?? null,
      wanted.reverses ?? null,
    ],
  )
  return rows[0]!.o_status
}

async function countMovements(): Promise<bigint> {
  const rows = await database.db.query<{ count: bigint }>(
    'select count(*) as count from ledger_movement',
  )
  return rows[0]!.count
}

/** How a call was refused, and how many movements it left behind. */
async function refusalOf(wanted: Call): Promise<{ code: unknown; left: bigint }> {
  const before = await countMovements()
  const code = await call(wanted).then(
    () => 'accepted',
    (error: { code: unknown }) => error.code,
  )
  return { code, left: (await countMovements()) - before }
}

const badCall = { code: 'KP002', left: 0n }

test.each<[string, () => Call]>([
  ['a member', () => ({ member: [wallet, wallet], debit: [1, 3], credit: [3, 2] })],
  [
    'a member with a null between',
    () => ({ member: [wallet, null, wallet], debit: [1, 4], credit: [4, 3] }),
  ],
  [
    'a house account with a null between',
    () => ({ house: [bank, null, bank], debit: [2, 1], credit: [1, 4] }),
  ],
])('%s that is handed over twice is refused', async (_title, twice) => {
  expect(await refusalOf({ ...twice(), amount: [100n, 50n] })).toEqual(badCall)
})

test.each<[string, Call]>([
  ['expected numbers of the receivers', { expectCredit: [1n] }],
  ['expected numbers of the givers', { expectDebit: [1n] }],
  ['groups', { group: [1] }],
  ['references', { ref: ['one'] }],
  ['corrections', { reverses: [systemIds.key()] }],
])(
  'a list of %s shorter than the movements is refused, so that nothing is unconditional',
  async (_title, short) => {
    expect(await refusalOf({ amount: [1n, 1n], ...short })).toEqual(badCall)
  },
)

test.each(['infinity', '-infinity'])('the moment %s is refused', async (moment) => {
  expect(await refusalOf({ at: moment })).toEqual(badCall)
})

test("a house account is refused among members, and a member's among house accounts", async () => {
  const before = await countMovements()
  expect(await call({ member: [wallet, bank], house: [] })).toEqual([4])
  expect(await call({ member: [], house: [wallet, bank], debit: [2], credit: [1] })).toEqual([4])
  expect(await countMovements()).toBe(before)
})

test('a movement declared new but made before is stopped by its id, and no money moves', async () => {
  const known = systemIds.key()
  const before = await countMovements()
  const deposit = (ids: string[]) =>
    database.db.query(
      `select o_status from ledger_apply(
        p_member => $1, p_house => $2, p_idem => $3, p_debit => $4, p_credit => $5,
        p_amount => $6, p_kind => $7::ledger_kind[], p_at => $8, p_fresh => true)`,
      [
        [wallet],
        [bank],
        ids,
        ids.map(() => 2),
        ids.map(() => 1),
        ids.map(() => 5n),
        ids.map(() => 'deposit'),
        at,
      ],
    )
  expect(await deposit([known])).toEqual([{ o_status: [0] }])
  const left = await balancesOf([wallet, bank])
  await expect(deposit([known])).rejects.toMatchObject({ code: '23505' })
  await expect(deposit([systemIds.key(), known])).rejects.toMatchObject({ code: '23505' })
  expect(await balancesOf([wallet, bank])).toEqual(left)
  expect(await countMovements()).toBe(before + 1n)
})

test('a row that another call moved while the writer waited for it is written at its new place', async () => {
  const before = await balancesOf([wallet, bank])
  let second: Promise<number[]> | undefined
  await database.db.holdOutside(async (tx) => {
    await tx.query(
      `select ledger_apply(
        p_member => $1, p_house => $2, p_idem => $3, p_debit => '{2}', p_credit => '{1}',
        p_amount => '{7}', p_kind => '{deposit}'::ledger_kind[], p_at => $4)`,
      [[wallet], [bank], [systemIds.key()], at],
    )
    second = call({ amount: [11n] })
    await untilSomebodyWaits(tx)
  })
  expect(await second).toEqual([0])
  const [walletBefore, bankBefore] = before
  expect(await balancesOf([wallet, bank])).toEqual([walletBefore! + 18n, bankBefore! - 18n])
})

async function balancesOf(ids: bigint[]): Promise<bigint[]> {
  const rows = await database.db.query<{ balance: bigint }>(
    'select balance from ledger_account where id = any ($1::bigint[]) order by array_position($1::bigint[], id)',
    [ids],
  )
  return rows.map(({ balance }) => balance)
}

async function untilSomebodyWaits(on: Queryable): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const [row] = await on.query<{ waits: boolean }>(
      `select exists (select from pg_locks
         where not granted and transactionid = pg_current_xact_id()::xid) as waits`,
    )
    if (row!.waits) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('nobody waits')
}

test('a seal beyond the posted movements is refused', async () => {
  const add = (upto: bigint) =>
    database.db.query(
      `select ledger_add_seal(
      p_no => 1, p_from => 1, p_upto => $1, p_movements => 1, p_root => '\\x00',
      p_chain => '\\x00', p_at => $2, p_chunks => '[]')`,
      [upto, at],
    )
  await expect(add(9_000_000_000_000_000_000n)).rejects.toMatchObject({ code: 'KP003' })
  await expect(add(0n)).rejects.toMatchObject({ code: 'KP003' })
})
