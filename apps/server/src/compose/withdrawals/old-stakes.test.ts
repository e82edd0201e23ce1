import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#core/db.ts'
import { openBonusWorld, type BonusWorld } from '../../testing/bonus-world.ts'
import type { Player } from '../../testing/game-world.ts'
import { mayBeOldStakes } from './old-stakes.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(() => world.close())

const later = (ms: number): Date => new Date(world.clock.now().getTime() + ms)

/** Bonuses that were given up, each of 20 hours, the last of which has ended an hour ago. */
async function addLost(player: Player, days: number): Promise<void> {
  await world.database.ownerDb.query(
    `insert into bonus_held (id, member_id, source, code, deposit, bonus, currency, target, end_amount, factor, terms, shares, about,
       state, statement_seq, ended_by, taken, next_at, created_at, ended_at)
     select gen_random_uuid(), $1, 'bonus', 'LOST', 100, 100, 'BAHT', 100, 0, '1', '{}', '{}', '{}',
       'ended', day, 'cancelled', 0, $2, $2::timestamptz - day * interval '1 day' - interval '21 hours',
       $2::timestamptz - day * interval '1 day' - interval '1 hour'
     from generate_series(0, $3::int - 1) day`,
    [player.id, world.clock.now(), days],
  )
}

type Play = { from: 'lost' | 'won' | 'moved'; at: Date; amount?: bigint; times?: number }

/** Written as the ledger would, of a game alone: what stands on the other side is nobody's. */
async function addPlay(player: Player, game: string, played: readonly Play[]): Promise<void> {
  const { ownerDb } = world.database
  for (const { from, at, amount = 100n, times = 1 } of played)
    await ownerDb.query(
      `with account as (
         update ledger_account set seq = seq + $5 where owner = $1 and kind = 'game' and party = $2 returning id, seq - $5 as seq)
       insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, created_at)
       select gen_random_uuid(), case when $3 = 'lost' then id else -id end, case when $3 = 'lost' then -id else id end, $4,
         seq + n, 0, seq + n, 0, case when $3 = 'moved' then 'transfer_settle' else 'play_result' end::ledger_kind, $6
       from account, generate_series(1, $5::int) n`,
      [player.id, game, from, amount, times, at],
    )
}

const seen = (on: Queryable, player: Player) =>
  mayBeOldStakes(on, { memberId: player.id, now: world.clock.now(), isSwept: false })

test('I25 S18 of many bonuses that were lost any one is enough, and they are one question to the ledger', async () => {
  const player = await world.addPlayer(0n, ['pg', 'huayhd'])
  await addLost(player, 29)
  const asked: string[] = []
  const on: Queryable = {
    query: (text, values) => {
      asked.push(text)
      return world.database.db.query(text, values)
    },
  }
  await addPlay(player, 'huayhd', [{ from: 'won', at: later(-28.5 * dayMs) }])
  expect(await seen(on, player)).toBe(false)
  expect(asked.filter((text) => text.includes('ledger_movement'))).toHaveLength(1)

  // Between the bonuses what is lost is the member's own; under the oldest of them it is not.
  await addPlay(player, 'huayhd', [{ from: 'lost', at: later(-dayMs - 30 * minuteMs) }])
  expect(await seen(on, player)).toBe(false)
  await addPlay(player, 'huayhd', [{ from: 'lost', at: later(-28.5 * dayMs) }])
  expect(await seen(on, player)).toBe(false)
  await addPlay(player, 'huayhd', [{ from: 'won', at: later(-27.5 * dayMs) }])
  expect(await seen(on, player)).toBe(true)
})

test('what is won in a game is weighed against what was moved into it since each bonus ended', async () => {
  const player = await world.addPlayer(0n, ['pg'])
  await addLost(player, 3)
  await addPlay(player, 'pg', [
    { from: 'moved', at: later(-1.5 * dayMs), amount: 200n },
    { from: 'won', at: later(-1.2 * dayMs), amount: 1_000n },
  ])
  expect(await seen(world.database.db, player)).toBe(false)
  await addPlay(player, 'pg', [{ from: 'won', at: later(-1.1 * dayMs), amount: 1n }])
  expect(await seen(world.database.db, player)).toBe(true)
})

test('play from before all of them is not read, however much there is of it', async () => {
  const player = await world.addPlayer(0n, ['pg'])
  await addLost(player, 29)
  const old = later(-40 * dayMs)
  await addPlay(player, 'pg', [
    { from: 'lost', at: old, times: 5_000 },
    { from: 'won', at: old, times: 5_000 },
    { from: 'lost', at: later(-dayMs), times: 10 },
    { from: 'moved', at: later(-dayMs), times: 10 },
  ])
  await world.database.ownerDb.query('analyze ledger_movement')
  const read = await world.database.db.begin(async (tx) => {
    expect(await seen(tx, player)).toBe(false)
    const [row] = await tx.query<{ rows: bigint }>(
      `select (seq_tup_read + idx_tup_fetch)::bigint as rows from pg_stat_xact_user_tables where relname = 'ledger_movement'`,
    )
    return row!.rows
  })
  expect(read).toBeGreaterThan(0n)
  expect(read).toBeLessThan(100n)
})

test('a result that was booked by a process whose clock is ahead is not lost behind one of a process whose clock is not', async () => {
  const player = await world.addPlayer(0n, ['huayhd'])
  await addLost(player, 1)
  const begun = -21 * 60 * minuteMs
  await addPlay(player, 'huayhd', [
    { from: 'lost', at: later(begun + minuteMs) },
    { from: 'lost', at: later(begun - 3 * minuteMs) },
    { from: 'moved', at: later(-2 * minuteMs) },
    { from: 'won', at: later(-minuteMs) },
  ])
  expect(await seen(world.database.db, player)).toBe(true)
})
