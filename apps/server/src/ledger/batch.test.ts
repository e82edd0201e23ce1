import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { amountOf, balancesOf, currencyOf, strangersCount } from '#testing/worlds/batch-world.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook, type Account } from './accounts.ts'
import { type Movement, type MovementKind, post } from './post.ts'
import { verifyLedger } from './verify.ts'

const database = testDatabase()
const at = new Date('2026-11-21T03:00:00Z')

afterAll(async () => {
  expect((await verifyLedger(database.db, { full: true })).violations).toEqual([])
})

type Stranger = { amount: bigint; wallet: Account; hold: Account; house: Account }

const strangers: Stranger[] = []
const kinds: MovementKind[] = ['deposit', 'prize', 'refund', 'invite', 'bonus']

beforeAll(async () => {
  const book = accountBook(database.db)
  for (let n = 0; n < strangersCount; n += 1) {
    const currency = currencyOf(n)
    const owned = { owner: `stranger ${n}`, party: '', currency } as const
    const [wallet, hold] = await book.open(database.db, [
      { ...owned, kind: 'wallet' },
      { ...owned, kind: 'transfer' },
    ])
    const house = await book.house('bank', `${currency} ${n % 4}`, currency)
    strangers.push({ amount: amountOf(n), wallet: wallet!, hold: hold!, house })
  }
})

const writtenOf = async ({ idem }: Movement) => {
  const [row] = await database.db.query(
    `select debit, credit, amount, kind, ref, reverses, debit_seq, debit_balance, credit_seq, credit_balance
     from ledger_movement where idem = $1`,
    [idem],
  )
  return row
}

/** A movement as it must be written, and the sums that it leaves. */
async function expectWritten(movement: Movement, place: number, left: bigint[]): Promise<void> {
  const { debit, credit, money, kind, ref = '', reverses = null } = movement
  const written = (await writtenOf(movement))!
  const facts = { debit: debit.id, credit: credit.id, amount: money.amount, kind, ref, reverses }
  expect(written, `${place}`).toMatchObject(facts)
  expect([written.debit_balance, written.credit_balance].filter((_, n) => left[n] !== -1n)).toEqual(
    left.filter((sum) => sum !== -1n),
  )
}

const apply = (movements: readonly Movement[]) => database.db.begin((tx) => post(tx, at, movements))

test('I01 I03 one call moves the money of many strangers: each their own amount, accounts, kind and reference', async () => {
  const arrivals = strangers.map(({ amount, wallet, house }, n): Movement => ({
    idem: systemIds.key(),
    debit: house,
    credit: wallet,
    money: { amount, currency: wallet.currency },
    kind: kinds[n % kinds.length]!,
    ref: `reference of ${n}`,
    expectCreditSeq: 0n,
  }))
  const posted = await apply(arrivals)
  for (const [n, { wallet, amount }] of strangers.entries()) {
    expect(posted[n]).toMatchObject({ outcome: 'done', creditSeq: 1n, creditBalance: amount })
    expect(await balancesOf({ database }, [wallet])).toEqual([amount])
    // What the house account has left is checked as a whole at the end of the file.
    await expectWritten(arrivals[n]!, n, [-1n, amount])
  }
  expect((await apply(arrivals)).map(({ outcome }) => outcome)).toEqual(
    arrivals.map(() => 'replayed'),
  )
  const next = (n: number) => arrivals[(n + 3) % arrivals.length]!
  const swapped = arrivals.map((one, n) => ({ ...one, idem: next(n).idem }))
  expect((await apply(swapped)).map(({ outcome }) => outcome)).toEqual(arrivals.map(() => 'reused'))
})

test('I01 I03 one call with a refusal for every third stranger: the money of the others moves, and of nobody else', async () => {
  // Two movements of each: all into the hold, and one back; every third wants more than there is, or is too late.
  const movements = strangers.flatMap(({ amount, wallet, hold }, n): Movement[] => {
    const money = (sum: bigint) => ({ amount: sum, currency: wallet.currency })
    const shared = { kind: 'transfer_hold', group: n } as const
    const first = { ...shared, idem: systemIds.key(), debit: wallet, credit: hold }
    return [
      {
        ...first,
        money: money(n % 3 === 1 ? amount + 1n : amount),
        expectDebitSeq: n % 6 === 5 ? 7n : 1n,
      },
      { ...shared, idem: systemIds.key(), debit: hold, credit: wallet, money: money(1n) },
    ]
  })
  const posted = await apply(movements)
  for (const [n, { amount, wallet, hold }] of strangers.entries()) {
    const isShort = n % 3 === 1
    const isLate = n % 6 === 5
    const outcomes = isLate ? ['moved', 'short'] : isShort ? ['short', 'short'] : ['done', 'done']
    expect([posted[2 * n]!.outcome, posted[2 * n + 1]!.outcome], `${n}`).toEqual(outcomes)
    const sums = isLate || isShort ? [amount, 0n] : [1n, amount - 1n]
    expect(await balancesOf({ database }, [wallet, hold])).toEqual(sums)
  }
  const isRefused = (n: number) => n % 3 === 1 || n % 6 === 5
  const places = [...strangers.keys()]
  for (const n of places.filter(isRefused))
    expect(await writtenOf(movements[2 * n]!)).toBeUndefined()
  for (const n of places.filter((one) => !isRefused(one))) {
    const { amount } = strangers[n]!
    await expectWritten(movements[2 * n]!, n, [0n, amount])
    await expectWritten(movements[2 * n + 1]!, n, [amount - 1n, 1n])
  }
})

test('I06 one call reverses one movement of each stranger, and none of them that of another', async () => {
  const given = strangers.map(({ amount, wallet, house }): Movement => ({
    idem: systemIds.key(),
    debit: house,
    credit: wallet,
    kind: 'deposit',
    money: { amount, currency: wallet.currency },
  }))
  await apply(given)
  const back = given.map(({ idem, debit, credit, money }): Movement => ({
    idem: systemIds.key(),
    debit: credit,
    credit: debit,
    kind: 'correction',
    money,
    reverses: idem,
  }))
  const ofNext = back.map((one, n) => ({
    ...one,
    idem: systemIds.key(),
    reverses: given[(n + 3) % given.length]!.idem,
  }))
  expect((await apply(ofNext)).map(({ outcome }) => outcome)).toEqual(given.map(() => 'invalid'))
  expect((await apply(back)).map(({ outcome }) => outcome)).toEqual(given.map(() => 'done'))
  for (const [n, movement] of back.entries())
    expect(await writtenOf(movement)).toMatchObject({ reverses: given[n]!.idem })
})
