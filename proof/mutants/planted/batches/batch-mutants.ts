import type { Mutant } from '../../mutant.ts'
import { depositBatches } from './deposit-batches.ts'
import { next, swapsIn, turned } from './swaps.ts'

const ledger = swapsIn('ledger_apply', 'ledger', [
  ["a movement moves the next one's amount", 'a := v_amount[i];', `a := ${next('v_amount', 'i')};`],
  [
    "a movement is written with the next one's kind",
    'p_kind[i], coalesce(p_ref[i]',
    `${next('p_kind', 'i')}, coalesce(p_ref[i]`,
  ],
  [
    "a movement is written with the next one's reference",
    `coalesce(p_ref[i], ''), p_reverses`,
    `coalesce(${next('p_ref', 'i')}, ''), p_reverses`,
  ],
  [
    'a movement is written with the id of its opposite',
    'select p_idem[i], v_id[p_debit[i]]',
    'select p_idem[v_count + 1 - i], v_id[p_debit[i]]',
  ],
  [
    'a movement reverses that of the next one',
    'p_reverses[i], p_at',
    `${next('p_reverses', 'i')}, p_at`,
  ],
  [
    "a movement expects the next one's number",
    'p_expect_debit[i] <> v_seq[d]',
    `${next('p_expect_debit', 'i')} <> v_seq[d]`,
  ],
  [
    "a movement is answered with the next one's balance",
    'o_credit_balance[i] := v_balance[c];',
    `o_credit_balance[i] := v_balance[${next('v_credit', 'i')}];`,
  ],
])

const record = swapsIn('statement_record', 'money/transfers', [
  [
    "a row states the next one's amount",
    'p_amount[i], p_currency[i], p_at',
    `${next('p_amount', 'i')}, p_currency[i], p_at`,
  ],
  [
    "a row states the next one's currency",
    'p_currency[i], p_at',
    `${next('p_currency', 'i')}, p_at`,
  ],
  [
    "a row is the next member's",
    'select p_members[p_member[i]], p_number[i]',
    `select p_members[${next('p_member', 'i')}], p_number[i]`,
  ],
  [
    'the trail names the next member',
    `'member:' || p_members[p_member[i]]`,
    `'member:' || p_members[${next('p_member', 'i')}]`,
  ],
  [
    'the trail names the next request',
    'p_request[i], p_action',
    `${next('p_request', 'i')}, p_action`,
  ],
])

const transfersBegin = swapsIn('transfers_begin', 'money/transfers', [
  [
    "a transfer holds its opposite's amount",
    'p_credit => p_hold, p_amount => p_amount,',
    'p_credit => p_hold, p_amount => array(select p_amount[i] from generate_subscripts(p_amount, 1) as i order by i desc),',
  ],
  [
    "a transfer is stored with the next one's amount",
    'p_to[i], p_amount[i], p_currency[i]',
    `p_to[i], ${next('p_amount', 'i')}, p_currency[i]`,
  ],
  [
    "a transfer is stored with the next one's currency",
    `p_amount[i], p_currency[i], 'held'`,
    `p_amount[i], ${next('p_currency', 'i')}, 'held'`,
  ],
  [
    "a transfer is stored with the next one's key",
    'p_key[i], p_fingerprint[i], p_parent[i]',
    `${next('p_key', 'i')}, p_fingerprint[i], p_parent[i]`,
  ],
  [
    "a transfer is stored with the next one's target",
    'p_to[i], p_amount[i]',
    `${next('p_to', 'i')}, p_amount[i]`,
  ],
  [
    "a transfer is stored with the next one's hold",
    'p_accounts[p_hold[i]], p_to[i]',
    `p_accounts[${next('p_hold', 'i')}], p_to[i]`,
  ],
  [
    'a transfer is stored for the next member',
    'select p_id[i], p_members[p_member[i]]',
    `select p_id[i], p_members[${next('p_member', 'i')}]`,
  ],
  [
    "a known key is compared with the next one's body",
    'v_found.fingerprint = p_fingerprint[k]',
    `v_found.fingerprint = ${next('p_fingerprint', 'k')}`,
  ],
  [
    "a transfer goes on to the next one's game account",
    `nullif(p_next_game[i], ''), p_next_account[i]`,
    `nullif(p_next_game[i], ''), p_next_account[case when i > 6 then i - 6 else i end]`,
  ],
])

const transfersEnd = swapsIn('transfers_end', 'money/transfers', [
  [
    "a transfer ends with the first one's amount",
    `      m_amount := m_amount || v_found.amount;
      m_kind := m_kind || case`,
    `      m_amount := m_amount || coalesce(v_amount[n - 1], v_found.amount);
      m_kind := m_kind || case`,
  ],
  [
    "money that goes on is the first one's amount",
    `        m_amount := m_amount || v_found.amount;
        m_kind`,
    `        m_amount := m_amount || m_amount[1];
        m_kind`,
  ],
  [
    "money that stays is stated with another's amount",
    ...turned('array(select v_amount[j] from unnest(s_which) as j)', 'j'),
  ],
  [
    "money that stays is stated in another's currency",
    ...turned('array(select v_currency[j] from unnest(s_which) as j)', 'j'),
  ],
  [
    "money that stays has another's operation",
    ...turned('array(select v_stay_id[j] from unnest(s_which) as j)', 'j'),
  ],
  [
    "money that stays has another's row",
    ...turned('array(select v_stays[j] from unnest(s_which) as j)', 'j'),
  ],
  [
    'a transfer ends as the next one does',
    'v_next[n] := p_done[k]',
    `v_next[n] := ${next('p_done', 'k')}`,
  ],
  [
    "a transfer ends with the next one's reason",
    `why = nullif(p_why[v_position[j]], '')`,
    `why = nullif(p_why[v_position[j % n + 1]], '')`,
  ],
  [
    'a transfer is marked as the next one',
    'case when p_done[v_position[j]]',
    'case when p_done[v_position[j % n + 1]]',
  ],
])

const withdrawalsBegin = swapsIn('withdrawals_begin', 'money/withdrawals', [
  [
    "a withdrawal holds its opposite's amount",
    ...turned('array(select p_amount[i] from unnest(v_fresh) as i)', 'i'),
  ],
  [
    "a withdrawal holds in its opposite's account",
    ...turned('array(select p_hold[i] from unnest(v_fresh) as i)', 'i'),
  ],
  [
    "a withdrawal expects its opposite's number",
    ...turned('array(select p_from[i] from unnest(v_fresh) as i)', 'i'),
  ],
  [
    "a withdrawal pays the first one's amount",
    'p_accounts[p_hold[i]], p_amount[i],',
    'p_accounts[p_hold[i]], p_amount[v_done[1]],',
  ],
  [
    "a withdrawal is paid in the next one's currency",
    '           p_currency[i],',
    `           ${next('p_currency', 'i')},`,
  ],
  [
    "a withdrawal is paid to the next one's account",
    'v_account[p_member[i]], v_name',
    `v_account[${next('p_member', 'i')}], v_name`,
  ],
  [
    "a withdrawal is paid at the next one's bank",
    'v_bank[p_member[i]], v_account',
    `v_bank[${next('p_member', 'i')}], v_account`,
  ],
  [
    'a withdrawal needs as many people as the next one',
    'v_name[p_member[i]], p_needed[i]',
    `v_name[p_member[i]], ${next('p_needed', 'i')}`,
  ],
  [
    "a withdrawal is stored with the next one's key",
    'p_key[i], p_fingerprint[i], p_of_all',
    `${next('p_key', 'i')}, p_fingerprint[i], p_of_all`,
  ],
  [
    'a withdrawal is stored for the next member',
    'select p_id[i], p_members[p_member[i]]',
    `select p_id[i], p_members[${next('p_member', 'i')}]`,
  ],
  [
    "a row of a withdrawal names the next one's bank",
    `coalesce(v_bank[p_member[i]], '')`,
    `coalesce(v_bank[${next('p_member', 'i')}], '')`,
  ],
])

const people = swapsIn('withdrawals_people', 'money/withdrawals', [
  [
    "a withdrawal is judged by the next one's sum of the day",
    'v_alone[k] + p_amount[i] > p_auto_day_max[i]',
    `v_alone[k] + ${next('p_amount', 'i')} > p_auto_day_max[i]`,
  ],
  [
    "a withdrawal is judged by the next one's limit",
    'v_total[k] + p_amount[i] >= p_two_from[i]',
    `v_total[k] + p_amount[i] >= ${next('p_two_from', 'i')}`,
  ],
])

/** A stranger of the same batch gets, or pays, or is stated, what is another's. */
export const batchMutants: readonly Mutant[] = [
  ...ledger,
  ...record,
  ...transfersBegin,
  ...transfersEnd,
  ...withdrawalsBegin,
  ...people,
  ...depositBatches,
]
