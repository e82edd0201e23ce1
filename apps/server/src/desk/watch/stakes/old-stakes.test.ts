import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { fund, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { mayBeOldStakes } from './old-stakes.ts'

const world = testWorld(openBonusWorld, { isBroken: true })

const later = (ms: number): Date => new Date(world.clock.now().getTime() + ms)

/** Abandoned bonuses of 20 hours each, the last of which ended an hour ago. */
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

/** Written like the ledger would for one game; the other side is an account without an owner. */
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

test('I25 S18 of many lost bonuses any one is enough, and the number of ledger queries is that of one', async () => {
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
  expect(asked.filter((text) => text.includes('ledger_movement'))).toHaveLength(2)

  // Between the bonuses losses are the member's own; under the oldest of them they are not.
  await addPlay(player, 'huayhd', [{ from: 'lost', at: later(-dayMs - 30 * minuteMs) }])
  expect(await seen(on, player)).toBe(false)
  await addPlay(player, 'huayhd', [{ from: 'lost', at: later(-28.5 * dayMs) }])
  expect(await seen(on, player)).toBe(false)
  await addPlay(player, 'huayhd', [{ from: 'won', at: later(-27.5 * dayMs) }])
  expect(await seen(on, player)).toBe(true)
})

test('a win in a game is compared with the member’s own losses there since each bonus ended', async () => {
  const player = await world.addPlayer(0n, ['pg'])
  await addLost(player, 3)
  await fund(world, player.id, 200n)
  const under = later(-2 * dayMs - 20 * 60 * minuteMs)
  await addPlay(player, 'pg', [
    { from: 'lost', at: under, amount: 900n },
    { from: 'moved', at: later(-1.9 * dayMs), amount: 500n },
    { from: 'won', at: later(-1.9 * dayMs), amount: 40n },
    { from: 'lost', at: later(-1.8 * dayMs), amount: 140n },
    { from: 'won', at: later(-1.7 * dayMs), amount: 500n },
  ])
  expect(await seen(world.database.db, player)).toBe(false)
  await addPlay(player, 'pg', [{ from: 'won', at: later(-1.6 * dayMs), amount: 1n }])
  expect(await seen(world.database.db, player)).toBe(true)
  // Losses of winnings reduce the win, and explain none of it.
  await addPlay(player, 'pg', [
    { from: 'lost', at: later(-1.5 * dayMs), amount: 400n },
    { from: 'won', at: later(-1.5 * dayMs), amount: 400n },
  ])
  expect(await seen(world.database.db, player)).toBe(true)
})

test("CARE-84 for each bonus the deposits after its own end count, and not those after an earlier one's", async () => {
  const player = await world.addPlayer(0n, ['pg'])
  await fund(world, player.id, 100_000n)
  const body = { from: 'wallet', to: 'pg', amount: 900 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  await world.passTime(10 * 60 * minuteMs)
  // The older one had ended before the money came, the younger one after.
  await addLost(player, 2)
  await addPlay(player, 'pg', [
    { from: 'lost', at: later(-5 * 60 * minuteMs) },
    { from: 'lost', at: later(-50 * minuteMs), amount: 20_000n },
    { from: 'won', at: later(-30 * minuteMs), amount: 90_000n },
  ])
  expect(await seen(world.database.db, player)).toBe(true)
})

test('play before all of the bonuses is not read, however much there is', async () => {
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
  expect(read).toBeLessThan(200n)
})

test('a result booked by a process whose clock is ahead is not hidden by one of a correct clock', async () => {
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

test('CARE-26 thirty days with a bonus in each and twenty thousand movements are checked within 50 ms', async () => {
  const player = await world.addPlayer(0n, ['pg', 'betflix', 'huayhd'])
  await addLost(player, 30)
  for (let day = 0; day < 30; day += 1) {
    const at = later(-day * dayMs - 30 * minuteMs)
    for (const game of ['pg', 'betflix', 'huayhd'])
      await addPlay(player, game, [
        { from: 'moved', at, times: 100, amount: 1_000n },
        // Only the last game can be a finding, so everything is read.
        { from: game === 'huayhd' ? 'moved' : 'won', at, times: 50 },
        { from: 'lost', at: later(-(day + 1) * dayMs + 30 * minuteMs), times: 80 },
      ])
  }
  await world.database.ownerDb.query('analyze ledger_movement')
  const tookMs: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const since = performance.now()
    await seen(world.database.db, player)
    tookMs.push(performance.now() - since)
  }
  expect(Math.min(...tookMs)).toBeLessThan(50)
})

test("losses of own money are bounded by the member's own money since, and a game without play under the bonus has none of its stakes", async () => {
  const player = await world.addPlayer(0n, ['pg', 'joker2'])
  await addLost(player, 1)
  await fund(world, player.id, 200n)
  const since = [
    { from: 'lost', at: later(-50 * minuteMs), amount: 300n },
    { from: 'won', at: later(-40 * minuteMs), amount: 1_001n },
  ] as const
  await addPlay(player, 'joker2', since)
  expect(await seen(world.database.db, player)).toBe(false)
  await addPlay(player, 'pg', [{ from: 'lost', at: later(-2 * 60 * minuteMs) }, ...since])
  expect(await seen(world.database.db, player)).toBe(true)
})

test('a loss under a bonus that is booked at its end, or by a process whose clock is ahead, explains no win', async () => {
  for (const bookedMs of [0, 4 * minuteMs]) {
    const player = await world.addPlayer(0n, ['pg'])
    await addLost(player, 1)
    await fund(world, player.id, 1_000n)
    const booked = later(-60 * minuteMs + bookedMs)
    await addPlay(player, 'pg', [{ from: 'lost', at: booked, amount: 500n }])
    expect(await seen(world.database.db, player)).toBe(false)
    await addPlay(player, 'pg', [{ from: 'won', at: later(-50 * minuteMs), amount: 400n }])
    expect(await seen(world.database.db, player)).toBe(true)
  }
})
