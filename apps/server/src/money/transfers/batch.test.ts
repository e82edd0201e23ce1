import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg } from '#ledger/post.ts'
import {
  amountOf,
  balancesOf,
  bookOf,
  currencyOf,
  fundAccount,
  listMoved,
  listTrail,
  listWritten,
  strangersCount,
} from '#testing/worlds/batch-world.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { type NewTransfer, insertBeginnings } from './begin-store.ts'
import { updateEndings } from './end-store.ts'
import { findTransfer } from './store.ts'

const world = testWorld(openDepositWorld)

/** What each of them does, in turns. */
const ways = ['in', 'in refused', 'out', 'out refused', 'between', 'between, stopped'] as const
type Stranger = {
  n: number
  way: (typeof ways)[number]
  amount: bigint
  /** The wallet, the money in transit, and the two games. */
  accounts: Account[]
  planned: NewTransfer
}

const strangers: Stranger[] = []

beforeAll(async () => {
  for (let n = 0; n < strangersCount; n += 1) strangers.push(await addStranger(n))
})

/** Has a hundred and its own number in each place, so that no two hold the same sums. */
async function addStranger(n: number): Promise<Stranger> {
  const currency = currencyOf(n)
  const { id: memberId } = await world.addMember({ currency })
  const book = bookOf(world)
  const owned = { owner: memberId, kind: 'game', currency } as const
  const games = ['pg', 'betflix'].map((party) => ({ ...owned, party }))
  const [pg, betflix] = await book.open(world.database.db, games)
  const [wallet, hold] = await book.find(memberId, [
    ['wallet', ''],
    ['transfer', ''],
  ])
  for (const account of [wallet!, pg!]) await fundAccount(world, account, 100n + amountOf(n))
  const way = ways[n % ways.length]!
  const isIn = way.startsWith('in')
  const isBetween = way.startsWith('between')
  const planned: NewTransfer = {
    id: systemIds.key(),
    memberId,
    key: `key of ${n}`,
    fingerprint: systemIds.key(),
    parent: null,
    from: isIn ? 'wallet' : 'pg',
    to: isIn ? 'pg' : isBetween ? 'betflix' : 'wallet',
    amount: amountOf(n),
    currency,
    kind: isIn ? 'in' : 'out',
    game: 'pg',
    source: isIn ? wallet! : pg!,
    hold: hold!,
    target: isIn ? pg! : wallet!,
    next: isBetween ? { id: systemIds.key(), game: 'betflix', target: betflix! } : null,
    requestId: `request of ${n}`,
    dayMax: null,
  }
  const accounts = [wallet!, hold!, pg!, betflix!]
  return { n, way, amount: amountOf(n), accounts, planned }
}

const beginAll = (plans: readonly NewTransfer[]) =>
  insertBeginnings(world.database.db, plans, { at: world.clock.now(), skipBusy: false })
const endAll = (endings: readonly { id: string; memberId: string; done: boolean; why: string }[]) =>
  updateEndings(world.database.db, endings, { at: world.clock.now(), skipBusy: false })

const sumsOf = (stranger: Stranger) => balancesOf(world, stranger.accounts)

test('I16 I36 one batch holds the money of many strangers: each their own amount, account, key and row', async () => {
  const begun = await beginAll(strangers.map(({ planned }) => planned))
  expect(begun).toEqual(strangers.map(({ planned }) => ({ status: 0, id: planned.id })))
  for (const stranger of strangers) {
    const { amount, planned } = stranger
    const { id, memberId, source, hold, currency, from, to } = planned
    expect(await sumsOf(stranger)).toEqual(
      stranger.accounts.map(({ kind, party }) => {
        if (kind === 'transfer') return amount
        if (party === 'betflix') return 0n
        return 100n + amount - (kind === source.kind ? amount : 0n)
      }),
    )
    expect(await listMoved(world, [leg(id, 1)])).toEqual([
      { debit: source.id, credit: hold.id, amount, kind: 'transfer_hold' },
    ])
    const { kind, game, key, fingerprint, next } = planned
    expect(await findTransfer(world.database.db, id)).toMatchObject({
      memberId,
      key,
      fingerprint,
      kind,
      game,
      from,
      to,
      amount,
      currency,
      state: 'held',
      nextId: next?.id ?? null,
    })
    expect(await routeOf(id)).toEqual({
      from: source.id,
      hold: hold.id,
      to: planned.target.id,
      next: next?.game ?? null,
      nextAccount: next?.target.id ?? null,
    })
    expect(await listWritten(world, memberId)).toEqual([
      { seq: 1n, operation: id, type: 'transfer', from, to, status: 'PENDING', amount, currency },
    ])
    expect(await listTrail(world, id)).toEqual([
      {
        actor: `member:${memberId}`,
        request: planned.requestId,
        action: 'transfers.begin',
        after: null,
      },
    ])
  }
})

const routeOf = async (id: string) => {
  const [row] = await world.database.db.query(
    `select from_account as "from", hold_account as hold, to_account as "to", next_game as next,
            next_account as "nextAccount" from transfers_transfer where id = $1`,
    [id],
  )
  return row
}

test('I19 a batch of known keys answers each its own transfer, and a key of a stranger is unknown to everybody else', async () => {
  const plans = strangers.map(({ planned }) => planned)
  const again = plans.map((planned) => ({ ...planned, id: systemIds.key() }))
  expect(await beginAll(again)).toEqual(plans.map(({ id }) => ({ status: 1, id })))
  const others = again.map((planned, n) => ({
    ...planned,
    fingerprint: again[(n + 1) % again.length]!.fingerprint,
  }))
  expect(await beginAll(others)).toEqual(plans.map(({ id }) => ({ status: 2, id })))
  // The key of the next member, whose transfer it must not find: this one's own is open at the game.
  const stolen = again.map((planned, n) => ({
    ...planned,
    key: plans[(n + 1) % plans.length]!.key,
  }))
  expect(await beginAll(stolen)).toEqual(again.map(({ id }) => ({ status: 11, id })))
})

test('I16 I31 one batch ends the transfers of many strangers, each its own way', async () => {
  const stopped = strangers.filter(({ way }) => way === 'between, stopped')
  // Another transfer of theirs has taken the game in which the money would go on.
  const taken = stopped.map(({ planned, accounts }): NewTransfer => ({
    ...planned,
    id: systemIds.key(),
    key: systemIds.key(),
    from: 'wallet',
    to: 'betflix',
    kind: 'in',
    game: 'betflix',
    next: null,
    amount: 1n,
    source: accounts[0]!,
    target: accounts[3]!,
  }))
  expect((await beginAll(taken)).map(({ status }) => status)).toEqual(taken.map(() => 0))

  const endings = strangers.map(({ n, way, planned: { id, memberId } }) => {
    const done = !way.endsWith('refused')
    return { id, memberId, done, why: done ? '' : `refused ${n}` }
  })
  // In another order than they began in.
  const mixed = endings.toReversed()
  expect(await endAll(mixed)).toEqual(mixed.map(() => 0))
  for (const stranger of strangers) await expectEnded(stranger)

  // The second half of those that went on is refused: their money stays in the wallet, with a row of its own.
  const halves = strangers.filter(({ way }) => way === 'between')
  for (const half of halves) await expectGoesOn(half)
  const refusals = halves.map(({ n, planned: { next, memberId } }) => ({
    id: next!.id,
    memberId,
    done: false,
    why: `closed ${n}`,
  }))
  expect(await endAll(refusals)).toEqual(refusals.map(() => 0))
  for (const { amount, accounts, planned } of halves) {
    const sums = [100n + amount + amount, 0n, 100n, 0n]
    expect(await balancesOf(world, accounts)).toEqual(sums)
    expect(await findTransfer(world.database.db, planned.next!.id)).toMatchObject({
      state: 'returned',
      why: `closed ${strangers.find((one) => one.planned === planned)!.n}`,
    })
    expect(await rowsOf(planned.memberId)).toEqual([
      ['pg', 'betflix', 'FAILED', amount, planned.currency, planned.id],
      ['pg', 'wallet', 'SUCCESS', amount, planned.currency, planned.next!.id],
    ])
  }
})

const rowsOf = async (memberId: string) =>
  (await listWritten(world, memberId)).map((row) => [
    row.from,
    row.to,
    row.status,
    row.amount,
    row.currency,
    row.operation,
  ])

async function expectEnded(stranger: Stranger): Promise<void> {
  const { n, way, amount, planned } = stranger
  const { id, memberId, currency, from, to, hold, next } = planned
  const all = 100n + amount
  const held = way === 'between' ? amount : way === 'between, stopped' ? 1n : 0n
  const sums: Record<Stranger['way'], bigint[]> = {
    in: [all - amount, 0n, all + amount, 0n],
    'in refused': [all, 0n, all, 0n],
    out: [all + amount, 0n, all - amount, 0n],
    'out refused': [all, 0n, all, 0n],
    // The money goes on towards the next game at once.
    between: [all, held, all - amount, 0n],
    'between, stopped': [all + amount - held, held, all - amount, 0n],
  }
  expect(await sumsOf(stranger), way).toEqual(sums[way])
  const done = !way.endsWith('refused')
  expect(await findTransfer(world.database.db, id)).toMatchObject({
    state: done ? 'done' : 'returned',
    why: done ? null : `refused ${n}`,
  })
  expect(await listMoved(world, [leg(id, done ? 2 : 3)])).toEqual([
    {
      debit: hold.id,
      credit: done ? planned.target.id : planned.source.id,
      amount,
      kind: done ? 'transfer_settle' : 'transfer_return',
    },
  ])
  const status = way === 'between' ? 'PENDING' : done && !next ? 'SUCCESS' : 'FAILED'
  const first = [from, to, status, amount, currency, id]
  const stays = ['pg', 'wallet', 'SUCCESS', amount, currency, next?.id]
  const other = ['wallet', 'betflix', 'PENDING', 1n, currency, expect.anything()]
  expect(await rowsOf(memberId)).toEqual(
    way === 'between, stopped' ? [first, other, stays] : [first],
  )
}

async function expectGoesOn({ amount, planned, accounts }: Stranger): Promise<void> {
  const { id, memberId, currency, from, to, hold, next } = planned
  expect(await findTransfer(world.database.db, next!.id)).toMatchObject({
    memberId,
    key: `${id}:next`,
    parent: id,
    kind: 'in',
    game: 'betflix',
    from,
    to,
    amount,
    currency,
    state: 'held',
    statementSeq: 1n,
  })
  expect(await routeOf(next!.id)).toMatchObject({
    from: accounts[0]!.id,
    hold: hold.id,
    to: accounts[3]!.id,
  })
  expect(await listMoved(world, [leg(next!.id, 1)])).toEqual([
    { debit: accounts[0]!.id, credit: hold.id, amount, kind: 'transfer_hold' },
  ])
}
