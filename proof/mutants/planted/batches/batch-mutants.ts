import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** A stranger of the same batch gets, or pays, or is stated, what is another's. */
export const batchMutants: readonly Mutant[] = [
  ...faultsIn('ledger_apply', 'ledger/batch', {
    "batch: a movement moves the next one's amount": [
      'a := v_amount[i];',
      'a := v_amount[i % cardinality(v_amount) + 1];',
    ],
    "batch: a movement is written with the next one's kind": [
      'p_kind[i], coalesce(p_ref[i]',
      'p_kind[i % cardinality(p_kind) + 1], coalesce(p_ref[i]',
    ],
    "batch: a movement is written with the next one's reference": [
      "coalesce(p_ref[i], ''), p_reverses",
      "coalesce(p_ref[i % cardinality(p_ref) + 1], ''), p_reverses",
    ],
    'batch: a movement is written with the id of its opposite': [
      'select p_idem[i], v_id[p_debit[i]]',
      'select p_idem[v_count + 1 - i], v_id[p_debit[i]]',
    ],
    'batch: a movement reverses that of the next one': [
      'p_reverses[i], p_at',
      'p_reverses[i % cardinality(p_reverses) + 1], p_at',
    ],
    "batch: a movement expects the next one's number": [
      'p_expect_debit[i] <> v_seq[d]',
      'p_expect_debit[i % cardinality(p_expect_debit) + 1] <> v_seq[d]',
    ],
    "batch: a movement is answered with the next one's balance": [
      'o_credit_balance[i] := v_balance[c];',
      'o_credit_balance[i] := v_balance[v_credit[i % cardinality(v_credit) + 1]];',
    ],
  }),
  ...faultsIn('statement_record', 'money/transfers/batch', {
    "batch: a row states the next one's amount": [
      'p_amount[i], p_currency[i], p_at',
      'p_amount[i % cardinality(p_amount) + 1], p_currency[i], p_at',
    ],
    "batch: a row states the next one's currency": [
      'p_currency[i], p_at',
      'p_currency[i % cardinality(p_currency) + 1], p_at',
    ],
    "batch: a row is the next member's": [
      'select p_members[p_member[i]], p_number[i]',
      'select p_members[p_member[i % cardinality(p_member) + 1]], p_number[i]',
    ],
    'batch: the trail names the next member': [
      "'member:' || p_members[p_member[i]]",
      "'member:' || p_members[p_member[i % cardinality(p_member) + 1]]",
    ],
    'batch: the trail names the next request': [
      'p_request[i], p_action',
      'p_request[i % cardinality(p_request) + 1], p_action',
    ],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/batch', {
    "batch: a transfer holds its opposite's amount": [
      'p_credit => p_hold, p_amount => p_amount,',
      'p_credit => p_hold, p_amount => array(select p_amount[i] from generate_subscripts(p_amount, 1) as i order by i desc),',
    ],
    "batch: a transfer is stored with the next one's amount": [
      'p_to[i], p_amount[i], p_currency[i]',
      'p_to[i], p_amount[i % cardinality(p_amount) + 1], p_currency[i]',
    ],
    "batch: a transfer is stored with the next one's currency": [
      "p_amount[i], p_currency[i], 'held'",
      "p_amount[i], p_currency[i % cardinality(p_currency) + 1], 'held'",
    ],
    "batch: a transfer is stored with the next one's key": [
      'p_key[i], p_fingerprint[i], p_parent[i]',
      'p_key[i % cardinality(p_key) + 1], p_fingerprint[i], p_parent[i]',
    ],
    "batch: a transfer is stored with the next one's target": [
      'p_to[i], p_amount[i]',
      'p_to[i % cardinality(p_to) + 1], p_amount[i]',
    ],
    "batch: a transfer is stored with the next one's hold": [
      'p_accounts[p_hold[i]], p_to[i]',
      'p_accounts[p_hold[i % cardinality(p_hold) + 1]], p_to[i]',
    ],
    'batch: a transfer is stored for the next member': [
      'select p_id[i], p_members[p_member[i]]',
      'select p_id[i], p_members[p_member[i % cardinality(p_member) + 1]]',
    ],
    "batch: a known key is compared with the next one's body": [
      'v_found.fingerprint = p_fingerprint[k]',
      'v_found.fingerprint = p_fingerprint[k % cardinality(p_fingerprint) + 1]',
    ],
    "batch: a transfer goes on to the next one's game account": [
      "nullif(p_next_game[i], ''), p_next_account[i]",
      "nullif(p_next_game[i], ''), p_next_account[case when i > 6 then i - 6 else i end]",
    ],
  }),
  ...faultsIn('transfers_end', 'money/transfers/batch', {
    "batch: a transfer ends with the first one's amount": [
      '      m_amount := m_amount || v_found.amount;\n      m_kind := m_kind || case',
      '      m_amount := m_amount || coalesce(v_amount[n - 1], v_found.amount);\n      m_kind := m_kind || case',
    ],
    "batch: money that goes on is the first one's amount": [
      '        m_amount := m_amount || v_found.amount;\n        m_kind',
      '        m_amount := m_amount || m_amount[1];\n        m_kind',
    ],
    "batch: money that stays is stated with another's amount": [
      'array(select v_amount[j] from unnest(s_which) as j)',
      'array(select v_amount[j] from unnest(s_which) with ordinality as o (j, o) order by o desc)',
    ],
    "batch: money that stays is stated in another's currency": [
      'array(select v_currency[j] from unnest(s_which) as j)',
      'array(select v_currency[j] from unnest(s_which) with ordinality as o (j, o) order by o desc)',
    ],
    "batch: money that stays has another's operation": [
      'array(select v_stay_id[j] from unnest(s_which) as j)',
      'array(select v_stay_id[j] from unnest(s_which) with ordinality as o (j, o) order by o desc)',
    ],
    "batch: money that stays has another's row": [
      'array(select v_stays[j] from unnest(s_which) as j)',
      'array(select v_stays[j] from unnest(s_which) with ordinality as o (j, o) order by o desc)',
    ],
    'batch: a transfer ends as the next one does': [
      'v_next[n] := p_done[k]',
      'v_next[n] := p_done[k % cardinality(p_done) + 1]',
    ],
    "batch: a transfer ends with the next one's reason": [
      "why = nullif(p_why[v_position[j]], '')",
      "why = nullif(p_why[v_position[j % n + 1]], '')",
    ],
    'batch: a transfer is marked as the next one': [
      'case when p_done[v_position[j]]',
      'case when p_done[v_position[j % n + 1]]',
    ],
  }),
  ...faultsIn('withdrawals_begin', 'money/withdrawals/batch', {
    "batch: a withdrawal holds its opposite's amount": [
      'array(select p_amount[i] from unnest(v_fresh) as i)',
      'array(select p_amount[i] from unnest(v_fresh) with ordinality as o (i, o) order by o desc)',
    ],
    "batch: a withdrawal holds in its opposite's account": [
      'array(select p_hold[i] from unnest(v_fresh) as i)',
      'array(select p_hold[i] from unnest(v_fresh) with ordinality as o (i, o) order by o desc)',
    ],
    "batch: a withdrawal expects its opposite's number": [
      'array(select p_from[i] from unnest(v_fresh) as i)',
      'array(select p_from[i] from unnest(v_fresh) with ordinality as o (i, o) order by o desc)',
    ],
    "batch: a withdrawal pays the first one's amount": [
      'p_accounts[p_hold[i]], p_amount[i],',
      'p_accounts[p_hold[i]], p_amount[v_done[1]],',
    ],
    "batch: a withdrawal is paid in the next one's currency": [
      '           p_currency[i],',
      '           p_currency[i % cardinality(p_currency) + 1],',
    ],
    "batch: a withdrawal is paid to the next one's account": [
      'v_account[p_member[i]], v_name',
      'v_account[p_member[i % cardinality(p_member) + 1]], v_name',
    ],
    "batch: a withdrawal is paid at the next one's bank": [
      'v_bank[p_member[i]], v_account',
      'v_bank[p_member[i % cardinality(p_member) + 1]], v_account',
    ],
    'batch: a withdrawal needs as many people as the next one': [
      'v_name[p_member[i]], p_needed[i]',
      'v_name[p_member[i]], p_needed[i % cardinality(p_needed) + 1]',
    ],
    "batch: a withdrawal is stored with the next one's key": [
      'p_key[i], p_fingerprint[i], p_of_all',
      'p_key[i % cardinality(p_key) + 1], p_fingerprint[i], p_of_all',
    ],
    'batch: a withdrawal is stored for the next member': [
      'select p_id[i], p_members[p_member[i]]',
      'select p_id[i], p_members[p_member[i % cardinality(p_member) + 1]]',
    ],
    "batch: a row of a withdrawal names the next one's bank": [
      "coalesce(v_bank[p_member[i]], '')",
      "coalesce(v_bank[p_member[i % cardinality(p_member) + 1]], '')",
    ],
  }),
  ...faultsIn('withdrawals_people', 'money/withdrawals/batch', {
    "batch: a withdrawal is judged by the next one's sum of the day": [
      'v_alone[k] + p_amount[i] > p_auto_day_max[i]',
      'v_alone[k] + p_amount[i % cardinality(p_amount) + 1] > p_auto_day_max[i]',
    ],
    "batch: a withdrawal is judged by the next one's limit": [
      'v_total[k] + p_amount[i] >= p_two_from[i]',
      'v_total[k] + p_amount[i] >= p_two_from[i % cardinality(p_two_from) + 1]',
    ],
  }),
  ...faultsIn('deposits_book', 'money/deposits/batch', {
    "batch: a deposit credits the first one's amount": [
      'v_amount := v_amount || v_item.amount;',
      'v_amount := v_amount || coalesce(v_amount[1], v_item.amount);',
    ],
    "batch: a deposit credits the next one's wallet": [
      'then v_item.suspense else v_item.wallet end',
      'then v_item.suspense else coalesce((p_items[i + 1]).wallet, v_item.wallet) end',
    ],
    "batch: a deposit comes from the next one's account": [
      'then v_item.suspense else v_item.house end',
      'then v_item.suspense else coalesce((p_items[i + 1]).house, v_item.house) end',
    ],
    "batch: a deposit earns the next one's coins": [
      'v_amount := v_amount || v_item.coins;',
      'v_amount := v_amount || coalesce(v_amount[4], v_item.coins);',
    ],
    'batch: a deposit earns coins for the next member': [
      'v_credit := v_credit || v_item.coin;',
      'v_credit := v_credit || coalesce((p_items[i + 1]).coin, v_item.coin);',
    ],
    "batch: a reference names the next one's deposit": [
      'select ref, p_deposit[i] from',
      'select ref, p_deposit[i % cardinality(p_deposit) + 1] from',
    ],
    "batch: a report names the next one's deposit": [
      '(p_items[i]).event, p_deposit[i]',
      '(p_items[i]).event, p_deposit[i % cardinality(p_deposit) + 1]',
    ],
  }),
  ...faultsIn('deposits_write', 'money/deposits/batch', {
    "batch: a deposit is stored with the next one's amount": [
      'p_accounts[v.suspense], v.amount, v.currency',
      'p_accounts[v.suspense], (p_items[i % cardinality(p_items) + 1]).amount, v.currency',
    ],
    "batch: a deposit is stored in the next one's currency": [
      'v.amount, v.currency,\n           case',
      'v.amount, (p_items[i % cardinality(p_items) + 1]).currency,\n           case',
    ],
    'batch: a deposit is stored for the next member': [
      'p_members[nullif(v.member, 0)], v.why',
      'p_members[nullif((p_items[i % cardinality(p_items) + 1]).member, 0)], v.why',
    ],
    'batch: a deposit is placed for the next member': [
      'p_deposit[i] as id, p_members[v.member] as member_id',
      'p_deposit[i] as id, p_members[(p_items[i % cardinality(p_items) + 1]).member] as member_id',
    ],
    "batch: the trail of a deposit names the next one's amount": [
      "'amount', (p_items[i]).amount",
      "'amount', (p_items[i % cardinality(p_items) + 1]).amount",
    ],
    "batch: the trail of a deposit names the next one's request": [
      'array(select (p_items[i]).request from unnest(v_which) as i)',
      'array(select (p_items[i % cardinality(p_items) + 1]).request from unnest(v_which) as i)',
    ],
    "batch: a request was paid with the next one's deposit": [
      'select p_deposit[i] as deposit, p_statement_id[i] as id',
      'select p_deposit[i % cardinality(p_deposit) + 1] as deposit, p_statement_id[i] as id',
    ],
  }),
  ...faultsIn('deposits_write_rows', 'money/deposits/batch', {
    "batch: a row of a deposit states another's amount": [
      'array(select (p_items[i]).amount from unnest(p_which) as i)',
      'array(select (p_items[i]).amount from unnest(p_which) with ordinality as o (i, o) order by o desc)',
    ],
    "batch: a row of a deposit is another member's": [
      'array(select (p_items[i]).member from unnest(p_which) as i)',
      'array(select (p_items[i]).member from unnest(p_which) with ordinality as o (i, o) order by o desc)',
    ],
    "batch: a row of a deposit names another's place": [
      'array(select (p_items[i]).from_place from unnest(p_which) as i)',
      'array(select (p_items[i]).from_place from unnest(p_which) with ordinality as o (i, o) order by o desc)',
    ],
  }),
]
