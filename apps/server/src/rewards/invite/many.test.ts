import { expect, test } from 'vitest'
import type { Queryable } from '#core/db/db.ts'
import { insertMember, listInvitees } from '#records/account/store.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()
const invited = 3_000

type Plan = { 'Node Type': string; 'Actual Rows': number; Plans?: Plan[] }

test('RUN-85 a page of whom a member invited is read without looking at the others', async () => {
  const { db, ownerDb } = database
  const { id } = anyMember
  await db.begin((tx) => insertMember(tx, anyMember))
  await ownerDb.query(
    `insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name,
       bank_account_no, invited_by, language, created_at, details_since)
     select lpad(n::text, 12, '0'), '+669' || lpad(n::text, 8, '0'), '09' || lpad(n::text, 8, '0'), 'Friend', 'none', 'BAHT',
            'SCB', 'FRIEND OF MANY', lpad(n::text, 10, '0'), $1, 'th', now() - make_interval(secs => n), now()
     from generate_series(1, $2::int) as n`,
    [id, invited],
  )
  await ownerDb.query('analyze account_member')
  const plans: Plan[] = []
  const explaining: Queryable = {
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const [row] = await db.query<Record<'QUERY PLAN', { Plan: Plan }[]>>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      plans.push(row!['QUERY PLAN'][0]!.Plan)
      return db.query<Row>(text, values)
    },
  }
  const { total, invitees } = await listInvitees(explaining, id, { page: 2, limit: 10 })
  expect([total, invitees.map((one) => one.id)]).toEqual([
    invited,
    Array.from({ length: 10 }, (_, n) => String(11 + n).padStart(12, '0')),
  ])
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  const [, page] = plans.map(nodesOf)
  expect(page!.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
  expect(page!.at(-1)!['Actual Rows']).toBe(20)
})
