import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { accountBook } from '../../../apps/server/src/ledger/accounts.ts'
import { postAll } from '../../../apps/server/src/ledger/post.ts'
import { sealMovements } from '../../../apps/server/src/ledger/seal.ts'
import type { Act } from './act.ts'
import type { Crew, BenchWorld } from './world.ts'

/** A whole chunk of a seal, as every night has many. */
const sealedMovements = 1_100
const results = 10_000
const invited = 30_000
const rows = 1_000

/** Reads of one's own, each within its limits; rows RUN-81 to RUN-85 of docs/requirements.md. */
export const readActs: readonly Act[] = [
  {
    name: 'receipts-of-one',
    attack: 'receiptsAtOnce',
    seconds: 5,
    attackers: 1,
    games: ['pg'],
    before: sealReceipts,
  },
  {
    name: 'receipts-of-four',
    attack: 'receiptsSteadily',
    seconds: 10,
    attackers: 4,
    games: ['pg'],
    before: sealReceipts,
  },
  {
    name: 'bonus-looks',
    attack: 'bonusLooks',
    seconds: 5,
    attackers: 1,
    games: ['pg'],
    before: playUnderBonus,
  },
  { name: 'invited', attack: 'invitedPages', seconds: 5, attackers: 1, before: inviteMany },
  {
    name: 'statements',
    attack: 'statementParts',
    seconds: 5,
    attackers: 3,
    before: fillStatements,
  },
  { name: 'chat-flood', attack: 'chatFlood', seconds: 5, attackers: 1 },
]

/** Six transfers of each, sealed with more than a thousand other movements. */
async function sealReceipts(world: BenchWorld, { attackers }: Crew): Promise<void> {
  const { ownerDb } = world
  const body = { from: 'wallet', to: 'pg', amount: 1 }
  for (const member of attackers)
    for (let n = 0; n < 6; n += 1)
      await world.callAs(member, 'POST /api/wallet/transfer', {
        body,
        headers: { 'idempotency-key': systemIds.key() },
      })
  const book = accountBook(ownerDb)
  const [wallet] = await book.find(attackers[0]!.id, [['wallet', '']])
  const debit = await book.house('opening', '', 'BAHT')
  const movements = Array.from({ length: sealedMovements }, () => ({
    idem: systemIds.key(),
    debit,
    credit: wallet!,
    money: { amount: 1n, currency: 'BAHT' as const },
    kind: 'opening' as const,
  }))
  await ownerDb.begin((tx) => postAll(tx, systemClock.now(), movements))
  await sealMovements(ownerDb, systemClock)
}

/** A bonus that requires more turnover than the member's results, which are as many as half a day allows. */
async function playUnderBonus({ ownerDb }: BenchWorld, { attackers }: Crew): Promise<void> {
  const [member] = attackers
  await accountBook(ownerDb).house('provider', 'pg', 'BAHT')
  await ownerDb.query(
    `insert into bonus_held (id, member_id, source, code, deposit, bonus, currency, target, end_amount, factor, terms, shares,
       about, state, statement_seq, next_at, created_at)
     values (gen_random_uuid(), $1, 'refund', 'BENCH', 100000, 10000, 'BAHT', 900000000000, 0, '5', $2, '{}', $3, 'active', 1,
       now() + interval '1 year', now() - interval '1 day')`,
    [
      member!.id,
      { kind: 'turnover', base: 'deposit and bonus', factor: '5', percentFail: 0, endAmount: {} },
      { th: 'Bench', la: 'Bench', en: 'Bench' },
    ],
  )
  await ownerDb.query(
    `with ends as (select id, kind = 'game' as mine, seq from ledger_account
       where owner = $1 and kind = 'game' and party = 'pg' or owner is null and kind = 'provider' and party = 'pg' and currency = 'BAHT')
     insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, created_at)
     select gen_random_uuid(), one.id, other.id, 100 + n, one.seq + n, 0, other.seq + n, 0, 'play_result', '',
            now() - make_interval(secs => 5 * (${results} - n))
     from generate_series(1, ${results}) as n join ends one on one.mine = (n % 2 = 0) join ends other on other.mine <> one.mine`,
    [member!.id],
  )
  await ownerDb.query(
    `update ledger_account set seq = seq + ${results}
     where owner = $1 and kind = 'game' and party = 'pg' or owner is null and kind = 'provider' and party = 'pg' and currency = 'BAHT'`,
    [member!.id],
  )
}

async function inviteMany({ ownerDb }: BenchWorld, { attackers }: Crew): Promise<void> {
  await ownerDb.query(
    `insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name,
       bank_account_no, invited_by, language, created_at, details_since)
     select lpad(n::text, 12, '0'), '+669' || lpad(n::text, 8, '0'), '09' || lpad(n::text, 8, '0'), 'Friend', 'none', 'BAHT',
            'SCB', 'FRIEND OF MANY', lpad(n::text, 10, '0'), $1, 'th', now() - make_interval(secs => n), now()
     from generate_series(1, ${invited}) as n`,
    [attackers[0]!.id],
  )
  await ownerDb.query('vacuum analyze account_member')
}

async function fillStatements({ ownerDb }: BenchWorld, { attackers }: Crew): Promise<void> {
  for (const { id } of attackers) {
    await ownerDb.query(
      `insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
       select c.member_id, c.seq + n, gen_random_uuid(), 'transfer', 'wallet', 'pg', 'SUCCESS', n, 'BAHT', now()
       from statement_counter c, generate_series(1, ${rows}) as n where c.member_id = $1`,
      [id],
    )
    await ownerDb.query(`update statement_counter set seq = seq + ${rows} where member_id = $1`, [
      id,
    ])
  }
}
