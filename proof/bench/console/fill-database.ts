import type { Db } from '../../../apps/server/src/core/db/db.ts'

/**
 * A database as it is after a year: members with names, money and history; pending work; conversations. Written by SQL
 * in parts, as the owner of the tables; the movements go through the ledger's own function.
 */
export type DatabaseSize = { members: number; movements: number }

const perPart = 10_000
/** How many of each kind are pending on a bad evening. */
const waiting = { deposits: 10_000, withdrawals: 3_000, requests: 500, talks: 400 }

export async function fillDatabase(
  ownerDb: Db,
  { members, movements }: DatabaseSize,
): Promise<void> {
  const inParts = async (count: number, text: string): Promise<void> => {
    for (let from = 1; from <= count; from += perPart)
      await ownerDb.query(text, [from, Math.min(count, from + perPart - 1)])
  }
  // Guards apply to the server's role, not to a bench that creates rows; and nobody is told of a year that is made up.
  for (const table of guarded) await ownerDb.query(`alter table ${table} disable trigger all`)
  for (const helper of helpers) await ownerDb.query(helper)
  await inParts(members, insertMembers)
  await inParts(members, insertCounters)
  await ownerDb.query(
    `select ledger_open('{NULL,NULL,NULL}', '{opening,bank,suspense}', '{"","KBANK:1112223334",""}', '{BAHT,BAHT,BAHT}')`,
  )
  await inParts(members, openAccounts)
  await inParts(members, insertSessions)
  for (let each = 0; each < rowsOfMember; each += 1) await inParts(members, insertRow(each))
  await inParts(members, insertDeposits(members))
  await inParts(Math.floor(members / 4), insertWithdrawals)
  await inParts(waiting.deposits, insertSuspended)
  await inParts(waiting.withdrawals, insertHeld)
  await inParts(waiting.requests, insertRequests)
  await inParts(Math.floor(members / 50), insertTalks)
  await fillMovements(ownerDb, movements)
  for (const table of guarded) await ownerDb.query(`alter table ${table} enable trigger all`)
  for (const table of analysed) await ownerDb.query(`vacuum analyze ${table}`)
}

const guarded = ['account_member', 'withdrawals_withdrawal', 'statement_row']
const rowsOfMember = 6
const analysed = [
  'account_member',
  'core_session',
  'statement_row',
  'statement_counter',
  'ledger_account',
  'ledger_movement',
  'deposits_deposit',
  'deposits_reference',
  'deposits_request',
  'withdrawals_withdrawal',
  'chat_conversation',
  'chat_message',
]

/** The same number always gives the same member, and different numbers give different ones. */
const helpers = [
  `create or replace function house_member(n bigint) returns text language sql immutable as $$
     select 'M' || lpad(upper(to_hex((n * 2654435761) & 17592186044415)), 11, '0')
   $$`,
  `create or replace function house_word(n bigint) returns text language sql immutable as $$
     select (array['สม','วิ','ประ','กิต','อนุ','ธน','ชัย','นภา','พร','สุ','มา','รัต','ปิ','จิ','ศิ','อร'])[1 + n % 16]
         || (array['ชาย','ชัย','เดช','ติ','พงษ์','กร','วัฒน์','ลักษณ์','ทิพย์','ดา','ลี','นา','ยะ','รา','ริ','ณี'])[1 + n / 16 % 16]
         || (array['','ศักดิ์','วงศ์','กุล','มณี','สวัสดิ์','เจริญ','ทอง'])[1 + n / 256 % 8]
   $$`,
]

const insertMembers = `
insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name, bank_account_no,
  language, created_at, details_since)
select house_member(n), '+6681' || lpad(n::text, 7, '0'), '081' || lpad(n::text, 7, '0'), house_word(n * 7919), 'x', 'BAHT',
  (array['KBANK','SCB','BBL','KTB'])[1 + n % 4], house_word(n * 7919) || ' ' || house_word(n * 104729),
  lpad((2000000000 + n)::text, 10, '0'), (array['th','th','la','en'])[1 + n % 4],
  now() - make_interval(mins => (n % 500000)::int), now() - interval '300 days'
from generate_series($1::bigint, $2::bigint) n`

const insertCounters = `
insert into statement_counter (member_id, seq)
select house_member(n), ${rowsOfMember} from generate_series($1::bigint, $2::bigint) n`

const openAccounts = `
select ledger_open(array_agg(house_member(n)), array_agg(kind), array_agg(''::text), array_agg(currency::ledger_currency))
from generate_series($1::bigint, $2::bigint) n
cross join (values ('wallet', 'BAHT'), ('withdrawal', 'BAHT'), ('coin', 'COIN')) as wanted (kind, currency)`

const insertSessions = `
insert into core_session (token_hash, member_id, created_at, last_used_at, ends_at, address, device)
select sha256(('house ' || n)::bytea), house_member(n), now() - make_interval(hours => (n % 700)::int),
  now() - make_interval(mins => (n % 40000)::int), now() + interval '30 days',
  '10.' || n % 250 || '.' || n / 250 % 250 || '.' || n / 62500 % 250, 'Chrome'
from generate_series($1::bigint, $2::bigint) n`

/** One row of each member's statement. */
function insertRow(each: number): string {
  return `
insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
select house_member(n), ${each + 1}, gen_random_uuid(),
  (array['deposit','transfer','transfer','transfer','withdraw','deposit'])[${each + 1}]::statement_type,
  'wallet', 'pg', 'SUCCESS', 100 * (1 + n % 5000), 'BAHT',
  now() - make_interval(mins => ((n % 400000) + ${(rowsOfMember - each) * 30})::int)
from generate_series($1::bigint, $2::bigint) n`
}

const depositColumns = `id, house_kind, house_party, house_account, suspense_account, amount, currency, state, member_id, why,
  first_channel, named, unnamed, from_place, payer_bank, payer_account, payer_name, paid_at, statement_seq, statement_id, created_at, settled_at`
const houses = `(select id from ledger_account where owner is null and kind = 'bank' limit 1),
  (select id from ledger_account where owner is null and kind = 'suspense' limit 1)`

/** In the order of time, as deposits come: an index of ranges finds a day of them. */
const insertDeposits = (members: number) => `
with made as (
  insert into deposits_deposit (${depositColumns})
  select gen_random_uuid(), 'bank', 'KBANK:1112223334', ${houses}, 100 * (1 + n % 5000) + n % 100, 'BAHT', 'credited',
    house_member(n), null, 'bank', true, false, 'bank', 'SCB', lpad((2000000000 + n)::text, 10, '0'),
    house_word(n * 7919) || ' ' || house_word(n * 104729), now() - make_interval(mins => ((${members} - n) * 400000 / ${members})::int), 1, gen_random_uuid(),
    now() - make_interval(mins => ((${members} - n) * 400000 / ${members})::int), now() - make_interval(mins => ((${members} - n) * 400000 / ${members})::int)
  from generate_series($1::bigint, $2::bigint) n returning id)
insert into deposits_reference (reference, deposit) select 'SCB:HOUSE' || replace(id::text, '-', ''), id from made`

/** From unknown payers, or from payers of whom the bank reports four digits. */
const insertSuspended = `
insert into deposits_deposit (${depositColumns})
select gen_random_uuid(), 'bank', 'KBANK:1112223334', ${houses}, 100 * (1 + n % 3000) + n % 100, 'BAHT', 'suspended',
  case when n % 3 = 0 then house_member(n * 17) end, (array['unknown-payer','ambiguous','wrong-payer'])[1 + n % 3]::deposits_why,
  'bank', true, false, 'bank', 'SCB', lpad((n * 17 % 10000)::text, 4, '0'), house_word(n * 17 * 7919), now() - make_interval(mins => n::int),
  null, null, now() - make_interval(mins => n::int), null
from generate_series($1::bigint, $2::bigint) n`

const withdrawalColumns = `id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state, bank_code,
  bank_account_no, bank_account_name, approvals_needed, statement_seq, created_at, next_at, approved_at, channel, sent_at, ended_at`
const withdrawn = (n: string) => `house_member(${n}), 'house', gen_random_uuid(), false, 1, 2`

const insertWithdrawals = `
insert into withdrawals_withdrawal (${withdrawalColumns})
select gen_random_uuid(), ${withdrawn('n * 4')}, 100 * (1 + n % 9000), 'BAHT', 'paid', 'SCB', lpad(n::text, 10, '0'), 'A B', 0, 5,
  at, at, at, 'PAYONEX', at, at
from (select n, now() - make_interval(mins => (n % 400000)::int) as at from generate_series($1::bigint, $2::bigint) n) as made`

const insertHeld = `
insert into withdrawals_withdrawal (${withdrawalColumns})
select gen_random_uuid(), ${withdrawn('n * 4 + 1')}, 100 * (5000 + n % 9000), 'BAHT', 'held', 'SCB', lpad(n::text, 10, '0'), 'A B',
  1 + (n % 2)::int, 5, at, at, null, null, null, null
from (select n, now() - make_interval(secs => (n * 7)::int) as at from generate_series($1::bigint, $2::bigint) n) as made`

const insertRequests = `
insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
select gen_random_uuid(), house_member(n * 4 + 2), 'house', gen_random_uuid(), 100 * (1 + n % 300), 'BAHT', false, 'open', 1,
  now() - make_interval(mins => n::int)
from generate_series($1::bigint, $2::bigint) n`

const insertTalks = `
with made as (
  insert into chat_conversation (owner, code, state, language, session, last_seq, read_seq, seen_seq, waiting_since, created_at, last_at)
  select 'member:' || house_member(n * 3), 'H' || lpad(upper(to_hex(n)), 11, '0'),
    (case when n <= ${waiting.talks} then 'waiting' else 'menu' end)::chat_state, 'th', gen_random_uuid(), 10, 5, 8,
    case when n <= ${waiting.talks} then now() - make_interval(secs => n::int) end, now() - interval '9 days',
    now() - make_interval(mins => n::int)
  from generate_series($1::bigint, $2::bigint) n returning owner, session, last_at)
insert into chat_message (owner, seq, id, session, sender, message, created_at)
select owner, seq, gen_random_uuid(), session, 'customer', '{"message_type":"text","payload":{"message":"เงินยังไม่เข้า"}}', last_at
from made cross join generate_series(1, 10) as seq`

const perCall = 5_000

/**
 * Opening money for every member first, then movements between wallets and house accounts, through the ledger's own
 * function.
 */
async function fillMovements(ownerDb: Db, movements: number): Promise<void> {
  await ownerDb.query(`
    create or replace function house_move(p_from bigint, p_count int) returns void language plpgsql as $$
    declare
      v_accounts bigint[];
      v_house bigint := (select id from ledger_account where owner is null and kind = 'opening');
      v_time text := lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0');
    begin
      v_accounts := array(select id from ledger_account where kind = 'wallet' and id > p_from order by id limit p_count);
      if cardinality(v_accounts) = 0 then
        v_accounts := array(select id from ledger_account where kind = 'wallet' order by id limit p_count);
      end if;
      perform ledger_apply(
        p_member => v_accounts, p_house => array[v_house],
        p_idem => array(select (v_time || '7' || substr(md5(random()::text), 1, 19))::uuid from generate_series(1, cardinality(v_accounts))),
        p_debit => array_fill(cardinality(v_accounts) + 1, array[cardinality(v_accounts)]),
        p_credit => array(select n from generate_series(1, cardinality(v_accounts)) n),
        p_amount => array_fill(100::bigint, array[cardinality(v_accounts)]),
        p_kind => array_fill('opening'::ledger_kind, array[cardinality(v_accounts)]),
        p_at => clock_timestamp());
    end $$`)
  const [range] = await ownerDb.query<{ last: bigint }>(
    `select max(id) as last from ledger_account where kind = 'wallet'`,
  )
  const last = Number(range!.last)
  let from = 0
  for (let have = 0; have < movements; have += perCall) {
    await ownerDb.query('select house_move($1, $2)', [from, perCall])
    // A member's three accounts are adjacent.
    from += perCall * 3
    if (from >= last) from = 0
  }
}
