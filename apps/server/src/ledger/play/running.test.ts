import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { openDb, type Db, type Queryable, type Tx } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { systemIds } from '#core/ids.ts'
import { bookPlay } from '#testing/worlds/booked-play.ts'
import { longestTurn } from '#testing/processes/longest-turn.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { accountBook } from '../accounts.ts'
import { postAll } from '../post.ts'
import { listResults, readPlaySince } from './running.ts'
import { countPlay, type Rules } from './settled.ts'

/** The number of random plays; a failure prints its seed. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 40)
const start = Date.parse('2026-11-20T00:00:00Z')
const database = testDatabase()
const since = new Date(start)
let members = 0
let memberId: string
beforeEach(() => {
  members += 1
  memberId = `player ${members}`
})

const rulesAt = (ms: number, slow: readonly string[] = ['sport', 'draw']): Rules => ({
  now: new Date(start + ms),
  staysOpen: (game) => slow.includes(game),
})
const book = (game: string, amount: number, ms: number) =>
  bookPlay(database, memberId, { game, amount: BigInt(amount), at: new Date(start + ms) })

const text = (play: ReturnType<typeof countPlay>) =>
  play.map(({ game, at, staked, lost }) => `${game} ${at.getTime()} ${staked} ${lost}`).toSorted()

/** What is known as running figures, and what all results counted at once are. */
async function figures(on: Queryable, rules: Rules) {
  const all = countPlay(await listResults(database.ownerDb, memberId, since), rules)
  const { staked, counted } = await readPlaySince(on, { memberId, since }, rules)
  const sumsOf = (of: readonly { game: string; staked: bigint }[]) => {
    const sums: Record<string, bigint> = {}
    for (const one of of) sums[one.game] = (sums[one.game] ?? 0n) + one.staked
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0n))
  }
  return {
    running: { play: text(counted()), staked: sumsOf(staked) },
    anew: { play: text(all), staked: sumsOf(all) },
  }
}

/** Another process, with nothing counted. */
function openProcess(): Db {
  return openDb({
    url: database.url,
    role: appRole,
    connectionsMax: 2,
    applicationName: 'kapao test',
  })
}

type Step =
  | { kind: 'play'; game: string; amount: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'look'; at: 'here' | 'there' | 'both' }
  | { kind: 'killed' }
  | { kind: 'undone'; game: string; amount: number }
  | { kind: 'settings' }

const game = fc.constantFrom('pg', 'joker', 'sport', 'draw')
/** Few sums, so that stakes often come back to the satang, alone or together. */
const amount = fc.constantFrom(-100, -100, -200, -300, -1_600, 100, 200, 300, 400, 1_600, 5_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('play' as const), game, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 30, 71, 72, 100),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      at: fc.constantFrom('here' as const, 'there' as const, 'both' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'killed' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undone' as const), game, amount }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'settings' as const }) },
)

test(
  'RUN-84 the running figures are those of a recount, over random play in games of both kinds, by two processes of which one is killed',
  { tags: 'long-3', timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        members += 1
        memberId = `player ${members}`
        let there = openProcess()
        let ms = 0
        let slow = ['sport', 'draw']
        try {
          for (const one of steps) {
            ms += 1_000
            if (one.kind === 'play') await book(one.game, one.amount, ms)
            if (one.kind === 'wait') ms += one.hours * hourMs
            if (one.kind === 'undone') await rollBack(one, ms)
            if (one.kind === 'settings') slow = slow.length === 2 ? ['sport'] : ['sport', 'draw']
            if (one.kind === 'killed') {
              await there.close()
              there = openProcess()
            }
            const rules = rulesAt(ms, slow)
            const looking = one.kind === 'look' ? one.at : null
            for (const on of [looking !== 'there' && database.db, looking !== 'here' && there]) {
              if (looking === null || !on) continue
              const { running, anew } = await figures(on, rules)
              expect(running).toEqual(anew)
            }
          }
          for (const on of [database.db, there]) {
            const { running, anew } = await figures(on, rulesAt(ms + 4 * dayMs, slow))
            expect(running).toEqual(anew)
          }
        } finally {
          await there.close()
        }
      }),
      { numRuns: runs },
    )
  },
)

/** A result that is booked and looked at in a transaction, and never was. */
async function rollBack(one: { game: string; amount: number }, ms: number): Promise<void> {
  const { db } = database
  const accounts = accountBook(db)
  const owned = { owner: memberId, kind: 'game', party: one.game, currency: 'BAHT' } as const
  const [account] = await accounts.open(db, [owned])
  const provider = await accounts.house('provider', one.game, 'BAHT')
  const money = { amount: BigInt(Math.abs(one.amount)), currency: 'BAHT' as const }
  const movement = { idem: systemIds.key(), debit: provider, credit: account!, money }
  const undone = db.begin(async (tx: Tx) => {
    await postAll(tx, new Date(start + ms), [{ ...movement, kind: 'play_result' }])
    const rules = rulesAt(ms)
    const seen = await readPlaySince(tx, { memberId, since }, rules)
    // It sees its own result, which nobody else ever does.
    expect(text(seen.counted())).toEqual(
      text(countPlay(await listResults(tx, memberId, since), rules)),
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
}

test('RUN-84 a game that is counted otherwise from now on is counted anew', async () => {
  for (const [at, amount] of [-1_600, 1_600, -100, 50].entries()) await book('sport', amount, at)
  for (const slow of [['sport'], [], ['sport']]) {
    const { running, anew } = await figures(database.db, rulesAt(dayMs, slow))
    expect(running).toEqual(anew)
  }
})

test('RUN-84 what counts from a later instant on is a figure of its own', async () => {
  await book('pg', -100, 0)
  await book('pg', -200, hourMs)
  const lostFrom = async (ms: number) => {
    const of = { memberId, since: new Date(start + ms) }
    const play = (await readPlaySince(database.db, of, rulesAt(dayMs))).counted()
    return play.reduce((sum, { lost }) => sum + lost, 0n)
  }
  expect([await lostFrom(0), await lostFrom(hourMs)]).toEqual([300n, 200n])
})

test('RUN-84 many who look while results are booked count each result once', async () => {
  await book('pg', -1, 0)
  const looks: Promise<unknown>[] = []
  for (let n = 1; n <= 60; n += 1) {
    looks.push(
      ...Array.from({ length: 3 }, () =>
        readPlaySince(database.db, { memberId, since }, rulesAt(n * 1_000)),
      ),
    )
    await book(n % 2 === 0 ? 'pg' : 'sport', n % 5 === 0 ? 7 : -n, n * 1_000)
  }
  await Promise.all(looks)
  const { running, anew } = await figures(database.db, rulesAt(10 * dayMs))
  expect(running).toEqual(anew)
})

test(
  'RUN-84 a second look reads only what has come since, and neither holds the thread',
  { tags: 'long-2' },
  async () => {
    await book('pg', -100, 0)
    await fill(10_000)
    const asked = { rows: 0 }
    const on: Queryable = {
      query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
        const rows = await database.db.query<Row>(sql, values)
        asked.rows += rows.length
        return rows
      },
    }
    const look = () => readPlaySince(on, { memberId, since }, rulesAt(dayMs))
    await look()
    expect(asked.rows).toBe(10_001)
    asked.rows = 0
    expect((await look()).counted()).toHaveLength(10_001)
    expect(asked.rows).toBe(0)
    await book('pg', -100, 2)
    await look()
    expect(asked.rows).toBe(1)
    const { running, anew } = await figures(on, rulesAt(dayMs))
    expect(running).toEqual(anew)

    const turns: number[] = []
    for (let n = 0; n < 3; n += 1) turns.push(await longestTurn(() => look()))
    expect(Math.min(...turns)).toBeLessThan(10)
  },
)

/** As many results of one game, losses and wins by turns, written without the ledger's functions. */
async function fill(count: number): Promise<void> {
  await database.ownerDb.query(
    `with both_ends as (select id, kind = 'game' as mine, seq from ledger_account
       where owner = $1 and kind = 'game' or owner is null and kind = 'provider' and party = 'pg')
     insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, created_at)
     select gen_random_uuid(), one.id, other.id, 100 + n, one.seq + n, 0, other.seq + n, 0, 'play_result', '', $2
     from generate_series(1, $3::int) as n join both_ends one on one.mine = (n % 2 = 0) join both_ends other on other.mine <> one.mine`,
    [memberId, new Date(start + 1), count],
  )
  await database.ownerDb.query(
    `update ledger_account set seq = seq + $2
     where owner = $1 and kind = 'game' or owner is null and kind = 'provider' and party = 'pg'`,
    [memberId, count],
  )
}
