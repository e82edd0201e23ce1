import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'

/** Two houses alike: in one lek and som sit at terminals, in the other at the console. */
let terminal: WorkWorld
let console: WorkWorld
type House = { world: WorkWorld; member: string; other: string; poor: string }
let houses: Record<'terminal' | 'console', House>

beforeAll(async () => {
  ;[terminal, console] = await Promise.all([openWorkWorld(), openWorkWorld()])
  houses = { terminal: await furnish(terminal), console: await furnish(console) }
})
afterAll(async () => {
  for (const world of [terminal, console]) {
    expect(await world.violations()).toEqual([])
    await world.close()
  }
})

const ours = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'KBANK', nameEN: 'KBANK' },
  bankAccountName: 'THE HOUSE',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
}

const given = (no: number) => ({
  bankAccountNo: `77700012${no}`,
  bankAccountName: `MEMBER ${no}`,
  id: `7KQ2M4XW9P${no}`,
})

async function furnish(world: WorkWorld): Promise<House> {
  await world.kapao('nok', 'settings', 'set', 'deposit.accounts', JSON.stringify([ours]))
  const [member, other, poor] = [
    (await world.addMember(given(10))).id,
    (await world.addMember(given(20))).id,
    (await world.addMember(given(30))).id,
  ]
  await world.make.credited(member, 1_000_000n)
  await world.passHours(48)
  return { world, member, other, poor }
}

const why = 'bank receipt 4711'
const large = { money: { amount: 5_000_000n, currency: 'BAHT' } } as const

type DeskAct = {
  id: string
  kind: string
  decision: string
  fields?: Record<string, unknown>
  line: string[]
  by?: string
}
type Step = [what: string, make: (house: House) => Promise<DeskAct>]

const steps: Step[] = [
  [
    'money in suspense to a member',
    async ({ world, member }) => {
      const id = await world.make.deposit()
      return {
        id,
        kind: 'deposit',
        decision: 'match',
        fields: { memberId: member, why },
        line: ['deposits', 'match', id, '--member', member, '--why', why],
      }
    },
  ],
  [
    'money in suspense sent back',
    async ({ world }) => {
      const id = await world.make.deposit()
      return {
        id,
        kind: 'deposit',
        decision: 'refuse',
        fields: { why },
        line: ['deposits', 'refuse', id, '--why', why],
      }
    },
  ],
  [
    'a credit taken back because a report contradicts it',
    async ({ world, other }) => {
      const id = await world.make.differing(other)
      const [row] = await world.database.db.query<{ deposit: string }>(
        `select deposit from deposits_report where event_id = $1`,
        [id.split(':')[1]],
      )
      return {
        id,
        kind: 'differing',
        decision: 'takeback',
        fields: { reason: 'gone', why },
        line: ['deposits', 'takeback', row!.deposit, '--gone', '--why', why],
      }
    },
  ],
  [
    'a report that contradicts what was booked cleared up',
    async ({ world, other }) => {
      const id = await world.make.differing(other)
      const [channel, event] = id.split(':')
      return {
        id,
        kind: 'differing',
        decision: 'seen',
        fields: { why },
        line: ['deposits', 'seen', event!, '--channel', channel!, '--why', why],
      }
    },
  ],
  [
    'a message that could not be read seen',
    async ({ world }) => {
      const id = await world.make.unread('KBANK ???')
      return { id, kind: 'unread', decision: 'seen', line: ['deposits', 'seen', id.split(':')[1]!] }
    },
  ],
  [
    'an announced deposit refused',
    async ({ world, member }) => {
      const id = await world.make.request(member)
      return {
        id,
        kind: 'manual',
        decision: 'refuse',
        fields: { why },
        line: ['deposits', 'refuse', id, '--why', why],
      }
    },
  ],
  [
    'an announced deposit confirmed by the bank’s records',
    async ({ world, other }) => {
      const id = await world.make.request(other)
      const paidAt = world.clock.now().toISOString()
      const fields = { reference: 'SCB:015073144041', party: 'KBANK:1112223334', paidAt }
      return {
        id,
        kind: 'manual',
        decision: 'confirm',
        fields,
        line: [
          'deposits',
          'match',
          id,
          '--reference',
          fields.reference,
          '--account',
          fields.party,
          '--at',
          paidAt,
        ],
      }
    },
  ],
  [
    'a finding closed',
    async ({ world }) => {
      const id = await world.make.finding()
      return {
        id,
        kind: 'finding',
        decision: 'close',
        fields: { why },
        line: ['qrcodes', 'close', id, '--why', why],
      }
    },
  ],
  [
    'a payment received',
    async ({ world, other }) => {
      const id = await world.make.payment(other)
      return {
        id,
        kind: 'payment',
        decision: 'received',
        fields: { amount: '40', why },
        line: [
          'qrcodes',
          'resolve',
          id.split(':')[1]!,
          '--provider',
          'ZPAY',
          '--received',
          '40',
          '--why',
          why,
        ],
      }
    },
  ],
  [
    'a payment that was none',
    async ({ world, other }) => {
      const id = await world.make.payment(other)
      return {
        id,
        kind: 'payment',
        decision: 'nothing',
        fields: { why },
        line: [
          'qrcodes',
          'resolve',
          id.split(':')[1]!,
          '--provider',
          'ZPAY',
          '--nothing',
          '--why',
          why,
        ],
      }
    },
  ],
  [
    'a payment of another sum than the gateway’s, which waits',
    async ({ world, other }) => {
      const id = await world.make.payment(other)
      return {
        id,
        kind: 'payment',
        decision: 'received',
        fields: { amount: '41', why },
        line: [
          'qrcodes',
          'resolve',
          id.split(':')[1]!,
          '--provider',
          'ZPAY',
          '--received',
          '41',
          '--why',
          why,
        ],
      }
    },
  ],
  [
    'a withdrawal approved',
    async ({ world, member }) => {
      const id = await world.make.withdrawal(member, 1)
      return {
        id,
        kind: 'withdrawal',
        decision: 'approve',
        by: 'som',
        fields: { why },
        line: ['withdrawals', 'approve', id, '--why', why],
      }
    },
  ],
  [
    'an approved withdrawal that is stuck rejected',
    async ({ world, member }) => {
      const [row] = await world.database.db.query<{ id: string }>(
        `select id from withdrawals_withdrawal where member_id = $1`,
        [member],
      )
      const id = row!.id
      world.clock.moveMs(16 * minuteMs)
      return {
        id,
        kind: 'payout',
        decision: 'reject',
        fields: { reason: 'ACCOUNT_NAME', why },
        line: ['withdrawals', 'reject', id, '--reason', 'ACCOUNT_NAME', '--why', why],
      }
    },
  ],
  [
    'a payout that was paid',
    async ({ world, member }) => {
      await world.carryOut()
      const id = await world.make.payout(member)
      return {
        id,
        kind: 'payout',
        decision: 'paid',
        fields: { payout: 'PO4711', why },
        line: ['withdrawals', 'resolve', id, '--paid', 'PO4711', '--why', why],
      }
    },
  ],
  [
    'a payment that the bank has sent back',
    async ({ world, member }) => {
      const id = await paidOf(world, member)
      return {
        id,
        kind: 'payout',
        decision: 'bounced',
        fields: { why },
        line: ['withdrawals', 'bounced', id, '--why', why],
      }
    },
  ],
  [
    'a payout that was not paid',
    async ({ world, member }) => {
      const id = await world.make.payout(member)
      return {
        id,
        kind: 'payout',
        decision: 'returned',
        fields: { why },
        line: ['withdrawals', 'resolve', id, '--returned', '--why', why],
      }
    },
  ],
  [
    'money that a bank has although its statement did not show it, which waits',
    async ({ world, other }) => {
      const id = await world.make.trusted(other)
      return {
        id,
        kind: 'deposit',
        decision: 'shown',
        fields: { why },
        line: ['deposits', 'shown', id, '--why', why],
      }
    },
  ],
  [
    'a suspicion allowed',
    async ({ world, poor }) => {
      const id = await world.make.suspicion(poor)
      return {
        id,
        kind: 'suspicion',
        decision: 'allow',
        fields: { why },
        line: ['items', 'decide', id, '--allow', '--why', why],
      }
    },
  ],
  [
    'a suspicion denied',
    async ({ world, poor }) => {
      const id = await world.make.suspicion(poor)
      return {
        id,
        kind: 'suspicion',
        decision: 'deny',
        fields: { why },
        line: ['items', 'decide', id, '--deny', '--why', why],
      }
    },
  ],
  [
    'an act of another operator read',
    async ({ world }) => {
      const [row] = await world.database.db.query<{ id: bigint }>(
        `select id from review_act where actor = 'operator:lek' and ticked_by is null order by id limit 1`,
      )
      const id = String(row!.id)
      return {
        id,
        kind: 'review',
        decision: 'tick',
        by: 'som',
        fields: { why },
        line: ['review', 'tick', id, '--note', why],
      }
    },
  ],
  [
    'much money, which waits for a second person',
    async ({ world, member }) => {
      const id = await world.make.deposit(large)
      return {
        id,
        kind: 'deposit',
        decision: 'match',
        fields: { memberId: member, why },
        line: ['deposits', 'match', id, '--member', member, '--why', why],
      }
    },
  ],
  [
    'the second person’s yes',
    async ({ world }) => {
      const id = await waiting(world, 'deposits match')
      return { id, kind: 'second', decision: 'yes', by: 'som', line: ['confirm', 'yes', id] }
    },
  ],
  [
    'the second person’s no',
    async ({ world }) => {
      const id = await waiting(world, 'qrcodes resolve')
      return {
        id,
        kind: 'second',
        decision: 'no',
        by: 'som',
        fields: { why },
        line: ['confirm', 'no', id, '--why', why],
      }
    },
  ],
]

async function paidOf({ database }: WorkWorld, memberId: string): Promise<string> {
  const [row] = await database.db.query<{ id: string }>(
    `select id from withdrawals_withdrawal where member_id = $1 and state = 'paid'`,
    [memberId],
  )
  return row!.id
}

async function waiting(world: WorkWorld, kind: string): Promise<string> {
  const [row] = await world.database.db.query<{ id: bigint }>(
    `select id from confirm_request where state = 'waits' and kind = $1`,
    [kind],
  )
  return String(row!.id)
}

test.each(steps)('DESK-46 at the terminal and at the console: %s', async (_what, make) => {
  const atTerminal = await make(houses.terminal)
  const atConsole = await make(houses.console)
  await terminal.kapao(atTerminal.by ?? 'lek', ...atTerminal.line)
  const { id, kind, decision, fields = {}, by = 'lek' } = atConsole
  const said = await console.decide(by, { kind, id, decision, ...fields })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  const [one, other] = [await rowsOf(terminal), await rowsOf(console)]
  expect(one.at(-1)).toBeDefined()
  expect(other).toEqual(one)
})

test('DESK-46 what was decided is refused at both desks for the same reason', async () => {
  const refusals: string[][] = []
  for (const house of [houses.terminal, houses.console]) {
    const { world } = house
    const [row] = await world.database.db.query<{ id: string }>(
      `select id from deposits_deposit where state = 'returned' limit 1`,
    )
    const late = await world
      .kapao('dao', 'deposits', 'refuse', row!.id, '--why', why)
      .catch((error: Error) => error.message)
    refusals.push([late.replace(row!.id, 'ID')])
  }
  expect(refusals[0]).toEqual(refusals[1])
  const [row] = await console.database.db.query<{ id: string }>(
    `select id from deposits_deposit where state = 'returned' limit 1`,
  )
  const { body } = await console.decide('dao', {
    kind: 'deposit',
    id: row!.id,
    decision: 'refuse',
    why,
  })
  expect(body).toMatchObject({
    code: 'ALREADY_DECIDED',
    decided: { decision: 'refuse', by: 'lek', why },
  })
})

const questions = [
  `select actor, action, subject, before::text, after::text from core_audit where starts_with(actor, 'operator:') order by id`,
  `select kind, subject, what::text, words, amount, currency::text, state::text, asked_by, decided_by, done_at is not null as done from confirm_request order by id`,
  `select actor, action, subject, member_id, amount, why, second, ticked_by, note from review_act order by id`,
  `select kind::text, amount, ref from ledger_movement order by id`,
  `select id::text, state::text, why::text, note, member_id from deposits_deposit order by created_at, id`,
  `select id::text, state::text, why, deposit::text from deposits_request order by created_at, id`,
  `select event_id, seen_by from deposits_report where event_id like 'n%' order by event_id`,
  `select event_id, seen_by from bankfeed_unread order by event_id`,
  `select id::text, closed_why from qrcodes_finding order by id`,
  `select payment, state::text, amount, why, is_decided from qrcodes_payment order by payment`,
  `select id::text, state::text, reason, why from withdrawals_withdrawal order by created_at, id`,
  `select operator from withdrawals_approval order by at`,
  `select id::text, state::text, why from transfers_transfer order by created_at, id`,
  `select id::text, state::text, code, amount, why from giftlinks_link order by created_at, id`,
  `select deposit::text, shown_by, decided_at is not null as decided from bankfeed_claim order by reported_at, deposit`,
  `select id::text, decision, decided_by, why from items_item order by id`,
  `select member_id, status::text, statement_type::text from statement_row order by member_id, seq`,
]

/** All that a decision may leave, with random names replaced by the order in which they come. */
async function rowsOf({ database }: WorkWorld): Promise<string[]> {
  const names = new Map<string, string>()
  const plain = (text: string) =>
    text
      .replaceAll(
        /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|event-\d+|transfer:SCB:\d+|SCB:\d{6,}/g,
        (name) => {
          if (!names.has(name)) names.set(name, `#${names.size}`)
          return names.get(name)!
        },
      )
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  const found: string[] = []
  for (const question of questions)
    for (const row of await database.db.query(question))
      found.push(
        plain(
          JSON.stringify(row, (_, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          ),
        ),
      )
  return found
}
