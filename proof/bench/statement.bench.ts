import { systemClock } from '../../apps/server/src/core/clock.ts'
import type { Queryable } from '../../apps/server/src/core/db/db.ts'
import { findOtherHalf } from '../../apps/server/src/money/transfers/store.ts'
import { listHeld } from '../../apps/server/src/money/deposits/store.ts'
import { insertMember } from '../../apps/server/src/records/account/store.ts'
import { readDays } from '../../apps/server/src/records/statement/days.ts'
import { readReceipt } from '../../apps/server/src/records/statement/receipt.ts'
import { listPage, listPageBefore } from '../../apps/server/src/records/statement/show.ts'
import { anyMember } from '../../apps/server/src/testing/worlds/any-member.ts'
import type { Bench } from './report.ts'
import { medianOf } from './median.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const rows = 1_000_000
const perPart = 20_000
const rounds = 5
const limit = 10

/**
 * One member with a million rows, among them few withdrawals and fewer bonuses: deep pages compared with the first,
 * alternating.
 */
export const bench: Bench = {
  name: 'statement',
  run: async (report, { long }) => {
    const stage = await setStage({ members: 2, connections: 2 })
    try {
      const [memberId = ''] = stage.memberIds
      const { db } = stage
      await db.begin((tx) => insertMember(tx, { ...anyMember, id: memberId }))
      await fillRows(stage, memberId)
      const page = (number: number) => () => listPage(db, memberId, { page: number, limit })
      const below = (before: number | null, kind: 'deposit' | 'withdraw' | 'bonus' | null) => () =>
        listPageBefore(db, memberId, { before, kind, limit })
      const receipts = { db, listLinked: linkedBy, listHeld }
      const days = { db, clock: systemClock }
      const cases: Record<string, () => Promise<unknown>> = {
        'page.1': page(1),
        'page.1000': page(1_000),
        'page.100000': page(100_000),
        'kind.first': below(null, 'deposit'),
        'kind.deep': below(1_000, 'deposit'),
        'kind.rare': below(null, 'bonus'),
        'kind.rareDeep': below(1_000, 'bonus'),
        'export.200': () => listPageBefore(db, memberId, { before: null, kind: null, limit: 200 }),
        days: () => readDays(days, memberId),
        receipt: () => readReceipt(receipts, memberId, 500_000n),
      }
      const times = await measure(cases, long ? 200 : 40)
      for (const [name, value] of Object.entries(times))
        report({ name: `statement.${name}`, value, unit: 'ms' })
      const ratio = (name: string, over: string, target: string) =>
        report({
          name: `statement.${name}.over.${over}`,
          value: times[name]! / times[over]!,
          unit: 'ratio',
          target,
        })
      ratio('page.1000', 'page.1', '<= 1.2')
      ratio('page.100000', 'page.1', '<= 1.2')
      ratio('kind.deep', 'kind.first', '<= 1.2')
      ratio('kind.rareDeep', 'kind.rare', '<= 1.2')
    } finally {
      await stage.stop()
    }
  },
}

async function linkedBy(on: Queryable, memberId: string, id: string): Promise<string[]> {
  const half = await findOtherHalf(on, memberId, id)
  return half === null ? [] : [half]
}

/** Mostly transfers; one in ten a deposit, one in a thousand a withdrawal, one in ten thousand a bonus. */
async function fillRows(stage: BenchDatabase, memberId: string): Promise<void> {
  // In parts, since the statement timeout is a few seconds.
  for (let from = 1; from <= rows; from += perPart)
    await stage.ownerDb.query(
      `insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
       select $1, n, gen_random_uuid(),
              (case when n % 10000 = 1 then 'bonus' when n % 1000 = 2 then 'withdraw' when n % 10 = 3 then 'deposit'
                    else 'transfer' end)::statement_type,
              'wallet', 'pg', 'SUCCESS', n, 'BAHT', now() - make_interval(secs => ($4::int - n) * 20)
       from generate_series($2::int, $3::int) as n`,
      [memberId, from, from + perPart - 1, rows],
    )
  await stage.ownerDb.query('update statement_counter set seq = $2 where member_id = $1', [
    memberId,
    rows,
  ])
  await stage.ownerDb.query('analyze statement_row')
}

/** Alternating, so that other load on the machine affects all of them; the median of the rounds' medians. */
async function measure(
  cases: Record<string, () => Promise<unknown>>,
  callsPerRound: number,
): Promise<Record<string, number>> {
  const names = Object.keys(cases)
  const medians: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const taken: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
    for (let call = 0; call < callsPerRound; call += 1)
      for (const name of names) {
        const begun = performance.now()
        await cases[name]!()
        taken[name]!.push(performance.now() - begun)
      }
    // The first round warms up.
    if (round > 0) for (const name of names) medians[name]!.push(medianOf(taken[name]!))
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(medians[name]!)]))
}
