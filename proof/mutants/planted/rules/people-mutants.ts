import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Manual reviews: links between members, items, and what operators did alone. */
export const peopleMutants: readonly Mutant[] = [
  ...faultsIn('records/links/links', 'records/links/links', {
    'links: a network of a week ago is no sign': [
      'monthMs = 30 * dayMs',
      'monthMs = 3 * 24 * 60 * 60_000',
    ],
  }),
  ...faultsIn('records/links/signs', 'records/links/links', {
    'links: strangers need one sign': ["(signs.includes('invited') ? 1 : 2)", '1'],
    'links: a school is a household': ['householdMax = 5', 'householdMax = 50'],
    'links: a household is five and not six': [
      'users.length > householdMax',
      'users.length >= householdMax',
    ],
  }),
  ...faultsIn('records/links/opposite', 'records/links/links', {
    'links: any two amounts are alike': ['apartPercent = 10n', 'apartPercent = 30n'],
    'links: a tenth apart is too far': ['apart * 100n <=', 'apart * 100n <'],
    'links: kip are looked at as if they were baht': ['LAK: 210_000n', 'LAK: 30_000n'],
    'links: the least loss is too little': ['amount <= -least', 'amount < -least'],
    'links: the least win is too little': ['amount >= least', 'amount > least'],
    'links: a day that is not over is whole': ['([day]) => day < today', '([day]) => day <= today'],
    'links: bets of one hour only are of one match': ['apartMs = hourMs', 'apartMs = 60_000'],
  }),
  ...faultsIn('desk/watch/rewards/decided', 'rewards/invite/linked', {
    'links: allowed by a person is denied': [
      "if (decision !== 'deny' || !item.memberId",
      'if (!item.memberId',
    ],
    'links: denied, and what waits is given all the same': [
      'await denyPeriods(tx, { item: item.id, members, day })',
      'void members',
    ],
  }),
  ...faultsIn('records/items/store', 'records/items/items', {
    'items: only the first of two members waits': [
      'where other_id = $1 and decision is null and holds',
      'where false and other_id = $1 and decision is null and holds',
    ],
    'items: a wait for one thing is a wait for all': [
      'where member_id = $1 and decision is null and holds @> array[$2]\n     union',
      'where member_id = $1 and decision is null and $2::text is not null\n     union',
    ],
    'items: what was decided holds on': [
      'where member_id = $1 and decision is null and holds @> array[$2]',
      'where member_id = $1 and holds @> array[$2]',
    ],
  }),
  ...faultsIn('records/items/decide', 'records/items/items', {
    'items: decided twice': [
      '      const item = await lockItem(tx, id)\n      if (!item || item.decision !== null) return null\n      const at = clock.now()\n      await setDecided(',
      '      const item = await lockItem(tx, id)\n      if (!item) return null\n      const at = clock.now()\n      await setDecided(',
    ],
  }),
  ...faultsIn('records/items/decide.sql', 'records/items/items', {
    'items: the server may decide a decided item again': [
      'create or replace trigger items_item_guard before update on items_item for each row execute function items_item_guard();',
      '',
    ],
  }),
  ...faultsIn('records/review/store', 'records/review/review', {
    'review: late after three days': [
      "alarmed_at is null and at < now() - interval '24 hours'",
      "alarmed_at is null and at < now() - interval '72 hours'",
    ],
  }),
  ...faultsIn('notices_note_act', 'records/review/review', {
    'notices: a member whose money was taken is not told': [
      "when 'deposits.takeBack' then 'deposit.taken'",
      '',
    ],
    'notices: a member whose waiting money went elsewhere is not told': [
      'if p_other is not null and',
      'if p_other is null and',
    ],
  }),
  ...faultsIn('records/notices/after-try', 'records/notices/deliver', {
    'notices: an SMS that may have been sent is sent again': [
      "if (outcome !== 'refused') return { state: outcome }",
      "if (outcome === 'sent') return { state: outcome }",
    ],
  }),
  ...faultsIn('records/notices/delivery-store', 'records/notices/deliver', {
    'notices: two workers send the same': [
      "(state = 'due' and next_at <= $1) or",
      "(state in ('due', 'sending') and next_at <= $1) or",
    ],
  }),
  ...faultsIn('records/notices/watch', 'records/notices/deliver', {
    'notices: nothing waits where nobody was told of a new bank account': [
      "holds: ['withdrawals'],",
      'holds: [],',
    ],
    'notices: what is found after the first is in no item': [
      'return setEvidence(tx, item.id, evidenceOf([...member, ...members], count + untold.length))',
      'return',
    ],
  }),
  ...faultsIn('notices_note', 'records/notices/deliver', {
    'notices: an event that is noted again is another notice': [
      'values (p_member, p_kind, p_key, p_about)',
      'values (p_member, p_kind, p_key || random(), p_about)',
    ],
  }),
  ...faultsIn('transfers_end', 'money/transfers/late', {
    'notices: every transfer is one': ["interval '20 seconds'", "interval '0 seconds'"],
  }),
  ...faultsIn('review_readers', 'records/review/review', {
    'review: who was disabled reads it': ['where o.disabled_at is null and', 'where'],
  }),
  ...faultsIn('review_exceptions', 'records/review/review', {
    'review: taking money back is harmless': [
      "('chat.close', null,",
      "('deposits.takeBack', null, ''), ('chat.close', null,",
    ],
  }),
  ...faultsIn('withdrawals_approval_guard', 'money/withdrawals/operator-acts', {
    'review: after an hour the operator who moved the money approves it': [
      "interval '24 hours'",
      "interval '1 hour'",
    ],
  }),
  ...faultsIn('withdrawals_touched', 'money/withdrawals/operator-acts', {
    'review: after an hour a new bank account is an old one': [
      "interval '24 hours'",
      "interval '1 hour'",
    ],
  }),
]
