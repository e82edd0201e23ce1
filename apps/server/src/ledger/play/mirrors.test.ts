import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { closeness } from '#records/links/chance.ts'
import { findMirrors, isBeyondChance, mirrored } from '#records/links/mirror.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { listLargestResults, listOppositeResults, listResultsTogether } from './mirrors.ts'
import { shareOfSizes } from './usual.ts'

const database = testDatabase()
const noon = new Date('2026-11-20T05:00:00Z')
const members = 1_000
const resultsEach = 60

/** A busy evening: 1,000 members at one game, each with a result in every three minutes of three hours. */
beforeAll(async () => {
  const { ownerDb } = database
  await ownerDb.query(
    `insert into ledger_account (owner, kind, party, currency, floor, balance, seq)
     select 'M' || n, 'game', 'busy', 'BAHT'::ledger_currency, 0, 0, ${resultsEach} from generate_series(1, ${members}) n
     union all select null, 'provider', 'busy', 'BAHT', null, 0, ${members * resultsEach}`,
  )
  await ownerDb.query(
    `insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, created_at)
     select gen_random_uuid(), case when lost then id else house end, case when lost then house else id end, amount,
       case when lost then n else place end, 0, case when lost then place else n end, 0, 'play_result'::ledger_kind, 'busy', at
     from (
       select a.id, h.id as house, n, bet.*, row_number() over (order by at, a.id) as place
       from ledger_account a, ledger_account h, generate_series(1, ${resultsEach}) n, lateral (
         select hashtext('sign ' || a.id || ' ' || n) % 2 = 0 as lost,
           -- Most bets are small; some are a hundred times as large.
           (1000 * exp(abs(hashtext('size ' || a.id || ' ' || n) % 1000) / 1000.0 * 5))::bigint as amount,
           $1::timestamptz + (n - 30) * interval '3 minutes' + (a.id * 7919 % 180) * interval '1 second' as at) bet
       where a.party = 'busy' and a.owner is not null and h.party = 'busy' and h.owner is null) booked`,
    [noon],
  )
  await ownerDb.query('analyze')
}, 60_000)

/** What a query reads, counted by PostgreSQL itself. */
async function readBy(
  run: (on: Queryable) => Promise<unknown>,
): Promise<{ pages: number; plan: string }> {
  let pages = 0
  let plan = ''
  const counting = {
    query: async (text: string, values: unknown[]) => {
      const rows = await database.db.query<
        Record<'QUERY PLAN', [{ Plan: Record<string, number> }]>
      >(`explain (analyze, buffers, format json) ${text}`, values)
      const [found] = rows[0]!['QUERY PLAN']
      pages += found.Plan['Shared Hit Blocks']! + found.Plan['Shared Read Blocks']!
      plan += JSON.stringify(found)
      return database.db.query(text, values)
    },
  } as unknown as Queryable
  await run(counting)
  return { pages, plan }
}

test(
  'PLAY-07 the comparison with everybody at a busy game reads a bounded part of it, by its index',
  { tags: 'long-3', timeout: 30_000 },
  async () => {
    const since = new Date(noon.getTime() - 2 * hourMs)
    const mine = await listLargestResults(database.db, 'M7', since)
    expect(mine).toHaveLength(20)
    const { pages, plan } = await readBy((on) => listOppositeResults(on, mine, mirrored))
    expect(plan).toContain('ledger_movement_play')
    expect(plan).not.toContain('"Seq Scan","Parent Relationship":"Inner"')
    expect(pages).toBeLessThan(20 * 500 * 14)
    const beside = await readBy((on) => listResultsTogether(on, mine))
    expect(beside.pages).toBeLessThan(5 * 1_000 * 14)
    const own = await readBy((on) => listLargestResults(on, 'M7', since))
    expect(own.pages).toBeLessThan(600)
  },
)

test(
  'PLAY-11 how usual a size is at a game is counted in a bounded sample of the days before',
  { tags: 'long-3', timeout: 30_000 },
  async () => {
    const sizes = [5_000n, 20_000n, 80_000n]
    const before = new Date(noon.getTime() + 6 * hourMs)
    const asked = { game: 'busy', currency: 'BAHT', sizes, before } as const
    const { pages, plan } = await readBy((on) => shareOfSizes(on, asked, closeness))
    expect(plan).not.toContain('Seq Scan","Parent Relationship":"Inner"')
    expect(pages).toBeLessThan(24 * (150 + 2 * 60) * 4)
    // Sums are spread evenly between a half and the double of each, on a scale of ratios.
    const [close, , apart] = await shareOfSizes(database.db, asked, closeness)
    expect(close).toBeGreaterThan(0.005)
    expect(close).toBeLessThan(0.045)
    expect(apart).toBeGreaterThan(0.04)
    expect(apart).toBeLessThan(0.2)
  },
)

test('PLAY-11 five results that were made at a game where nobody else plays are a twentieth of it, not all of it', async () => {
  const { ownerDb } = database
  await ownerDb.query(
    `insert into ledger_account (owner, kind, party, currency, floor, balance, seq)
     values ('T', 'game', 'made', 'BAHT', 0, 0, 5), (null, 'provider', 'made', 'BAHT', null, 0, 5)`,
  )
  await ownerDb.query(
    `insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, created_at)
     select gen_random_uuid(), h.id, a.id, 150000, n, 0, n, 0, 'play_result', 'made', $1::timestamptz + n * interval '1 minute'
     from ledger_account a, ledger_account h, generate_series(1, 5) n
     where a.party = 'made' and a.owner is not null and h.party = 'made' and h.owner is null`,
    [new Date(noon.getTime() - 7 * hourMs)],
  )
  const asked = { game: 'made', currency: 'BAHT', sizes: [150_000n], before: noon } as const
  expect(await shareOfSizes(database.db, asked, closeness)).toEqual([5 / 105, 5 / 105, 5 / 105])
})

test('PLAY-11 the results of an hour at a quiet game, and those after a play began, make no size usual', async () => {
  const quiet = { game: 'quiet', currency: 'BAHT', sizes: [150_000n], before: noon } as const
  expect(await shareOfSizes(database.db, quiet, closeness)).toEqual([0, 0, 0])
  const later = { ...quiet, game: 'busy', before: new Date(noon.getTime() - 2 * hourMs) }
  expect(await shareOfSizes(database.db, later, closeness)).toEqual([0, 0, 0])
})

test(
  'PLAY-05 of hundreds of members at a busy game hardly any is found to mirror another',
  { tags: 'long-3', timeout: 60_000 },
  async () => {
    const since = new Date(noon.getTime() - 2 * hourMs)
    let found = 0
    for (let member = 1; member <= 100; member += 1) {
      const mine = await listLargestResults(database.db, `M${member}`, since)
      const others = await listOppositeResults(database.db, mine, mirrored)
      const together = await listResultsTogether(database.db, mine)
      const mirrors = findMirrors(mine, { opposite: others, together }, mine[0]!.played)
      // As `shareOfSizes` counts them where sums are spread as here.
      if (mirrors.some((mirror) => isBeyondChance(mirror, [0.03, 0.07, 0.14]))) found += 1
    }
    expect(found).toBeLessThanOrEqual(6)
  },
)

test('PLAY-07 the opposite in another currency is no mirror', async () => {
  const { ownerDb } = database
  await ownerDb.query(
    `insert into ledger_account (owner, kind, party, currency, floor, balance, seq)
     select owner, 'game', 'both', currency::ledger_currency, 0, 0, 1
       from (values ('B', 'BAHT'), ('L', 'LAK')) own (owner, currency)
     union all select null, 'provider', 'both', currency, null, 0, 1 from unnest('{BAHT,LAK}'::ledger_currency[]) currency`,
  )
  await ownerDb.query(
    `insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, created_at)
     select gen_random_uuid(), h.id, a.id, 150000, 1, 0, 1, 0, 'play_result', 'both', $1
     from ledger_account a join ledger_account h on h.party = 'both' and h.owner is null and h.currency = a.currency
     where a.party = 'both' and a.owner is not null`,
    [noon],
  )
  const [any] = await listLargestResults(database.db, 'M7', new Date(noon.getTime() - 2 * hourMs))
  const lost = { ...any!, owner: 'A', game: 'both', amount: -150_000n, since: noon, at: noon }
  const found = await listOppositeResults(database.db, [{ ...lost, currency: 'BAHT' }], mirrored)
  expect(found.map(({ owner }) => owner)).toEqual(['B'])
})
