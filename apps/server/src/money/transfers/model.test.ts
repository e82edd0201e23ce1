import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AmountText } from '@kapao/contract/money'
import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import { leg, post, type Movement } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { holdsCheck, verifyLedger } from '#ledger/verify.ts'
import { findOutcome } from '#desk/outcome/service.ts'
import { listRows, beginStatement, statementCheckSql } from '#records/statement/store.ts'
import { countDeadlocks } from '#testing/database/deadlocks.ts'
import { openInstantTransfers, type InstantTransfers } from '#testing/doubles/instant-transfers.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { openHoldsSql, findTransfer } from './store.ts'
import { findTransferOutcome } from './view.ts'

/** The number of random sequences. A failure prints its seed; `fc.assert(..., { seed, path })` repeats it. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 40)
const connectionsMax = 6
const processes = ['one', 'two']
const patienceMs = 20_000 + runs * 1_000
/** Enough for twenty concurrent transfers, each with its own game. */
const games = ['pg', 'betflix', ...Array.from({ length: 18 }, (_, n) => `game${n}`)]

const database = testDatabase()
let book: AccountBook
let now = new Date('2026-11-21T03:00:00Z')
const clock = { now: () => now }
/** Two services with separate connections, like two processes. */
let dbs: Db[]
let services: InstantTransfers[]

beforeAll(async () => {
  book = accountBook(database.db)
  dbs = processes.map((name) =>
    openDb({ url: database.url, role: appRole, connectionsMax, applicationName: name }),
  )
  services = dbs.map((db) => openInstantTransfers({ db, clock }, games))
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  // Locks are sorted so that there are none.
  expect(await countDeadlocks(database.ownerDb, processes)).toBe(0n)
})

async function expectSound(): Promise<void> {
  const checks = [
    holdsCheck('transfer', openHoldsSql),
    { name: 'statements have no gaps', sql: statementCheckSql },
  ]
  const { violations } = await verifyLedger(database.db, { full: true, checks })
  expect(violations).toEqual([])
}

let members = 0

/** A member with this much in the wallet and an account at each of these games. */
async function newMember(amount: bigint, at: readonly string[] = ['pg', 'betflix']) {
  members += 1
  const owner = `model${members}`
  const names = [
    { kind: 'wallet', party: '' },
    { kind: 'transfer', party: '' },
    ...at.map((party) => ({ kind: 'game', party }) as const),
  ] as const
  const accounts = await book.open(
    database.db,
    names.map((name) => ({ owner, ...name, currency: 'BAHT' as const })),
  )
  await beginStatement(database.db, owner)
  const debit = await book.house('opening', '', 'BAHT')
  const money = { amount, currency: 'BAHT' } as const
  const funding = { idem: systemIds.key(), debit, credit: accounts[0]!, money }
  await database.db.begin((tx) => post(tx, now, [{ ...funding, kind: 'opening' }]))
  return { owner, accounts }
}

async function balancesOf(owner: string): Promise<Record<string, bigint>> {
  const all = await listBalances(database.db, owner)
  return Object.fromEntries(all.map(({ kind, party, money }) => [party || kind, money.amount]))
}

const callerOf = (memberId: string, key: string | null = systemIds.key()) => ({
  memberId,
  key,
  requestId: 'model',
})
const textOf = (amount: bigint) =>
  `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}` as AmountText
const wantedOf = (from: string, to: string, amount: bigint) => ({
  from,
  to,
  amount: textOf(amount),
})
const codeOf = (error: unknown) => (error as { code?: string }).code ?? (error as Error).message
const outcomeOf = (promise: Promise<unknown>) => promise.then(() => 'done', codeOf)

describe('operations', () => {
  type Pocket = 'wallet' | 'pg' | 'betflix'
  type TransferRow = { operation: string; from: Pocket; to: Pocket; amount: bigint; status: string }
  /** One move at a provider. One from game to game continues as a second one, under the same row of the statement. */
  type Move = {
    id: string
    kind: 'in' | 'out'
    game: Pocket
    from: Pocket
    to: Pocket
    amount: bigint
    state: 'held' | 'done' | 'returned'
    /** The move that continues in the commit in which this one is done. */
    nextId: string | null
    row: TransferRow
  }
  type Model = {
    owner: string
    balances: Record<Pocket, bigint>
    byKey: Map<string, Move>
    moves: Move[]
    abandoned: Set<string>
    /** Rows of concurrent beginnings are in any order. */
    rows: TransferRow[]
  }

  type Begin = {
    what: 'begin'
    key: number | null
    way: [Pocket, Pocket]
    amount: number
    at: number
  }
  type End = { what: 'end'; pick: number; done: boolean; at: number }
  type Step =
    | Begin
    | End
    | { what: 'outcome'; key: number }
    | { what: 'wait' }
    | { what: 'crash'; work: (Begin | End)[]; cutsMs: number[] }

  const begin = fc.record({
    what: fc.constant('begin' as const),
    key: fc.option(fc.nat(7), { freq: 5 }),
    way: fc.constantFrom<[Pocket, Pocket][]>(
      ['wallet', 'pg'],
      ['wallet', 'betflix'],
      ['pg', 'wallet'],
      ['betflix', 'wallet'],
      ['pg', 'betflix'],
      ['betflix', 'pg'],
    ),
    amount: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 100, max: 4_000 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 99) },
    ),
    at: fc.nat(1),
  })
  const end = fc.record({
    what: fc.constant('end' as const),
    pick: fc.nat(),
    done: fc.boolean(),
    at: fc.nat(1),
  })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: begin },
    { weight: 6, arbitrary: end },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('outcome' as const), key: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant({ what: 'wait' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('crash' as const),
        work: fc.array(fc.oneof(begin, end), { minLength: 2, maxLength: 12 }),
        cutsMs: fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
      }),
    },
  )

  const gamesOf = (way: readonly Pocket[]) => way.filter((place) => place !== 'wallet')
  const openGames = ({ moves }: Model) =>
    moves.filter(({ state }) => state === 'held').map(({ game }) => game)

  /** Ids are known once the operation has answered. */
  function judgeBegin(model: Model, key: string, { way, amount }: Begin): string | Move {
    const [from, to] = way
    if (amount < 100) return 'TRANSFER_MINIMUM'
    const before = model.byKey.get(key)
    const isSame =
      before?.from === from && before.to === to && before.amount === BigInt(amount) && before
    if (before) return isSame || 'KEY_REUSED'
    if (model.abandoned.has(key)) return 'ABANDONED'
    const taken = openGames(model)
    if (gamesOf(way).some((game) => taken.includes(game))) return 'REQUEST_IN_PROGRESS'
    if (model.balances[from] < BigInt(amount)) return 'MONEY_NOT_ENOUGH'
    const row = { operation: '', from, to, amount: BigInt(amount), status: 'PENDING' }
    const kind = from === 'wallet' ? 'in' : 'out'
    const game = kind === 'in' ? to : from
    const move: Move = { ...row, id: '', kind, game, state: 'held', nextId: null, row }
    model.balances[from] -= move.amount
    model.byKey.set(key, move)
    model.moves.push(move)
    model.rows.push(row)
    return move
  }

  async function noteIds(move: Move, id: string): Promise<void> {
    move.id = id
    move.row.operation = id
    move.nextId = (await findTransfer(database.db, id))!.nextId
  }

  async function runBegin(model: Model, one: Begin): Promise<void> {
    const window = Math.floor(now.getTime() / 5_000)
    const key =
      one.key === null ? `derived ${one.way.join()} ${one.amount} ${window}` : `k${one.key}`
    const expected = judgeBegin(model, key, one)
    const caller = callerOf(model.owner, one.key === null ? null : key)
    const running = services[one.at]!.begin(caller, wantedOf(...one.way, BigInt(one.amount)))
    const answer = await running.then(({ id }) => ({ id }), codeOf)
    if (typeof expected !== 'string' && typeof answer !== 'string' && expected.id === '')
      await noteIds(expected, answer.id)
    expect(answer).toEqual(typeof expected === 'string' ? expected : { id: expected.id })
  }

  function judgeEnd(model: Model, move: Move, done: boolean): boolean {
    const wanted = done ? 'done' : 'returned'
    if (move.state !== 'held') return move.state === wanted
    move.state = wanted
    const { amount, from, to, kind, nextId, row } = move
    const isSecond = kind === 'in' && from !== 'wallet'
    const stayInWallet = (operation: string) => {
      model.balances.wallet += amount
      row.status = 'FAILED'
      model.rows.push({ operation, from, to: 'wallet', amount, status: 'SUCCESS' })
    }
    if (!done && isSecond) stayInWallet(move.id)
    else if (!done) {
      model.balances[from] += amount
      row.status = 'FAILED'
    } else if (nextId === null) {
      model.balances[to] += amount
      row.status = 'SUCCESS'
    } else if (openGames(model).includes(to)) stayInWallet(nextId)
    else {
      const next = { id: nextId, kind: 'in', game: to, state: 'held', nextId: null } as const
      model.moves.push({ ...move, ...next })
    }
    return true
  }

  async function runEnd(model: Model, { pick, done, at }: End): Promise<void> {
    const move = model.moves[pick % Math.max(model.moves.length, 1)]
    if (!move) return
    const ended = await outcomeOf(endAt(at, model, move, done))
    const wrong = `transfer ${move.id} could not be ended: 2`
    expect(ended).toBe(judgeEnd(model, move, done) ? 'done' : wrong)
  }

  const endAt = (at: number, { owner }: Model, { id }: Move, done: boolean) =>
    services[at]!.end({ id, memberId: owner, done, why: '' })

  async function runOutcome(model: Model, key: string): Promise<void> {
    const known = model.byKey.get(key)
    const { state } = await findOutcome(
      { db: database.db, clock, operations: [findTransferOutcome] },
      model.owner,
      key,
    )
    const isOpen = model.moves.some((one) => one.row === known?.row && one.state === 'held')
    expect(state).toBe(known ? (isOpen ? 'running' : 'done') : 'never')
    if (!known) model.abandoned.add(key)
  }

  /** Work of which every part must succeed, in any order, while connections are cut; each is retried as clients do. */
  async function runCrash(
    model: Model,
    { work, cutsMs }: { work: (Begin | End)[]; cutsMs: number[] },
  ) {
    const jobs: (() => Promise<unknown>)[] = []
    const held = model.moves.filter(({ state }) => state === 'held')
    const endings: [Move, boolean][] = []
    // The outcome of two that want the same game would depend on their order.
    const meant: Pocket[] = []
    for (const one of work) {
      if (one.what === 'begin') {
        const wants = gamesOf(one.way)
        if (wants.some((game) => meant.includes(game))) continue
        const key = systemIds.key()
        const move = judgeBegin(model, key, one)
        if (typeof move === 'string') continue
        meant.push(...wants)
        const wanted = wantedOf(...one.way, move.amount)
        jobs.push(async () =>
          noteIds(move, (await services[one.at]!.begin(callerOf(model.owner, key), wanted)).id),
        )
      } else {
        const move = held.shift()
        if (!move) continue
        const wants = gamesOf([move.game, move.to])
        if (wants.some((game) => meant.includes(game))) continue
        meant.push(...wants)
        endings.push([move, one.done])
        jobs.push(() => endAt(one.at, model, move, one.done))
      }
    }
    // A concurrent beginning must not need money that arrives here, or their order would decide.
    for (const [move, done] of endings) judgeEnd(model, move, done)
    const cuts = cutsMs.map(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await cutEverybody()
    })
    await Promise.all([...jobs.map(retryUntilAnswered), ...cuts])
    // The next steps are judged one by one, so they start with live connections.
    const everyConnection = dbs.flatMap((db) => Array.from({ length: connectionsMax }, () => db))
    await retryUntilAnswered(() =>
      Promise.all(everyConnection.map((db) => db.query('select pg_sleep(0.002)'))),
    )
  }

  async function cutEverybody(): Promise<void> {
    await database.ownerDb.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name in ('one', 'two')`,
    )
  }

  async function retryUntilAnswered(job: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await job()
        return
      } catch (error) {
        if (attempt >= 20) throw error
      }
    }
  }

  async function expectAsModelled(model: Model): Promise<void> {
    const held = model.moves.filter(({ state }) => state === 'held')
    expect(await balancesOf(model.owner)).toEqual({
      ...model.balances,
      transfer: held.reduce((sum, { amount }) => sum + amount, 0n),
    })
    // Each step moved under the id that a retry would use again, and nothing else moved.
    const legs = model.moves.flatMap(({ id, state }) => [
      leg(id, 1),
      ...(state === 'held' ? [] : [leg(id, state === 'done' ? 2 : 3)]),
    ])
    const moved = await database.db.query<{ idem: string }>(
      `select idem from ledger_movement where kind::text like 'transfer%'
       and debit in (select id from ledger_account where owner = $1)`,
      [model.owner],
    )
    expect(moved.map(({ idem }) => idem).toSorted()).toEqual(legs.toSorted())
    const { total, rows } = await listRows(database.db, model.owner, { page: 1, limit: 1_000 })
    expect(total).toBe(BigInt(model.rows.length))
    const shown = rows.map(
      (row) => `${row.operation} ${row.from} ${row.to} ${row.money.amount} ${row.status}`,
    )
    expect(shown.toSorted()).toEqual(
      model.rows
        .map((one) => `${one.operation} ${one.from} ${one.to} ${one.amount} ${one.status}`)
        .toSorted(),
    )
  }

  test(
    `I16 I19 I31 F03 ${runs} random sequences of transfers with crashes, in two processes, follow the model`,
    { tags: 'long-3', timeout: patienceMs },
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (script) => {
          const { owner } = await newMember(10_000n)
          const model: Model = {
            owner,
            balances: { wallet: 10_000n, pg: 0n, betflix: 0n },
            byKey: new Map(),
            moves: [],
            abandoned: new Set(),
            rows: [],
          }
          for (const one of script) {
            if (one.what === 'begin') await runBegin(model, one)
            if (one.what === 'end') await runEnd(model, one)
            if (one.what === 'outcome') await runOutcome(model, `k${one.key}`)
            if (one.what === 'wait') now = new Date(now.getTime() + 5_000)
            if (one.what === 'crash') await runCrash(model, one)
          }
          await expectAsModelled(model)
          // A known key is answered as before, by either process.
          for (const [key, { id, from, to, amount }] of model.byKey) {
            if (key.startsWith('derived')) continue
            const again = services[Number(amount % 2n)]!
            const answer = await again.begin(callerOf(owner, key), wantedOf(from, to, amount))
            expect(answer).toMatchObject({ id, isMine: false })
          }
          await expectAsModelled(model)
          await expectSound()
        }),
        { numRuns: runs, endOnFailure: runs <= 40 },
      ),
  )
})

test('a beginning leaves one audit row, which names the member, the request and the operation', async () => {
  const { owner } = await newMember(10_000n)
  const { id } = await services[0]!.begin(callerOf(owner), wantedOf('wallet', 'pg', 100n))
  const rows = await database.db.query(
    'select actor, request_id, action from core_audit where subject = $1',
    [id],
  )
  expect(rows).toEqual([
    { actor: `member:${owner}`, request_id: 'model', action: 'transfers.begin' },
  ])
})

describe('at once', () => {
  const atOnce = Math.max(6, Math.floor(runs / 4))

  async function spend(
    { owner, accounts }: Awaited<ReturnType<typeof newMember>>,
    price: bigint,
    n: number,
  ): Promise<string> {
    if (n % 3 === 0) {
      const movement: Movement = {
        idem: systemIds.key(),
        debit: accounts[0]!,
        credit: accounts[2 + n]!,
        money: { amount: price, currency: 'BAHT' },
        kind: 'correction',
      }
      const [posted] = await dbs[n % 2]!.begin((tx) => post(tx, now, [movement]))
      return posted!.outcome
    }
    const begun = services[n % 2]!.begin(callerOf(owner), wantedOf('wallet', games[n]!, price))
    const outcome = await outcomeOf(begun)
    return outcome === 'MONEY_NOT_ENOUGH' ? 'short' : outcome
  }

  test(
    `I04 F29 ${atOnce} times twenty callers spend a balance exactly as often as it affords`,
    { timeout: patienceMs },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.bigInt(100n, 5_000n),
          fc.bigInt(0n, 19n),
          fc.bigInt(1n, 5_000n),
          async (price, affords, more) => {
            const rest = 1n + (more % (price - 1n))
            const member = await newMember(price * affords + rest, games)
            const outcomes = await Promise.all(
              Array.from({ length: 20 }, (_, n) => spend(member, price, n)),
            )
            const count = (outcome: string) =>
              BigInt(outcomes.filter((one) => one === outcome).length)
            expect([count('done'), count('short')]).toEqual([affords, 20n - affords])
            expect((await balancesOf(member.owner))['wallet']).toBe(rest)
            await expectSound()
          },
        ),
        { numRuns: atOnce, endOnFailure: true },
      ),
  )

  test('I19 ten concurrent calls with one key, through two processes, begin one transfer', async () => {
    const { owner } = await newMember(10_000n)
    const key = systemIds.key()
    const begun = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        services[n % 2]!.begin(callerOf(owner, key), wantedOf('wallet', 'pg', 2_500n)),
      ),
    )
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    expect(await balancesOf(owner)).toMatchObject({ wallet: 7_500n, transfer: 2_500n, pg: 0n })
  })

  test('I19 the same key of two members begins a transfer for each', async () => {
    const mine = await newMember(10_000n)
    const theirs = await newMember(10_000n)
    const key = systemIds.key()
    const begin = ({ owner }: { owner: string }) =>
      services[0]!.begin(callerOf(owner, key), wantedOf('wallet', 'pg', 2_500n))
    const first = await begin(mine)
    const other = await begin(theirs)
    expect(other.id).not.toBe(first.id)
    expect(await balancesOf(theirs.owner)).toMatchObject({ wallet: 7_500n, transfer: 2_500n })
  })

  test('I16 a transfer that is ended by twenty concurrent calls, through two processes, moves its money once', async () => {
    const { owner } = await newMember(10_000n)
    const { id } = await services[0]!.begin(callerOf(owner), wantedOf('wallet', 'pg', 3_000n))
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        services[n % 2]!.end({ id, memberId: owner, done: true, why: '' }),
      ),
    )
    expect(await balancesOf(owner)).toMatchObject({ wallet: 7_000n, transfer: 0n, pg: 3_000n })
  })

  /** Runs `work` while another connection holds what a query locks. */
  async function whileHeld<T>(lock: string, values: unknown[], work: () => Promise<T>): Promise<T> {
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holder = database.ownerDb.begin(async (tx) => {
      await tx.query(lock, values)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    try {
      return await work()
    } finally {
      released.resolve()
      await holder
    }
  }

  const quickly = <T>(promise: Promise<T>) =>
    Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 1_500, 'waits'))])

  test.each([
    ['counter', 'select from statement_counter where member_id = $1 for update'],
    ['accounts', 'select from ledger_account where owner = $1 for update'],
  ])(
    'F11 a member whose %s another connection holds waits alone, and is refused',
    { tags: 'long-4' },
    async (_, lock) => {
      const stuck = await newMember(10_000n)
      const others = await Promise.all(Array.from({ length: 20 }, () => newMember(10_000n)))
      const begin = ({ owner }: { owner: string }) =>
        outcomeOf(services[0]!.begin(callerOf(owner), wantedOf('wallet', 'pg', 100n)))
      await whileHeld(lock, [stuck.owner], async () => {
        const waiting = begin(stuck)
        const begun = await quickly(Promise.all(others.map(begin)))
        expect(begun).toEqual(others.map(() => 'done'))
        expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits')
        expect(await waiting).toBe('SERVICE_BUSY')
      })
      expect(await begin(stuck)).toBe('done')
    },
  )

  test("F11 a transfer whose row is locked is ended later, and delays no other's end", async () => {
    const [stuck, other] = [await newMember(1_000n), await newMember(1_000n)]
    const begun = await Promise.all(
      [stuck, other].map(({ owner }) =>
        services[0]!.begin(callerOf(owner), wantedOf('wallet', 'pg', 500n)),
      ),
    )
    const ends = [stuck, other].map(({ owner }, at) => async () => {
      await services[0]!.end({ id: begun[at]!.id, memberId: owner, done: true, why: '' })
      return 'ended'
    })
    const lock = 'select from transfers_transfer where id = $1 for update'
    let waiting: Promise<unknown> = Promise.resolve()
    const ended = await whileHeld(lock, [begun[0]!.id], () => {
      waiting = ends[0]!()
      return quickly(ends[1]!())
    })
    expect(ended).toBe('ended')
    expect(await waiting).toBe('ended')
  })
})
