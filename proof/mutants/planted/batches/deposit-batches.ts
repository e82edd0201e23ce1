import type { Mutant } from '../../mutant.ts'
import { next, swapsIn, turned } from './swaps.ts'

const book = swapsIn('deposits_book', 'money/deposits', [
  [
    "a deposit credits the first one's amount",
    'v_amount := v_amount || v_item.amount;',
    'v_amount := v_amount || coalesce(v_amount[1], v_item.amount);',
  ],
  [
    "a deposit credits the next one's wallet",
    'then v_item.suspense else v_item.wallet end',
    'then v_item.suspense else coalesce((p_items[i + 1]).wallet, v_item.wallet) end',
  ],
  [
    "a deposit comes from the next one's account",
    'then v_item.suspense else v_item.house end',
    'then v_item.suspense else coalesce((p_items[i + 1]).house, v_item.house) end',
  ],
  [
    "a deposit earns the next one's coins",
    'v_amount := v_amount || v_item.coins;',
    'v_amount := v_amount || coalesce(v_amount[4], v_item.coins);',
  ],
  [
    'a deposit earns coins for the next member',
    'v_credit := v_credit || v_item.coin;',
    'v_credit := v_credit || coalesce((p_items[i + 1]).coin, v_item.coin);',
  ],
  [
    "a reference names the next one's deposit",
    'select ref, p_deposit[i] from',
    `select ref, ${next('p_deposit', 'i')} from`,
  ],
  [
    "a report names the next one's deposit",
    '(p_items[i]).event, p_deposit[i]',
    `(p_items[i]).event, ${next('p_deposit', 'i')}`,
  ],
])

const write = swapsIn('deposits_write', 'money/deposits', [
  [
    "a deposit is stored with the next one's amount",
    'p_accounts[v.suspense], v.amount, v.currency',
    'p_accounts[v.suspense], (p_items[i % cardinality(p_items) + 1]).amount, v.currency',
  ],
  [
    "a deposit is stored in the next one's currency",
    'v.amount, v.currency,\n           case',
    'v.amount, (p_items[i % cardinality(p_items) + 1]).currency,\n           case',
  ],
  [
    'a deposit is stored for the next member',
    'p_members[nullif(v.member, 0)], v.why',
    'p_members[nullif((p_items[i % cardinality(p_items) + 1]).member, 0)], v.why',
  ],
  [
    'a deposit is placed for the next member',
    'p_deposit[i] as id, p_members[v.member] as member_id',
    'p_deposit[i] as id, p_members[(p_items[i % cardinality(p_items) + 1]).member] as member_id',
  ],
  [
    "the trail of a deposit names the next one's amount",
    `'amount', (p_items[i]).amount`,
    `'amount', (p_items[i % cardinality(p_items) + 1]).amount`,
  ],
  [
    "the trail of a deposit names the next one's request",
    'array(select (p_items[i]).request from unnest(v_which) as i)',
    'array(select (p_items[i % cardinality(p_items) + 1]).request from unnest(v_which) as i)',
  ],
  [
    "a request was paid with the next one's deposit",
    'select p_deposit[i] as deposit, p_statement_id[i] as id',
    `select ${next('p_deposit', 'i')} as deposit, p_statement_id[i] as id`,
  ],
])

const rows = swapsIn('deposits_write_rows', 'money/deposits', [
  [
    "a row of a deposit states another's amount",
    ...turned('array(select (p_items[i]).amount from unnest(p_which) as i)', 'i'),
  ],
  [
    "a row of a deposit is another member's",
    ...turned('array(select (p_items[i]).member from unnest(p_which) as i)', 'i'),
  ],
  [
    "a row of a deposit names another's place",
    ...turned('array(select (p_items[i]).from_place from unnest(p_which) as i)', 'i'),
  ],
])

export const depositBatches: readonly Mutant[] = [...book, ...write, ...rows]
