import { beforeAll, describe, expect, test } from 'vitest'
import type { DueList } from '#core/jobs/sweep/due-store.ts'
import { countDue, listDue } from '#money/bonus/store.ts'
import { dueLinks } from '#channels/giftlinks/store.ts'
import { dueRenewals } from '#money/games/renewal-store.ts'
import { duePayments, paymentOf } from '#channels/qrcodes/payments/payment-store.ts'
import { dueProofs } from '#channels/qrcodes/payments/proof-store.ts'
import { endedCodes, liveCodes } from '#channels/qrcodes/codes/store.ts'
import { dueTransfers } from '#money/transfers/store.ts'
import { dueWithdrawals } from '#money/withdrawals/pay-store.ts'
import { testDatabase } from '../worlds/test-world.ts'

const database = testDatabase()
const at = new Date('2026-11-21T03:00:00Z')

const endedCount = 20_000
const dueCount = 4_000
/** Rows up to `dueCount` are due; the others have ended. */
const isDue = `n <= ${dueCount}`
const rows = `generate_series(1, ${endedCount + dueCount}) as n`
const nextAt = `$1::timestamptz - interval '1 hour' + n * interval '1 millisecond'`
const createdAt = `$1::timestamptz - interval '2 hours'`
/** All due rows but the last belong to one party. */
const party = (crowd: string, last: string) =>
  `case when n = ${dueCount} then '${last}' else '${crowd}' end`

const fill: Record<string, string> = {
  transfers_transfer: `
    insert into transfers_transfer (id, member_id, key, fingerprint, kind, game, from_place, to_place, hold_account, from_account,
      to_account, amount, currency, state, created_at, next_at, ended_at)
    select gen_random_uuid(), 'm' || n, 'k' || n, gen_random_uuid(), 'in', ${party('slow', 'other')}, 'wallet', 'slow', 1, 1, 1, 100,
      'BAHT', (case when ${isDue} then 'unknown' else 'done' end)::transfers_state, ${createdAt}, ${nextAt},
      case when ${isDue} then null else $1::timestamptz end
    from ${rows}`,
  withdrawals_withdrawal: `
    insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, amount, currency, state, bank_code, bank_account_no,
      bank_account_name, wallet_account, hold_account, approvals_needed, statement_seq, channel, created_at, next_at, approved_at, sent_at, ended_at, payout)
    select gen_random_uuid(), 'm' || n, 'k' || n, gen_random_uuid(), false, 100, 'BAHT',
      (case when n = ${dueCount} then 'approved' when ${isDue} then 'sent' else 'paid' end)::withdrawals_state, 'KBANK', '1', 'A', 1, 1, 0, n,
      case when n = ${dueCount} then null else 'BANK' end, ${createdAt}, ${nextAt}, $1, case when n = ${dueCount} then null else $1::timestamptz end,
      case when ${isDue} then null else $1::timestamptz end, case when ${isDue} then null else 'p' || n end
    from ${rows}`,
  giftlinks_link: `
    insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, amount, paid_at, code, created_at, next_at, ended_at)
    select gen_random_uuid(), 'm' || n, 'k' || n, gen_random_uuid(), 'v' || n, 'a', '08',
      (case when n = ${dueCount} then 'received' when ${isDue} then 'unknown' else 'refused' end)::giftlinks_state,
      case when n = ${dueCount} then 100 end, $1, 'X', ${createdAt}, ${nextAt}, case when ${isDue} then null else $1::timestamptz end
    from ${rows}`,
  games_renewal: `
    insert into games_renewal (member_id, game, next_at, created_at)
    select 'm' || n, ${party('slow', 'other')}, ${nextAt}, ${createdAt} from ${rows} where ${isDue}`,
  qrcodes_code: `
    insert into qrcodes_code (id, reference, member_id, provider, key, fingerprint, currency, ordered, amount, payload, state,
      created_at, expires_at, next_at, ended_at)
    select gen_random_uuid(), kind || n, kind || n, ${party('SLOW', 'OTHER')}, kind || n, gen_random_uuid(), 'BAHT', 100, 100, 'x',
      (case when kind = 'l' and ${isDue} then 'open' else 'replaced' end)::qrcodes_state, ${createdAt}, $1,
      case when ${isDue} then ${nextAt} end, case when kind = 'l' and ${isDue} then null else $1::timestamptz end
    from ${rows}, unnest(array['l', 'e']) as kind`,
  qrcodes_payment: `
    insert into qrcodes_payment (provider, payment, reference, amount, currency, amount_text, paid_at, is_confirmed, state, deposit, settled_at, created_at, next_at)
    select ${party('SLOW', 'OTHER')}, 'p:' || n, 'r' || n, 100, 'BAHT', '1', $1, true,
      (case when ${isDue} then 'received' else 'settled' end)::qrcodes_payment_state,
      case when ${isDue} then null else gen_random_uuid() end, case when ${isDue} then null else $1::timestamptz end, ${createdAt}, ${nextAt}
    from ${rows}`,
  qrcodes_proof: `
    insert into qrcodes_payment (provider, payment, reference, amount, currency, amount_text, paid_at, is_confirmed, state, deposit, settled_at,
      created_at, next_at, asks_on)
    select ${party('SLOW', 'OTHER')}, 'a:' || n, 's' || n, 100, 'BAHT', '1', $1, false, 'settled', gen_random_uuid(), $1::timestamptz,
      ${createdAt}, ${nextAt}, ${isDue}
    from ${rows}`,
  bonus_held: `
    insert into bonus_held (id, member_id, source, code, deposit, bonus, currency, target, end_amount, factor, terms, shares, about, state,
      statement_seq, ended_by, next_at, created_at)
    select lpad(n::text, 32, '0')::uuid, 'm' || n, 'bonus', 'B', 0, 1, 'BAHT', 1, 0, '1', '{}', '{}', '{}', 'clearing', n, 'cancelled',
      ${nextAt}, ${createdAt}
    from generate_series(1, 600) as n`,
  bonus_taking: `
    insert into bonus_taking (held, game, expected, taken)
    select lpad(n::text, 32, '0')::uuid, game, 1, case when n = 600 and game = 'slow' then 1 end
    from generate_series(1, 600) as n, unnest(array['slow', 'other']) as game where $1::timestamptz is not null`,
}

beforeAll(async () => {
  await database.ownerDb.begin(async (tx) => {
    // The accounts and deposits they refer to do not matter here.
    await tx.query('set local session_replication_role = replica')
    for (const sql of Object.values(fill)) await tx.query(sql, [at])
  })
  for (const table of Object.keys(fill).filter((name) => name !== 'qrcodes_proof'))
    await database.ownerDb.query(`analyze ${table}`)
}, 120_000)

const lists: [string, DueList, { index: string; crowd: string; last: string }][] = [
  ['transfers', dueTransfers, { index: 'transfers_transfer_due', crowd: 'slow', last: 'other' }],
  [
    'withdrawals',
    dueWithdrawals,
    { index: 'withdrawals_withdrawal_due', crowd: 'BANK', last: 'new BAHT' },
  ],
  ['gift links', dueLinks, { index: 'giftlinks_link_due', crowd: 'wallet', last: '' }],
  ['game passwords', dueRenewals, { index: 'games_renewal_due', crowd: 'slow', last: 'other' }],
  ['live codes', liveCodes, { index: 'qrcodes_code_live_due', crowd: 'SLOW', last: 'OTHER' }],
  ['ended codes', endedCodes, { index: 'qrcodes_code_ended_due', crowd: 'SLOW', last: 'OTHER' }],
  ['proofs', dueProofs, { index: 'qrcodes_payment_asked', crowd: 'SLOW', last: 'OTHER' }],
  ['payments', duePayments, { index: 'qrcodes_payment_due', crowd: 'SLOW', last: 'OTHER' }],
]

describe.each(lists)('RUN-10 the due list of %s', (_, list, { index, crowd, last }) => {
  test('shows the row of another party behind thousands, and leaves out excluded parties', async () => {
    const found = await list.find(database.db, { at, each: 50, except: [] })
    expect(found.map(({ party: of }) => of)).toEqual([...Array(50).fill(crowd), last])
    const except = found.map(({ id }) => id)
    const next = await list.find(database.db, { at, each: 50, except })
    expect(next).toHaveLength(50)
    expect(next.filter(({ id }) => except.includes(id))).toEqual([])
    expect(await list.count(database.db, at)).toMatchObject({ count: dueCount })
    const before = new Date(at.getTime() - 3_700_000)
    expect(await list.find(database.db, { at: before, each: 50, except: [] })).toEqual([])
  })

  test('reads its index and nothing else, a page of each party', async () => {
    const lines = await database.db.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) ${list.findSql
        .replaceAll('$1', `'${at.toISOString()}'`)
        .replaceAll('$2', '50')
        .replaceAll('$3', `'{}'`)}`,
    )
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan on')
    expect(plan).not.toContain('Bitmap')
    const scans = [...plan.matchAll(/Index (?:Only )?Scan using (\w+)/g)].map(([, name]) => name)
    expect(new Set(scans)).toEqual(new Set([index]))
    // One sort, of all pages together: each page comes from the index in order, up to its limit.
    expect(plan.match(/Sort Key/g)).toHaveLength(1)
  })
})

test('RUN-10 endings of bonuses wait by their remaining games, and count as due', async () => {
  const found = await listDue(database.db, { at, each: 50, except: [] })
  expect(found.map(({ party: of }) => of)).toEqual([...Array(50).fill('other slow'), 'other'])
  expect(await countDue(database.db, at)).toMatchObject({ count: 600 })
})

test('a payment is named by its gateway and its own id, whatever characters those contain', () => {
  expect(paymentOf({ id: 'ZPAY:p:1', party: 'ZPAY' })).toEqual({ provider: 'ZPAY', payment: 'p:1' })
})
