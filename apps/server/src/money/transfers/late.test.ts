import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { bookOf, fundAccount } from '#testing/worlds/batch-world.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { insertBeginnings, type NewTransfer } from './begin-store.ts'
import { updateEndings } from './end-store.ts'

const world = testWorld(openDepositWorld)
const amount = 5_000n
const secondsMs = (seconds: number) => seconds * 1_000

type Way = { from: 'wallet' | 'pg'; to: 'wallet' | 'pg' | 'betflix'; done: boolean }

/** Begins a transfer, and answers how to end it so long after its beginning. */
async function begin({ from, to, done }: Way) {
  const { db, ownerDb } = world.database
  const { id: memberId } = await world.addMember()
  const book = bookOf(world)
  const owned = { owner: memberId, kind: 'game', currency: 'BAHT' } as const
  const games = ['pg', 'betflix'].map((party) => ({ ...owned, party }))
  const [pg, betflix] = await book.open(db, games)
  const places: ['wallet' | 'transfer', ''][] = [
    ['wallet', ''],
    ['transfer', ''],
  ]
  const [wallet, hold] = await book.find(memberId, places)
  for (const account of [wallet!, pg!]) await fundAccount(world, account, amount)
  const isIn = from === 'wallet'
  const begunAt = world.clock.now()
  const id = systemIds.key()
  const planned: NewTransfer = {
    id,
    memberId,
    key: `key of ${id}`,
    fingerprint: systemIds.key(),
    parent: null,
    from,
    to,
    amount,
    currency: 'BAHT',
    kind: isIn ? 'in' : 'out',
    game: 'pg',
    source: isIn ? wallet! : pg!,
    hold: hold!,
    target: isIn ? pg! : wallet!,
    next: to === 'betflix' ? { id: systemIds.key(), game: 'betflix', target: betflix! } : null,
    requestId: 'test',
    dayMax: null,
  }
  await insertBeginnings(db, [planned], { at: begunAt, skipBusy: false })
  const end = (seconds: number, endedId: string = id) =>
    ownerDb.begin(async (tx) => {
      await tx.query(`set local track_functions = 'all'`)
      const at = new Date(begunAt.getTime() + secondsMs(seconds))
      const one = { id: endedId, memberId, done, why: done ? '' : 'refused' }
      expect(await updateEndings(tx, [one], { at, skipBusy: false })).toEqual([0])
      return countWork(tx)
    })
  const notices = () =>
    db.query<{ key: string; about: object }>(
      'select key, about from notices_notice where member_id = $1',
      [memberId],
    )
  return { id, next: planned.next?.id, end, notices }
}

/** What a transaction has done about notices so far. */
async function countWork(tx: Parameters<Parameters<typeof world.database.db.begin>[0]>[0]) {
  const [row] = await tx.query<{ calls: bigint; rows: bigint; looks: bigint }>(`
    select (select coalesce(sum(calls), 0)::bigint from pg_stat_xact_user_functions where funcname like 'notices%') as calls,
      sum(n_tup_ins + n_tup_upd)::bigint as rows, sum(seq_scan + coalesce(idx_scan, 0))::bigint as looks
    from pg_stat_xact_user_tables where relname like 'notices%'`)
  return row!
}

test('NOTE-02 a transfer that ends in time writes no notice, calls none of their functions and looks at none of their tables', async () => {
  const inTime = { calls: 0n, rows: 0n, looks: 0n }
  for (const done of [true, false])
    for (const [from, to] of [
      ['wallet', 'pg'],
      ['pg', 'wallet'],
    ] as const) {
      const one = await begin({ from, to, done })
      expect(await one.end(19.999)).toEqual(inTime)
      expect(await one.notices()).toEqual([])
    }
  const between = await begin({ from: 'pg', to: 'betflix', done: true })
  expect(await between.end(10)).toEqual(inTime)
  expect(await between.end(19, between.next)).toEqual(inTime)
  // The same count sees one that is late.
  const late = await begin({ from: 'wallet', to: 'pg', done: true })
  expect(await late.end(20)).toMatchObject({ calls: 1n, rows: 1n })
})

test.each([
  [{ from: 'wallet', to: 'pg', done: true }, 'done'],
  [{ from: 'wallet', to: 'pg', done: false }, 'wallet'],
  [{ from: 'pg', to: 'wallet', done: true }, 'done'],
  [{ from: 'pg', to: 'wallet', done: false }, 'game'],
  [{ from: 'pg', to: 'betflix', done: false }, 'game'],
] as const)(
  'NOTE-01 %j that ends 20 seconds late is a notice that says: %s',
  async (way, outcome) => {
    const { id, end, notices } = await begin(way)
    await end(20)
    const about = { amount: Number(amount), currency: 'BAHT', outcome }
    expect(await notices()).toEqual([{ key: `transfer.ended ${id}`, about }])
  },
)

test('NOTE-01 the two halves of a transfer between games are one notice, late by the time since the first', async () => {
  const arrives = await begin({ from: 'pg', to: 'betflix', done: true })
  await arrives.end(30)
  expect(await arrives.notices()).toEqual([])
  await arrives.end(31, arrives.next)
  expect(await arrives.notices()).toMatchObject([
    { key: `transfer.ended ${arrives.id}`, about: { outcome: 'done' } },
  ])
})
