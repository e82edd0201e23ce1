import type { WorkKind } from '@kapao/contract/console/words'
import { beforeAll, expect, test } from 'vitest'
import type { Page, PageCursor } from '#core/console/work/queue.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openQueues, type Queues } from './kinds/queues.ts'

const many = 10_000
const limit = 50

const world = testWorld(openWorkWorld, { isBroken: true })
let queues: Queues
beforeAll(async () => {
  const { database, make } = world
  const member = (await world.addMember()).id
  queues = openQueues(world.around)
  await make.credited(member, 1_000_000n)
  await make.deposit()
  await make.trusted((await world.addMember()).id)
  await make.differing(member)
  await make.unread()
  await make.request(member)
  await make.finding()
  await make.payment(member)
  await make.giftlink(member)
  await make.suspicion(member)
  const held = await make.withdrawal(member, 1)
  await make.transfer((await rich()).id, 'in')
  await make.payout((await rich()).id)
  await world.decide('som', {
    kind: 'withdrawal',
    id: held,
    decision: 'reject',
    reason: 'ACCOUNT_NAME',
  })
  await world.carryOut()
  await make.withdrawal(member, 1)
  const small = await make.deposit()
  await world.decide('lek', {
    kind: 'deposit',
    id: small,
    decision: 'refuse',
    why: 'sent back',
  })
  await world.carryOut()
  const large = await make.deposit({ money: { amount: 5_000_000n, currency: 'BAHT' } })
  await world.decide('lek', {
    kind: 'deposit',
    id: large,
    decision: 'match',
    memberId: member,
    why: 'x',
  })
  for (const [table, where, fresh] of tables) await fill(table, where, fresh)
  await database.ownerDb.query('analyze')
})

async function rich() {
  const member = await world.addMember()
  await world.make.credited(member.id, 100_000n)
  return member
}

const at = (column: string) => `'${column}', now() + n * interval '1 second'`
const id = `'id', gen_random_uuid()`
const number = `'id', 1000000 + n`

/** Which row of a table is made many, and what each copy has of its own. */
const tables: [table: string, where: string, fresh: string][] = [
  ['deposits_deposit', `state = 'suspended'`, `${id}, ${at('created_at')}`],
  ['bankfeed_unread', 'true', `'event_id', 'many' || n, ${at('received_at')}`],
  ['deposits_report', 'differs', `'event_id', 'many' || n, ${at('created_at')}`],
  ['deposits_request', 'true', `${id}, 'key', 'many' || n, ${at('created_at')}`],
  ['qrcodes_finding', 'true', `${number}, 'about', 'many' || n, ${at('created_at')}`],
  ['qrcodes_payment', 'true', `'payment', 'many' || n, ${at('created_at')}`],
  [
    'giftlinks_link',
    'true',
    `${id}, 'key', 'many' || n, 'voucher', 'many' || n, ${at('created_at')}`,
  ],
  ['items_item', 'true', `${number}, 'key', 'many' || n, ${at('since')}`],
  [
    'withdrawals_withdrawal',
    `state = 'held'`,
    `${id}, 'key', 'many' || n, 'member_id', 'M' || n, ${at('created_at')}`,
  ],
  [
    'withdrawals_withdrawal',
    `state = 'exception'`,
    `${id}, 'key', 'more' || n, 'member_id', 'N' || n, ${at('created_at')}`,
  ],
  [
    'transfers_transfer',
    'true',
    `${id}, 'key', 'many' || n, 'member_id', 'M' || n, ${at('created_at')}`,
  ],
  ['confirm_request', `state = 'waits'`, `${number}, 'subject', 'many' || n, ${at('asked_at')}`],
  ['review_act', 'ticked_by is null', `${number}, 'audit', 1000000 + n, ${at('at')}`],
]

function fill(table: string, where: string, fresh: string): Promise<void> {
  return world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into ${table} overriding system value
       select made.* from (select * from ${table} where ${where} limit 1) one, generate_series(1, ${many}) n,
         lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${fresh})) made`,
    )
  })
}

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

function scansIn(plan: Plan): Plan[] {
  const inside = (plan.Plans ?? []).flatMap(scansIn)
  return plan['Node Type'].includes('Scan') ? [plan, ...inside] : inside
}

/** How many rows the database has looked at for one page of a list. */
async function rowsFor(
  kind: WorkKind,
  page: Page,
): Promise<{ rows: number; last: PageCursor | null }> {
  let rows = 0
  const { db } = world.database
  const on = {
    query: async <Row extends object>(
      text: string,
      values?: readonly unknown[],
    ): Promise<Row[]> => {
      const [explained] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      for (const scan of scansIn(explained!['QUERY PLAN'][0].Plan))
        rows += scan['Actual Rows'] * scan['Actual Loops']
      return db.query<Row>(text, values)
    },
  }
  const found = await queues.get(kind)!.list(on, page)
  expect(found, kind).toHaveLength(limit)
  const { since, id: lastId } = found.at(-1)!
  return { rows, last: { since, id: lastId } }
}

test.each([
  'deposit',
  'unread',
  'differing',
  'manual',
  'finding',
  'payment',
  'giftlink',
  'suspicion',
  'withdrawal',
  'payout',
  'transfer',
  'second',
  'review',
] as const)(
  'DESK-43 of 10,000 of kind %s a page reads what it shows, at the end as at the beginning',
  async (kind) => {
    const first = await rowsFor(kind, { after: null, limit })
    const since = new Date(first.last!.since.getTime() + (many - 200) * 1_000)
    const late = await rowsFor(kind, { after: { since, id: null }, limit })
    // The rows themselves, and what stands beside each: never all that waits, nor all that came before.
    for (const { rows } of [first, late]) expect(rows).toBeLessThan(limit * 12)
  },
)
