import { expect, test, vi } from 'vitest'
import { chainHolds } from '@kapao/contract/fair/proof'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { listSeals } from '#ledger/seal.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { ledgerJobs, sealOnceANight, sealsAsText } from './ledger.ts'

const database = testDatabase()
let now = new Date('2026-11-21T16:00:00Z')
const clock = { now: () => now }

async function moveSomething(): Promise<void> {
  const book = accountBook(database.db)
  const [debit, credit] = await Promise.all([
    book.house('opening', '', 'BAHT'),
    book.house('bank', 'kbank-1', 'BAHT'),
  ])
  const money = { amount: 5n, currency: 'BAHT' as const }
  const movement = { idem: systemIds.key(), debit, credit, money, kind: 'opening' as const }
  await database.db.begin((tx) => postAll(tx, now, [movement]))
}

test('I07 seals once after each midnight in Bangkok, chained to the night before', async () => {
  const seal = () => sealOnceANight({ db: database.db, clock })
  await moveSomething()
  await seal()
  await moveSomething()
  await seal()
  expect(await listSeals(database.db)).toHaveLength(1)
  now = new Date('2026-11-21T17:00:00Z')
  await seal()
  await seal()
  const seals = await listSeals(database.db)
  expect(seals.map((one) => one.movements)).toEqual(['1', '1'])
  expect(chainHolds(seals)).toBe(true)
})

test('the public seals are current, however recently they were read', async () => {
  const read = sealsAsText({ db: database.db })
  const before = JSON.parse(await read())
  expect(before.seals).toEqual(await listSeals(database.db))
  await moveSomething()
  now = new Date('2026-11-22T17:00:00Z')
  await sealOnceANight({ db: database.db, clock })
  const after = JSON.parse(await read())
  expect(after.seals).toHaveLength(before.seals.length + 1)
  expect(await read()).toBe(JSON.stringify(after))
})

test('an operation that cannot happen completely does not happen at all', async () => {
  const book = accountBook(database.db)
  const opened = await book.open(database.db, [
    { owner: 'poor', kind: 'wallet', party: '', currency: 'BAHT' },
  ])
  const [wallet] = opened
  const bank = await book.house('bank', 'kbank-1', 'BAHT')
  const move = (amount: bigint) => ({
    idem: systemIds.key(),
    debit: bank,
    credit: wallet!,
    money: { amount, currency: 'BAHT' as const },
    kind: 'deposit' as const,
  })
  const back = { ...move(11n), debit: wallet!, credit: bank }
  const attempt = database.db.begin((tx) => postAll(tx, now, [move(10n), back]))
  await expect(attempt).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH' })
  const [row] = await database.db.query('select balance from ledger_account where id = $1', [
    wallet!.id,
  ])
  expect(row).toEqual({ balance: 0n })
})

test('every minute it checks the accounts that moved since the last round without findings', async () => {
  const round = ledgerJobs({ db: database.db, clock }).find(
    (job) => job.name === 'ledger.verifyFresh',
  )!
  const damage = (by: number) =>
    database.ownerDb.query(
      `update ledger_account set balance = balance + ${by} where kind = 'opening'`,
    )
  await moveSomething()
  await round.run()
  await moveSomething()
  await damage(1)
  for (const _ of [1, 2]) await expect(round.run()).rejects.toThrow('accounts that have moved')
  await damage(-1)
  // A transaction still open may add a movement with a lower number, so no round begins after its start.
  await database.ownerDb.holdOutside(async (tx) => {
    await tx.query('select pg_current_xact_id()')
    for (const _ of [1, 2, 3]) await round.run()
    await damage(1)
    await expect(round.run()).rejects.toThrow('accounts that have moved')
    await damage(-1)
  })
  // Damage to accounts that have not moved since is found by the round that reads every account. Transactions of other
  // databases of this PostgreSQL hold rounds back, too.
  await vi.waitFor(async () => {
    await round.run()
    await damage(1)
    await round.run().finally(() => damage(-1))
  }, 20_000)
})

test('the verifying job fails loudly when a balance was changed outside the ledger', async () => {
  const verify = ledgerJobs({ db: database.db, clock }).find((job) => job.name === 'ledger.verify')!
  await expect(verify.run()).resolves.toBeUndefined()
  await database.ownerDb.query(
    `update ledger_account set balance = balance + 1 where kind = 'opening'`,
  )
  await expect(verify.run()).rejects.toThrow('each currency sums to zero')
})
