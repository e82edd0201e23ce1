import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Currency } from '@kapao/contract/money'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook, type Account, type AccountBook } from './accounts.ts'
import { leg, post, type Movement, type PostResult } from './post.ts'
import { listEntries } from '#testing/database/list-entries.ts'
import { findBalanceAt, listBalances } from './read.ts'
import { verifyLedger } from './verify.ts'

const database = testDatabase()
let book: AccountBook
let opening: Account
const at = new Date('2026-11-21T03:00:00Z')

beforeAll(async () => {
  book = accountBook(database.db)
  opening = await book.house('opening', '', 'BAHT')
})
afterAll(async () => {
  const verdict = await verifyLedger(database.db, { full: true })
  expect(verdict.violations).toEqual([])
})

let members = 0

/** A member with a wallet, a transit account and one game, and money in the wallet. */
async function newMember(amount: bigint, currency: Currency = 'BAHT') {
  members += 1
  const owner = `m${members}`
  const [wallet, transit, game] = await book.open(database.db, [
    { owner, kind: 'wallet', party: '', currency },
    { owner, kind: 'transfer', party: '', currency },
    { owner, kind: 'game', party: 'pg', currency },
  ])
  const house = currency === 'BAHT' ? opening : await book.house('opening', '', currency)
  if (amount > 0n) await apply(move(house, wallet!, amount, { kind: 'opening' }))
  return { owner, wallet: wallet!, transit: transit!, game: game! }
}

function move(
  debit: Account,
  credit: Account,
  amount: bigint,
  rest: Partial<Movement> = {},
): Movement {
  return {
    idem: systemIds.key(),
    debit,
    credit,
    money: { amount, currency: debit.currency },
    kind: 'transfer_hold',
    ...rest,
  }
}

function apply(...movements: Movement[]): Promise<PostResult[]> {
  return database.db.begin((tx) => post(tx, at, movements))
}

async function balanceOf(account: Account): Promise<bigint> {
  const all = await listBalances(database.db, account.owner!)
  return all.find((one) => one.id === account.id)!.money.amount
}

const outcomesOf = (posted: PostResult[]) => posted.map((one) => one.outcome)

describe('moving money', () => {
  test('I03 a movement changes both balances and numbers both sides without gaps', async () => {
    const { wallet, transit } = await newMember(10_000n)
    const [posted] = await apply(move(wallet, transit, 2_500n))
    expect(posted).toEqual({
      outcome: 'done',
      debitSeq: 2n,
      debitBalance: 7_500n,
      creditSeq: 1n,
      creditBalance: 2_500n,
    })
    expect([await balanceOf(wallet), await balanceOf(transit)]).toEqual([7_500n, 2_500n])
  })

  test('a later movement of the same call sees the effect of an earlier one', async () => {
    const { wallet, transit, game } = await newMember(100n)
    const posted = await apply(move(wallet, transit, 100n), move(transit, game, 100n))
    expect(outcomesOf(posted)).toEqual(['done', 'done'])
    expect(await balanceOf(game)).toBe(100n)
  })

  test("house accounts may go below zero, members' never", async () => {
    const { wallet, transit } = await newMember(0n)
    expect(outcomesOf(await apply(move(wallet, transit, 1n)))).toEqual(['short'])
    expect(outcomesOf(await apply(move(opening, wallet, 1n)))).toEqual(['done'])
  })
})

describe('repeated movements', () => {
  test('I19 the same movement again changes nothing and answers the same', async () => {
    const { wallet, transit } = await newMember(1_000n)
    const first = move(wallet, transit, 300n)
    const [once] = await apply(first)
    await apply(move(wallet, transit, 100n))
    const [again] = await apply(first)
    expect(again).toEqual({ ...once, outcome: 'replayed' })
    expect(await balanceOf(wallet)).toBe(600n)
  })

  test('I19 the same id with another amount, kind or account is refused', async () => {
    const { wallet, transit, game } = await newMember(1_000n)
    const first = move(wallet, transit, 300n)
    await apply(first)
    for (const other of [
      { ...first, money: { amount: 301n, currency: 'BAHT' as const } },
      { ...first, kind: 'withdrawal_hold' as const },
      { ...first, credit: game },
      { ...first, ref: 'another' },
    ])
      expect(outcomesOf(await apply(other))).toEqual(['reused'])
    expect(await balanceOf(wallet)).toBe(700n)
  })

  test('I06 I19 the id of a correction stands for the movement it reverses, and is refused for any other', async () => {
    const { wallet, transit } = await newMember(1_000n)
    const [first, second] = [move(wallet, transit, 100n), move(wallet, transit, 100n)]
    await apply(first, second)
    const back = move(transit, wallet, 100n, { kind: 'correction', reverses: first.idem })
    expect(outcomesOf(await apply(back))).toEqual(['done'])
    const { reverses: _, ...plain } = back
    for (const other of [{ ...back, reverses: second.idem }, plain])
      expect(outcomesOf(await apply(other))).toEqual(['reused'])
    expect(outcomesOf(await apply(back))).toEqual(['replayed'])
    expect(await balanceOf(wallet)).toBe(900n)
  })

  test('legs of one operation have ids of their own, the same in TypeScript and in the database', async () => {
    const operation = systemIds.key()
    const [row] = await database.db.query<{ leg: string }>('select ledger_leg($1, 200) as leg', [
      operation,
    ])
    expect(leg(operation, 200)).toBe(row!.leg)
    expect(leg(operation, 1)).not.toBe(leg(operation, 2))
  })
})

describe('refused movements', () => {
  test('I05 zero, negative and huge amounts, the same account twice, two currencies', async () => {
    const { wallet, transit } = await newMember(1_000n)
    const kip = await newMember(0n, 'LAK')
    const huge = 100_000_000_000_001n
    expect(
      outcomesOf(
        await apply(
          move(wallet, transit, 0n),
          move(wallet, transit, -5n),
          move(opening, wallet, huge),
          move(wallet, wallet, 5n),
        ),
      ),
    ).toEqual(['invalid', 'invalid', 'invalid', 'mismatch'])
    await expect(apply(move(wallet, kip.wallet, 5n))).rejects.toThrow('one currency')
    const [raw] = await database.db.query<{ o_status: number[] }>(
      `select o_status from ledger_apply(
        p_member => $1, p_house => '{}', p_idem => $2, p_debit => '{1}', p_credit => '{2}',
        p_amount => '{5}', p_kind => '{opening}', p_at => now())`,
      [[wallet.id, kip.wallet.id], [systemIds.key()]],
    )
    expect(raw!.o_status).toEqual([5])
    expect(await balanceOf(wallet)).toBe(1_000n)
  })

  test('an account that does not exist, or is on the wrong side', async () => {
    const { wallet } = await newMember(1_000n)
    const nobody = { ...wallet, id: 999_999_999n }
    const disguised = { ...opening, owner: wallet.owner }
    expect(outcomesOf(await apply(move(wallet, nobody, 5n)))).toEqual(['no_account'])
    expect(outcomesOf(await apply(move(disguised, wallet, 5n)))).toEqual(['no_account'])
  })

  test('linked movements succeed or fail together, without affecting their neighbours', async () => {
    const { wallet, transit, game } = await newMember(1_000n)
    const posted = await apply(
      move(wallet, transit, 100n),
      move(wallet, transit, 200n, { group: 7 }),
      move(wallet, game, 5_000n, { group: 7 }),
      move(wallet, game, 50n, { group: 7 }),
      move(wallet, game, 900n),
    )
    expect(outcomesOf(posted)).toEqual(['done', 'linked', 'short', 'linked', 'done'])
    expect(await balanceOf(wallet)).toBe(0n)
    expect(posted.at(-1)).toMatchObject({ debitSeq: 3n, debitBalance: 0n })
  })

  test('a group of which only a part was done before is refused as a whole', async () => {
    const { wallet, transit, game } = await newMember(1_000n)
    const first = move(wallet, transit, 100n)
    await apply(first)
    const posted = await apply({ ...first, group: 1 }, move(wallet, game, 50n, { group: 1 }))
    expect(outcomesOf(posted)).toEqual(['reused', 'reused'])
    expect(await balanceOf(wallet)).toBe(900n)
  })

  test('I17 a movement that expects a seq is refused when the account moved since', async () => {
    const { wallet, transit } = await newMember(1_000n)
    const { seq } = await findBalanceAt(database.db, wallet, at)
    expect(outcomesOf(await apply(move(wallet, transit, 1n, { expectDebitSeq: seq })))).toEqual([
      'done',
    ])
    expect(outcomesOf(await apply(move(wallet, transit, 1n, { expectDebitSeq: seq })))).toEqual([
      'moved',
    ])
    expect(outcomesOf(await apply(move(transit, wallet, 1n, { expectCreditSeq: seq })))).toEqual([
      'moved',
    ])
  })

  test('I06 a correction reverses exactly one movement, in full and once', async () => {
    const { wallet, transit, game } = await newMember(1_000n)
    const wrong = move(wallet, transit, 100n)
    await apply(wrong)
    const back = (amount: bigint, credit = wallet) =>
      move(transit, credit, amount, { kind: 'correction', reverses: wrong.idem })
    expect(outcomesOf(await apply(back(99n)))).toEqual(['invalid'])
    expect(outcomesOf(await apply(back(100n, game)))).toEqual(['invalid'])
    expect(outcomesOf(await apply(back(100n)))).toEqual(['done'])
    await apply(move(wallet, transit, 100n))
    expect(outcomesOf(await apply(back(100n)))).toEqual(['invalid'])
  })

  test('I06 the app role can neither change nor delete a movement, nor set a balance', async () => {
    for (const statement of [
      'update ledger_movement set amount = 1',
      'delete from ledger_movement',
      'truncate ledger_movement',
      'update ledger_account set balance = 1',
      'delete from ledger_account',
      `insert into ledger_account (owner, kind, currency) values ('x', 'wallet', 'BAHT')`,
      `insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, created_at)
       values (gen_random_uuid(), 1, 2, 1, 1, 1, 1, 1, 'opening', now())`,
    ])
      await expect(database.db.query(statement)).rejects.toThrow('permission denied')
    for (const statement of [
      'update ledger_movement set amount = 1',
      'delete from ledger_movement',
    ])
      await expect(database.ownerDb.query(statement)).rejects.toThrow('append-only')
  })
})

describe('concurrency', () => {
  test.each([20, 50])(
    'I04 F29 of %i concurrent payments from one balance exactly as many succeed as it covers',
    async (count) => {
      const { wallet, transit } = await newMember(10_000n)
      const posted = await Promise.all(
        Array.from({ length: count }, () => apply(move(wallet, transit, 3_000n))),
      )
      expect(posted.flat().filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
      expect(posted.flat().filter(({ outcome }) => outcome === 'short')).toHaveLength(count - 3)
      expect([await balanceOf(wallet), await balanceOf(transit)]).toEqual([1_000n, 9_000n])
    },
  )

  test('F31 the same movement ten times concurrently counts once', async () => {
    const { wallet, transit } = await newMember(10_000n)
    const one = move(wallet, transit, 3_000n)
    const posted = await Promise.all(Array.from({ length: 10 }, () => apply(one)))
    expect(posted.flat().filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    expect(posted.flat().filter(({ outcome }) => outcome === 'replayed')).toHaveLength(9)
    expect(await balanceOf(wallet)).toBe(7_000n)
  })

  test('F10 two members who pay each other concurrently never deadlock', async () => {
    const everybody = await Promise.all([newMember(100_000n), newMember(100_000n), newMember(0n)])
    const wallets = everybody.map((one) => one.wallet)
    const work = Array.from({ length: 150 }, (_, n) => {
      const debit = wallets[n % 3]!
      const credit = wallets[(n + 1 + (n % 2)) % 3]!
      return apply(move(debit, credit, BigInt(1 + (n % 7))), move(opening, credit, 1n))
    })
    const posted = (await Promise.all(work)).flat()
    expect(posted.every(({ outcome }) => outcome === 'done' || outcome === 'short')).toBe(true)
  })

  test('two callers who open the same accounts concurrently get the same ones', async () => {
    const name = { owner: 'racer', kind: 'wallet', party: '', currency: 'BAHT' } as const
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => book.open(database.db, [name])),
    )
    expect(new Set(opened.flat().map((account) => account.id)).size).toBe(1)
  })
})

describe('reading', () => {
  test('pages of an account hold each movement once, newest first', async () => {
    const { wallet, transit } = await newMember(1_000n)
    for (let n = 1n; n <= 6n; n += 1n) await apply(move(wallet, transit, n))
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listEntries(database.db, wallet, { page, limit: 3 })),
    )
    expect(pages.map((page) => page.entries.map((entry) => entry.seq))).toEqual([
      [7n, 6n, 5n],
      [4n, 3n, 2n],
      [1n],
      [],
    ])
    expect(pages[0]!.total).toBe(7n)
    expect(pages[0]!.entries[0]).toMatchObject({ amount: -6n, balance: 979n, other: transit.id })
  })

  test('a balance at an instant is that of the last movement before it', async () => {
    const { wallet, transit } = await newMember(1_000n)
    for (const minute of [1, 2, 3, 4, 5])
      await database.db.begin((tx) =>
        post(tx, new Date(at.getTime() + minute * minuteMs), [move(wallet, transit, 10n)]),
      )
    const balanceAt = (minutes: number) =>
      findBalanceAt(database.db, wallet, new Date(at.getTime() + minutes * minuteMs))
    expect(await balanceAt(-1)).toMatchObject({ seq: 0n, money: { amount: 0n } })
    expect(await balanceAt(0)).toMatchObject({ seq: 1n, money: { amount: 1_000n } })
    expect(await balanceAt(3)).toMatchObject({ seq: 4n, money: { amount: 970n } })
    expect(await balanceAt(99)).toMatchObject({ seq: 6n, money: { amount: 950n } })
  })
})
