import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { countDeadlocks } from '#testing/database/deadlocks.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook, type Account, type AccountBook } from './accounts.ts'
import { post, type Movement, type Outcome, type PostResult } from './post.ts'
import { listBalances } from './read.ts'
import { verifyLedger } from './verify.ts'

/** The number of random sequences; a failure prints its seed, and `fc.assert(..., { seed, path })` runs it again. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 40)
const connectionsMax = 6
const processes = ['one', 'two']
const patienceMs = 20_000 + runs * 1_000

const database = testDatabase()
let book: AccountBook
let opening: Account
let provider: Account
const now = new Date('2026-11-21T03:00:00Z')
/** Connections of two processes. */
let dbs: Db[]

beforeAll(async () => {
  book = accountBook(database.db)
  opening = await book.house('opening', '', 'BAHT')
  provider = await book.house('provider', 'pg', 'BAHT')
  dbs = processes.map((name) =>
    openDb({ url: database.url, role: appRole, connectionsMax, applicationName: name }),
  )
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  // Locks are ordered so that there are none.
  expect(await countDeadlocks(database.ownerDb, processes)).toBe(0n)
})

async function expectSound(): Promise<void> {
  const { violations } = await verifyLedger(database.db, { full: true })
  expect(violations).toEqual([])
}

let members = 0

async function newMember(amount: bigint) {
  members += 1
  const owner = `model${members}`
  const names = [
    { kind: 'game', party: 'pg' },
    { kind: 'wallet', party: '' },
    { kind: 'game', party: 'betflix' },
  ] as const
  const accounts = await book.open(
    database.db,
    names.map((name) => ({ owner, ...name, currency: 'BAHT' as const })),
  )
  await database.db.begin((tx) =>
    post(tx, now, [
      {
        idem: systemIds.key(),
        debit: opening,
        credit: accounts[0]!,
        money: { amount, currency: 'BAHT' },
        kind: 'opening',
      },
    ]),
  )
  return { owner, accounts }
}

describe('movements', () => {
  type State = { balance: bigint; seq: bigint; floor: bigint | null }
  type PostedMovement = { movement: Movement; posted: PostResult }

  /** The rules of docs/money.md in their simplest form. */
  function modelOf(accounts: readonly Account[], first: bigint) {
    const states = new Map<bigint, State>(
      accounts.map(({ id }) => [id, { balance: 0n, seq: 0n, floor: 0n }]),
    )
    states.set(accounts[0]!.id, { balance: first, seq: 1n, floor: 0n })
    const known = new Map<string, PostedMovement>()
    const takenBack = new Set<string>()

    const outcomeOf = (one: Movement): Outcome => {
      const before = known.get(one.idem)
      const debit = states.get(one.debit.id)!
      const { amount } = one.money
      if (before) return isSame(before.movement, one) ? 'replayed' : 'reused'
      if (one.debit === one.credit) return 'mismatch'
      if (amount <= 0n || amount > 100_000_000_000_000n) return 'invalid'
      if (differs(one.expectDebitSeq, debit.seq)) return 'moved'
      if (differs(one.expectCreditSeq, states.get(one.credit.id)!.seq)) return 'moved'
      if (one.reverses !== undefined && !mayReverse(one)) return 'invalid'
      return debit.floor !== null && debit.balance - amount < debit.floor ? 'short' : 'done'
    }
    const differs = (expected: bigint | undefined, seq: bigint) =>
      expected !== undefined && expected !== seq
    const isSame = (a: Movement, b: Movement) =>
      a.debit === b.debit &&
      a.credit === b.credit &&
      a.money.amount === b.money.amount &&
      a.kind === b.kind
    const mayReverse = (one: Movement) => {
      const wrong = known.get(one.reverses!)?.movement
      return (
        wrong !== undefined &&
        !takenBack.has(one.reverses!) &&
        isSame({ ...wrong, kind: one.kind, debit: wrong.credit, credit: wrong.debit }, one)
      )
    }
    const shift = ({ debit, credit, money }: Movement, sign: 1n | -1n) => {
      const [from, to] = [states.get(debit.id)!, states.get(credit.id)!]
      from.balance -= sign * money.amount
      to.balance += sign * money.amount
      from.seq += sign
      to.seq += sign
    }
    const judgeGroup = (group: Movement[]): PostResult[] => {
      const posted = group.map((one): PostResult => {
        const outcome = outcomeOf(one)
        if (outcome === 'done') shift(one, 1n)
        const [from, to] = [states.get(one.debit.id)!, states.get(one.credit.id)!]
        return outcome === 'replayed'
          ? { ...known.get(one.idem)!.posted, outcome }
          : {
              outcome,
              debitSeq: from.seq,
              debitBalance: from.balance,
              creditSeq: to.seq,
              creditBalance: to.balance,
            }
      })
      const fell = posted.some(({ outcome }) => outcome !== 'done' && outcome !== 'replayed')
      const mixed = new Set(posted.map(({ outcome }) => outcome)).size > 1
      if (fell || mixed)
        posted.forEach((one, at) => {
          if (one.outcome === 'done') shift(group[at]!, -1n)
          if (one.outcome === 'done' || one.outcome === 'replayed')
            one.outcome = fell ? 'linked' : 'reused'
        })
      return posted
    }
    return {
      states,
      known,
      apply: (call: Movement[]): PostResult[] => {
        const groups: Movement[][] = []
        for (const one of call) {
          const last = groups.at(-1)
          if (last && one.group !== undefined && last[0]!.group === one.group) last.push(one)
          else groups.push([one])
        }
        // A movement without a group fails alone.
        const posted = groups.flatMap((group) =>
          group.length === 1 ? judgeAlone(group[0]!) : judgeGroup(group),
        )
        posted.forEach((one, at) => {
          if (one.outcome !== 'done') return
          known.set(call[at]!.idem, { movement: call[at]!, posted: one })
          const { reverses } = call[at]!
          if (reverses) takenBack.add(reverses)
        })
        return posted
      },
    }
    function judgeAlone(one: Movement): PostResult {
      return judgeGroup([one])[0]!
    }
  }

  /** One movement as drawn; its numbers choose among what exists when it runs. */
  const drawn = fc.record({
    from: fc.nat(4),
    to: fc.nat(4),
    amount: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -3, 100_000_000_000_001) },
    ),
    kind: fc.constantFrom<Movement['kind'][]>('transfer_hold', 'deposit', 'correction'),
    what: fc.constantFrom(
      'fresh',
      'fresh',
      'fresh',
      'expects',
      'stale',
      'again',
      'reused',
      'back',
      'back',
    ),
    pick: fc.nat(),
    group: fc.option(fc.nat(1), { nil: undefined, freq: 2 }),
  })
  const calls = fc.array(fc.array(drawn, { minLength: 1, maxLength: 6 }), {
    minLength: 3,
    maxLength: 14,
  })
  type DrawnCase = typeof drawn extends fc.Arbitrary<infer T> ? T : never

  function movementOf(
    one: DrawnCase,
    accounts: readonly Account[],
    { states, known }: ReturnType<typeof modelOf>,
  ): Movement {
    const before = [...known.values()][one.pick % Math.max(known.size, 1)]?.movement
    const fresh: Movement = {
      idem: systemIds.key(),
      debit: accounts[one.from]!,
      credit: accounts[one.to]!,
      money: { amount: BigInt(one.amount), currency: 'BAHT' },
      kind: one.kind,
      ...(one.group === undefined ? {} : { group: one.group }),
    }
    const { group: _, ...alone } = fresh
    const seq = states.get(fresh.debit.id)!.seq
    const creditSeq = states.get(fresh.credit.id)!.seq
    if (one.what === 'expects') return { ...fresh, expectDebitSeq: seq, expectCreditSeq: creditSeq }
    if (one.what === 'stale')
      return one.pick % 2
        ? { ...fresh, expectDebitSeq: seq - 1n }
        : { ...fresh, expectCreditSeq: creditSeq + 1n }
    if (!before) return fresh
    if (one.what === 'again')
      return { ...before, ...(one.group === undefined ? {} : { group: one.group }) }
    if (one.what === 'reused') return { ...fresh, idem: before.idem }
    if (one.what === 'back')
      return {
        ...(one.pick % 3 ? alone : fresh),
        debit: before.credit,
        credit: before.debit,
        money: one.pick % 5 ? before.money : fresh.money,
        reverses: before.idem,
      }
    return fresh
  }

  /** The numbers in the answer for a refused movement are meaningless. */
  const answerOf = (posted: PostResult) =>
    posted.outcome === 'done' || posted.outcome === 'replayed' ? posted : posted.outcome

  /** A call names each id once, and reverses each movement once; anything else is the caller's error. */
  function withoutRepeats(call: Movement[]): Movement[] {
    const seen = new Set<string>()
    return call.filter((one) => {
      const names = [one.idem, ...(one.reverses ? [`back ${one.reverses}`] : [])]
      return (
        names.every((name) => !seen.has(name)) &&
        names.forEach((name) => seen.add(name)) === undefined
      )
    })
  }

  test(
    `SEC-06 I03 I04 I06 I19 ${runs} random sequences of linked, conditional, repeated and corrected movements follow the model`,
    { timeout: patienceMs },
    () =>
      fc.assert(
        fc.asyncProperty(calls, fc.bigInt(0n, 200n), async (script, first) => {
          const mine = await newMember(first + 1n)
          const theirs = await newMember(1n)
          const accounts = [...mine.accounts, theirs.accounts[1]!, theirs.accounts[2]!]
          const model = modelOf(accounts, first + 1n)
          for (const step of script) {
            const call = withoutRepeats(step.map((one) => movementOf(one, accounts, model)))
            const expected = model.apply(call)
            const posted = await database.db.begin((tx) => post(tx, now, call))
            expect(posted.map(answerOf)).toEqual(expected.map(answerOf))
          }
          const balances = (
            await Promise.all([mine, theirs].map(({ owner }) => listBalances(database.db, owner)))
          ).flat()
          for (const { id, balance, seq } of accounts.map((one) => ({
            id: one.id,
            ...model.states.get(one.id)!,
          })))
            expect(balances.find((one) => one.id === id)).toMatchObject({
              money: { amount: balance },
              seq,
            })
          await expectSound()
        }),
        { numRuns: runs, endOnFailure: runs <= 40 },
      ),
  )
})

test('an account that another process opened is found by a process that cached the member without it', async () => {
  const { owner } = await newMember(1_000n)
  const [mine, theirs] = dbs.map((db) => accountBook(db))
  const wanted = [['game', 'imi'] as const]
  expect(await mine!.ofMember(owner)).toHaveLength(3)
  expect(await mine!.find(owner, wanted)).toEqual([undefined])
  const [opened] = await theirs!.open(dbs[1]!, [
    { owner, kind: 'game', party: 'imi', currency: 'BAHT' },
  ])
  expect(await mine!.find(owner, wanted)).toEqual([opened])
})

describe('concurrency', () => {
  const atOnce = Math.max(6, Math.floor(runs / 4))

  test(
    `F10 F30 ${atOnce} times twenty callers mix all operations: no money is lost, doubled or stuck`,
    { timeout: patienceMs },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.integer({ min: 1, max: 900 })), {
            minLength: 20,
            maxLength: 20,
          }),
          async (mix) => {
            const everybody = await Promise.all([1, 2, 3].map(() => newMember(2_000n)))
            const accounts = [
              ...everybody.flatMap((one) => [one.accounts[0]!, one.accounts[2]!]),
              opening,
              provider,
            ]
            const movements = mix.map(([from, to, amount]): Movement[] => [
              {
                idem: systemIds.key(),
                debit: accounts[from % 8]!,
                credit: accounts[to % 8]!,
                money: { amount: BigInt(amount), currency: 'BAHT' },
                kind: 'correction',
              },
              {
                idem: systemIds.key(),
                debit: accounts[to % 8]!,
                credit: accounts[(from + 1) % 8]!,
                money: { amount: 1n, currency: 'BAHT' },
                kind: 'correction',
              },
            ])
            // Each is sent twice, like a retry that overtakes its first attempt.
            const posted = await Promise.all(
              [...movements, ...movements].map((call, n) =>
                dbs[n % 2]!.begin((tx) => post(tx, now, call)),
              ),
            )
            movements.forEach((call, at) =>
              call.forEach((_, n) => {
                const tries = [posted[at]![n]!, posted[at + movements.length]![n]!]
                const done = tries.filter(({ outcome }) => outcome === 'done')
                const replayed = tries.some(({ outcome }) => outcome === 'replayed')
                expect(done.length).toBeLessThanOrEqual(1)
                expect(replayed && done.length === 0).toBe(false)
              }),
            )
            await expectSound()
          },
        ),
        { numRuns: atOnce, endOnFailure: true },
      ),
  )

  /** Runs `work` while another connection holds the locks of a query. */
  async function whileHeld<T>(lock: string, values: unknown[], work: () => Promise<T>): Promise<T> {
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    let locked = () => undefined as void
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const holder = database.ownerDb.begin(async (tx) => {
      await tx.query(lock, values)
      locked()
      await released
    })
    await isLocked
    try {
      return await work()
    } finally {
      release()
      await holder
    }
  }

  const quickly = <T>(promise: Promise<T>) =>
    Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 1_500, 'waits'))])

  test('S29 F10 a hundred times between the same two accounts in both directions', async () => {
    const { accounts } = await newMember(1_000_000n)
    const [pg, , betflix] = accounts as [Account, Account, Account]
    const money = { amount: 500n, currency: 'BAHT' } as const
    const half: Movement = {
      idem: systemIds.key(),
      debit: pg,
      credit: betflix,
      money,
      kind: 'correction',
    }
    await database.db.begin((tx) => post(tx, now, [half]))
    const outcomes: Outcome[] = []
    for (const [one, other] of [
      [opening, provider],
      [pg, betflix],
    ] as const)
      await Promise.all(
        Array.from({ length: 100 }, async (_, n) => {
          const [debit, credit] = n % 2 ? [one, other] : [other, one]
          const money = { amount: 1n, currency: 'BAHT' } as const
          const movement: Movement = {
            idem: systemIds.key(),
            debit,
            credit,
            money,
            kind: 'correction',
          }
          const posted = await dbs[n % 3 ? 0 : 1]!.begin((tx) => post(tx, now, [movement]))
          outcomes.push(posted[0]!.outcome)
        }),
      )
    expect(new Set(outcomes)).toEqual(new Set(['done']))
    // The check at the end of this file verifies that the database met no deadlock.
    await expectSound()
  })

  test('F11 a caller that waits for a member holds no house account meanwhile', async () => {
    const [stuck, other] = [await newMember(10n), await newMember(10n)]
    const pay = (member: { accounts: Account[] }) => {
      const money = { amount: 5n, currency: 'BAHT' } as const
      const movement = { idem: systemIds.key(), debit: opening, credit: member.accounts[0]!, money }
      return dbs[0]!.begin((tx) => post(tx, now, [{ ...movement, kind: 'opening' }]))
    }
    const lock = 'select from ledger_account where owner = $1 for update'
    let waiting: Promise<unknown> = Promise.resolve()
    const [paid] = (await whileHeld(lock, [stuck.owner], async () => {
      waiting = pay(stuck)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return quickly(pay(other))
    })) as PostResult[]
    expect(paid).toMatchObject({ outcome: 'done' })
    await waiting
  })
})
