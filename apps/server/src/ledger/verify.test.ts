import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AmountText } from '@kapao/contract/money'
import { systemIds } from '#core/ids.ts'
import { beginStatement, statementCheckSql } from '#records/statement/store.ts'
import { openHoldsSql } from '#money/transfers/store.ts'
import { copyDatabase, type DatabaseCopy } from '#testing/database/copy-database.ts'
import { openInstantTransfers } from '#testing/doubles/instant-transfers.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook, type Account } from './accounts.ts'
import { post, type Movement } from './post.ts'
import { sealMovements } from './seal.ts'
import { holdsCheck, verifyFresh, verifyLedger, type Violation } from './verify.ts'

const now = new Date('2026-11-21T03:00:00Z')
const clock = { now: () => now }
const checks = [
  holdsCheck('transfer', openHoldsSql),
  { name: 'statements have no gaps', sql: statementCheckSql },
]
const currencies = 'a movement has one currency and two known accounts'
const chain = 'every account follows from its movements'
const fresh = 'accounts that have moved follow from their movements'
const sums = 'each currency sums to zero'
const floors = 'no account is below its floor'
const holds = 'held money of kind transfer agrees with what is open'
const gaps = 'statements have no gaps'

const database = testDatabase()
let opening: Account
let pg: Account
let betflix: Account
let sealedUpto: bigint
let endsAt: bigint
let copy: DatabaseCopy

const move = (debit: Account, credit: Account, amount: bigint): Movement => ({
  idem: systemIds.key(),
  debit,
  credit,
  money: { amount, currency: 'BAHT' },
  kind: 'correction',
})
const apply = (...movements: Movement[]) => database.db.begin((tx) => post(tx, now, movements))

// Ten movements and two operations that are sealed, then as many that are not.
beforeAll(async () => {
  const book = accountBook(database.db)
  opening = await book.house('opening', '', 'BAHT')
  const [one, other] = await book.open(database.db, [
    { owner: 'm1', kind: 'game', party: 'pg', currency: 'BAHT' },
    { owner: 'm1', kind: 'game', party: 'betflix', currency: 'BAHT' },
    { owner: 'm1', kind: 'transfer', party: '', currency: 'BAHT' },
    { owner: 'm1', kind: 'wallet', party: '', currency: 'BAHT' },
  ])
  pg = one!
  betflix = other!
  await beginStatement(database.db, 'm1')
  const transfers = openInstantTransfers({ db: database.db, clock }, ['pg', 'betflix'])
  // An operation that stays open blocks the next one at its game, so each round has a game of its own.
  const work = async (game: Account, other: Account): Promise<void> => {
    await apply(move(opening, game, 10_000n))
    for (let n = 1n; n < 10n; n += 1n) await apply(move(game, other, n))
    const caller = () => ({ memberId: 'm1', key: systemIds.key(), requestId: 'test' })
    const wanted = { from: game.party, to: 'wallet', amount: '5' as AmountText }
    await transfers.complete(caller(), wanted)
    await transfers.begin(caller(), wanted)
  }
  await work(pg, betflix)
  sealedUpto = BigInt((await sealMovements(database.db, clock))!.uptoId)
  await work(betflix, pg)
  const [newest] = await database.db.query<{ id: bigint }>(
    'select max(id) as id from ledger_movement',
  )
  endsAt = newest!.id
  copy = await copyDatabase(database)
  await copy.damage(...damaged.map((table) => `create table saved_${table} as table ${table}`))
})
afterAll(async () => {
  expect((await verifyLedger(copy.db, { full: true, checks })).violations).toEqual([])
  await copy.drop()
})

const allDone = `update transfers_transfer set state = 'done', ended_at = now()`
const damaged = [
  'ledger_account',
  'ledger_movement',
  'ledger_seal',
  'ledger_seal_chunk',
  'transfers_transfer',
  'statement_row',
  'statement_counter',
]

type Damage = Record<'full' | 'quick' | 'sinceSeal' | 'sinceEnd', string[]>

/** The names of the checks that find this damage in the copy, which is repaired afterwards. */
async function findDamage(...statements: string[]): Promise<Damage> {
  await copy.damage(...statements)
  const namesOf = (violations: readonly Violation[]) => [
    ...new Set(violations.map((one) => one.check)),
  ]
  const whole = async (full: boolean) =>
    namesOf((await verifyLedger(copy.db, { full, checks })).violations)
  const since = async (after: bigint | null) =>
    namesOf(await verifyFresh(copy.db, { after, checks }))
  const found = {
    full: await whole(true),
    quick: await whole(false),
    sinceSeal: await since(null),
    sinceEnd: await since(endsAt),
  }
  const mend = (table: string) => [
    `delete from ${table}`,
    `insert into ${table} overriding system value select * from saved_${table}`,
  ]
  await copy.damage(...damaged.flatMap(mend))
  return found
}

/** The n-th movement on either side of the seal. */
const sealed = (n: number) => `(select id from ledger_movement order by id offset ${n} limit 1)`
const unsealed = (n: number) =>
  `(select id from ledger_movement where id > ${sealedUpto} order by id offset ${n} limit 1)`

test('a sound ledger has no violations', async () => {
  expect(await verifyLedger(database.db, { full: true, checks })).toEqual({
    movements: 26n,
    accounts: 5n,
    violations: [],
  })
  expect(await verifyLedger(database.db, { full: false, checks })).toEqual({
    movements: 13n,
    accounts: 0n,
    violations: [],
  })
})

describe('full finds', () => {
  test('I02 I03 a changed balance', async () => {
    const { full } = await findDamage(
      `update ledger_account set balance = balance + 1 where owner = 'm1' and party = 'pg'`,
    )
    expect(full).toEqual(expect.arrayContaining([chain, sums]))
  })

  test('I03 two swapped balances, which leave the sum unchanged', async () => {
    const { full } = await findDamage(
      `update ledger_account set balance = balance + case party when 'pg' then -7 else 7 end where kind = 'game'`,
    )
    expect(full).toEqual([chain])
  })

  test.each([
    ['an amount', `amount = amount + 1`],
    ['a balance after', `debit_balance = debit_balance + 1`],
    ['the other balance after', `credit_balance = credit_balance - 1`],
    ['a number', `debit_seq = debit_seq + 1000`],
    ['a side', `debit = credit, credit = debit`],
  ])('I03 %s of an old movement that was changed', async (_, change) => {
    const { full } = await findDamage(
      `update ledger_movement set ${change} where id = ${sealed(4)}`,
    )
    expect(full).toContain(chain)
  })

  test('I06 a deleted movement', async () => {
    const { full } = await findDamage(`delete from ledger_movement where id = ${sealed(4)}`)
    expect(full).toContain(chain)
  })

  test('I03 a deleted newest movement', async () => {
    const { full } = await findDamage(
      `delete from ledger_movement where id = (select max(id) from ledger_movement)`,
    )
    expect(full).toEqual([chain])
  })

  test('I03 an account with a changed seq, and one that never moved and has money', async () => {
    expect(
      (await findDamage(`update ledger_account set seq = seq + 1 where party = 'pg'`)).full,
    ).toEqual([chain])
    const { full } = await findDamage(
      `insert into ledger_account (owner, kind, currency, floor, balance) values ('m2', 'wallet', 'BAHT', 0, 5)`,
    )
    expect(full).toEqual([sums, chain])
  })

  test('I01 an account with a changed currency', async () => {
    const { full } = await findDamage(
      `update ledger_account set currency = 'LAK' where party = 'pg'`,
    )
    expect(full).toEqual([sums, currencies])
  })

  test('a movement whose account does not exist', async () => {
    const { full } = await findDamage(`delete from ledger_account where party = 'pg'`)
    expect(full).toEqual(expect.arrayContaining([currencies, sums]))
  })

  test('I04 an account below its floor', async () => {
    const { full } = await findDamage(
      'alter table ledger_account drop constraint ledger_account_floor',
      `update ledger_account set balance = -1 where party = 'pg'`,
    )
    expect(full).toContain(floors)
  })

  test('I16 an operation that ended without its money, and one whose row is missing', async () => {
    const ended = await findDamage(allDone)
    expect(ended.full).toEqual([holds])
    expect(ended.quick).toEqual([holds])
    expect((await findDamage('delete from transfers_transfer')).full).toEqual([holds])
  })

  test('I31 a statement with a row missing, at its end or before it', async () => {
    for (const seq of [1, 2, 4])
      expect((await findDamage(`delete from statement_row where seq = ${seq}`)).full).toEqual([
        gaps,
      ])
    expect((await findDamage('update statement_counter set seq = seq + 1')).full).toEqual([gaps])
  })
})

describe('without full it finds', () => {
  test.each([
    ['an amount', `amount = amount + 1`],
    ['a balance after', `debit_balance = debit_balance + 1`],
    ['a number', `debit_seq = debit_seq + 1000`],
  ])(
    '%s of a movement since the last seal that was changed, the first one too',
    async (_, change) => {
      for (const n of [0, 1, 5]) {
        const { quick } = await findDamage(
          `update ledger_movement set ${change} where id = ${unsealed(n)}`,
        )
        expect(quick, `movement ${n}`).toEqual([fresh])
      }
    },
  )

  test('a changed balance of an account that moved since', async () => {
    const { quick } = await findDamage(
      `update ledger_account set balance = balance + case party when 'pg' then -7 else 7 end where kind = 'game'`,
    )
    expect(quick).toEqual([fresh])
  })

  test('no damage in sealed movements, which it does not read', async () => {
    const { quick, full } = await findDamage(
      `update ledger_movement set amount = amount + 1, ref = 'x' where id = ${sealed(4)}`,
    )
    expect(quick).toEqual([])
    expect(full).toEqual([chain, 'seals agree with the movements'])
  })
})

describe('a round that begins at a movement finds', () => {
  test('an account that moved since and does not match, or is below its floor', async () => {
    for (const n of [0, 1, 5]) {
      const change = `update ledger_movement set amount = amount + 1 where id = ${unsealed(n)}`
      const { sinceSeal, sinceEnd } = await findDamage(change)
      expect([sinceSeal, sinceEnd], `movement ${n}`).toEqual([[fresh], []])
    }
    const { sinceSeal } = await findDamage(
      'alter table ledger_account drop constraint if exists ledger_account_floor',
      `update ledger_account set balance = -1 where party = 'pg'`,
    )
    expect(sinceSeal).toEqual([fresh, floors])
  })

  test('an open operation whose money is not held, whenever it moved', async () => {
    const other = `update transfers_transfer set amount = amount + 1 where state = 'held'`
    const { sinceSeal, sinceEnd } = await findDamage(other)
    expect([sinceSeal, sinceEnd]).toEqual([[holds], [holds]])
    const nowhere = `update transfers_transfer set hold_account = 999 where state = 'held'`
    expect((await findDamage(nowhere)).sinceEnd).toEqual([holds])
  })

  test('money that moved since without an open operation that holds it', async () => {
    const { sinceSeal, sinceEnd } = await findDamage(allDone)
    expect([sinceSeal, sinceEnd]).toEqual([[holds], []])
  })
})

// The writer never writes these. The tables refuse them too, in case another writer is ever added.
describe('the tables themselves refuse', () => {
  const values = (more: Record<string, string>) => {
    const row = {
      idem: 'gen_random_uuid()',
      debit: `${opening.id}`,
      credit: `${pg.id}`,
      amount: '5',
      debit_seq: '900',
      debit_balance: '0',
      credit_seq: '900',
      credit_balance: '0',
      kind: `'correction'`,
      created_at: 'now()',
      reverses: 'null',
      ...more,
    }
    return `insert into ledger_movement (${Object.keys(row).join()}) values (${Object.values(row).join()})`
  }

  test.each([
    [
      'I19 an id that was used',
      'ledger_movement_idem',
      { idem: '(select idem from ledger_movement limit 1)' },
    ],
    ['I03 a number that the giver had', 'ledger_movement_debit', { debit_seq: '1' }],
    ['I03 a number that the receiver had', 'ledger_movement_credit', { credit_seq: '1' }],
    ['I05 zero', 'ledger_movement_amount', { amount: '0' }],
    ['I05 less than zero', 'ledger_movement_amount', { amount: '-5' }],
    ['I05 more than a thousand billion', 'ledger_movement_amount', { amount: '100000000000001' }],
    [
      'an account that pays itself',
      'ledger_movement_amount',
      {
        debit: '(select max(id) from ledger_account)',
        credit: '(select max(id) from ledger_account)',
      },
    ],
  ])('%s', async (_, constraint, more) => {
    await expect(
      database.ownerDb.query(values(more as Record<string, string>)),
    ).rejects.toMatchObject({ constraint })
  })

  test('I06 a second correction of one movement', async () => {
    const wrong = systemIds.key()
    const twice = database.ownerDb.begin(async (tx) => {
      await tx.query(values({ reverses: `'${wrong}'` }))
      await tx.query(values({ reverses: `'${wrong}'`, debit_seq: '901', credit_seq: '901' }))
    })
    await expect(twice).rejects.toMatchObject({ constraint: 'ledger_movement_reverses' })
  })

  test('I04 a balance below the floor, an account twice, a floor below zero', async () => {
    for (const [statement, constraint] of [
      [`update ledger_account set balance = -1 where party = 'pg'`, 'ledger_account_floor'],
      [
        `insert into ledger_account (owner, kind, party, currency, floor) values ('m1', 'game', 'pg', 'BAHT', 0)`,
        'ledger_account_name',
      ],
      [
        `insert into ledger_account (kind, currency) values ('opening', 'BAHT')`,
        'ledger_account_name',
      ],
      [`update ledger_account set floor = null where party = 'pg'`, 'ledger_account_side'],
      [
        `insert into ledger_account (owner, kind, currency) values ('m1', 'wallet', 'BAHT')`,
        'ledger_account_side',
      ],
      [
        `insert into ledger_account (kind, currency, floor) values ('wallet', 'BAHT', 0)`,
        'ledger_account_side',
      ],
    ] as const)
      await expect(database.ownerDb.query(statement)).rejects.toMatchObject({ constraint })
  })

  test('I06 I08 a second operation under one key', async () => {
    const again = `insert into transfers_transfer select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from transfers_transfer t where t.state = 'done' limit 1`
    await expect(database.ownerDb.query(again)).rejects.toMatchObject({
      constraint: 'transfers_transfer_once',
    })
  })
})

describe('rights', () => {
  test('I06 the app role may read the ledger and call its three functions, and nothing else', async () => {
    const rights = await database.ownerDb.query(
      `select table_name, privilege_type, grantee from information_schema.role_table_grants
       where table_name like 'ledger%' and grantee in ('kapao_app', 'PUBLIC') and table_name <> all ($1) order by 1, 2`,
      // The app's records of its own checks, which hold no money.
      [['ledger_asked', 'ledger_head', 'ledger_head_sent', 'ledger_verdict']],
    )
    expect(rights).toEqual(
      ['ledger_account', 'ledger_movement', 'ledger_seal', 'ledger_seal_chunk'].map(
        (table_name) => ({
          table_name,
          privilege_type: 'SELECT',
          grantee: 'kapao_app',
        }),
      ),
    )
    const columns = await database.ownerDb.query(
      `select attrelid::regclass::text, attname from pg_attribute where attacl is not null and attrelid::regclass::text like 'ledger%'`,
    )
    expect(columns).toEqual([])
  })

  test('only the app role may call functions that write as the owner', async () => {
    const functions = await database.ownerDb.query<{ name: string; acl: string }>(
      `select proname as name, proacl::text as acl from pg_proc
       where prosecdef and proname like 'ledger%' order by 1`,
    )
    expect(functions.map((one) => one.name)).toEqual([
      'ledger_add_seal',
      'ledger_apply',
      'ledger_open',
    ])
    // An entry without a name before the sign grants to everyone.
    for (const { acl } of functions) expect(acl).not.toMatch(/[{,]=/)
  })

  test('I06 the owner cannot change or delete a movement either, nor delete an account', async () => {
    for (const statement of [
      'update ledger_movement set amount = 1',
      'delete from ledger_movement',
      'truncate ledger_movement',
      'delete from ledger_account',
      'truncate ledger_account',
    ])
      await expect(database.ownerDb.query(statement)).rejects.toMatchObject({ code: 'KP001' })
  })
})
