import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from '../act.ts'
import { signIn } from './operator.ts'
import type { BenchWorld, Wish } from '../world.ts'

const named = 30_000
const rowsOfTrail = 200_000

/** What one operator's exports and searches cost members and the other operators (COST-08). */
export const deskActs: readonly Act[] = [
  {
    name: 'exports',
    attack: 'exportsAndSearches',
    seconds: 10,
    before: fillTrail,
    wish: workAtDesk,
  },
]

async function fillTrail({ ownerDb }: BenchWorld): Promise<void> {
  await ownerDb.query(
    `insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name,
       bank_account_no, language, created_at, details_since)
     select 'S' || lpad(n::text, 11, '0'), '+668' || lpad(n::text, 8, '0'), '08' || lpad(n::text, 8, '0'), 'Somchai', 'none', 'BAHT',
            'SCB', 'SOMCHAI JAIDEE', '9' || lpad(n::text, 9, '0'), 'th', now() - make_interval(secs => n), now()
     from generate_series(1, ${named}) as n`,
  )
  await ownerDb.query(
    `insert into core_audit (at, actor, request_id, action, subject, after)
     select now() - make_interval(secs => n), 'member:S' || lpad((n % ${named})::text, 11, '0'), 'bench', 'bench.act',
            'member:S' || lpad((n % ${named})::text, 11, '0'), '{"amount": "100.00", "currency": "BAHT"}'
     from generate_series(1, ${rowsOfTrail}) as n`,
  )
  await ownerDb.query('vacuum analyze account_member, core_audit')
}

const turns = 24

/** Another operator who goes on working: a list, a search, a member, one after the other. */
async function workAtDesk(world: BenchWorld): Promise<Wish[]> {
  const operator = await signIn(world.console, 'demo-cashier', '10.8.8.8')
  const times: number[] = []
  let served = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const begun = performance.now()
    const status = await (turn % 2 === 0
      ? operator('GET /api/console/work/list/all')
      : operator('POST /api/console/members/search', { words: `0812345${100 + turn}` }))
    times.push(performance.now() - begun)
    if (status === 200) served += 1
    await sleep(300)
  }
  return [
    { name: 'operator.served', value: served, unit: `of ${turns}`, target: `= ${turns}` },
    { name: 'operator.worst', value: Math.max(...times), unit: 'ms', target: '<= 1000' },
  ]
}
