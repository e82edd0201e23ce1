import { listStatementBefore, listStatementDays } from '@kapao/contract/statement'
import { statementBatchMax } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#core/clock.ts'
import { insertMember } from '#records/account/store.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { longestTurn } from '#testing/processes/longest-turn.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { readDays } from './days.ts'
import { listPageBefore } from './show.ts'
import { beginStatement } from './store.ts'

type Days = z.output<typeof listStatementDays.output>

const database = testDatabase()
const memberId = anyMember.id

test('RUN-85 neither the longest part of an export nor the days of 50,000 rows hold the thread for 10 ms', async () => {
  const { db, ownerDb } = database
  await db.begin((tx) => insertMember(tx, anyMember))
  await beginStatement(db, memberId)
  await ownerDb.query(
    `insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
     select $1, n, gen_random_uuid(), (case when n % 3 = 0 then 'deposit' else 'transfer' end)::statement_type,
            'wallet', 'pg', 'SUCCESS', n, 'BAHT', now() - make_interval(secs => 50000 - n) from generate_series(1, 50000) as n`,
    [memberId],
  )
  await ownerDb.query('update statement_counter set seq = 50000 where member_id = $1', [memberId])
  const wanted = { before: null, kind: null, limit: statementBatchMax }
  const exportPart = async () =>
    JSON.stringify(z.encode(listStatementBefore.output, await listPageBefore(db, memberId, wanted)))
  const reading = { db, clock: systemClock }
  const days = async () => {
    const answer = await readDays(reading, memberId)
    return JSON.stringify(z.encode(listStatementDays.output, answer as Days))
  }
  expect(JSON.parse(await exportPart()).statements).toHaveLength(statementBatchMax)
  for (const read of [exportPart, days]) {
    const turns: number[] = []
    // The shortest of six: first calls are compiled, and garbage belongs to nobody in particular.
    for (let n = 0; n < 6; n += 1) turns.push(await longestTurn(read))
    expect(Math.min(...turns)).toBeLessThan(10)
  }
})
