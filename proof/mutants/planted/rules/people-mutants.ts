import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const source = 'apps/server/src'

const gates = {
  links: testsOf('links', 'links'),
  linked: testsOf('invite', 'linked'),
  items: testsOf('items', 'items'),
  review: [`${source}/records/review/review.test.ts`],
  touched: testsOf('withdrawals', 'operator-acts'),
}

const links = [
  ...table(gates.links, [
    [
      'links: a network of a week ago is no sign',
      'records/links/links',
      'monthMs = 30 * dayMs',
      'monthMs = 3 * 24 * 60 * 60_000',
    ],
    [
      'links: strangers need one sign',
      'records/links/signs',
      `(signs.includes('invited') ? 1 : 2)`,
      '1',
    ],
    [
      'links: a school is a household',
      'records/links/signs',
      'householdMax = 5',
      'householdMax = 50',
    ],
    [
      'links: a household is five and not six',
      'records/links/signs',
      'users.length > householdMax',
      'users.length >= householdMax',
    ],
    [
      'links: any two amounts are alike',
      'records/links/opposite',
      'apartPercent = 10n',
      'apartPercent = 30n',
    ],
    [
      'links: a tenth apart is too far',
      'records/links/opposite',
      'apart * 100n <=',
      'apart * 100n <',
    ],
    [
      'links: kip are looked at as if they were baht',
      'records/links/opposite',
      'LAK: 210_000n',
      'LAK: 30_000n',
    ],
    [
      'links: the least loss is too little',
      'records/links/opposite',
      'amount <= -least',
      'amount < -least',
    ],
    [
      'links: the least win is too little',
      'records/links/opposite',
      'amount >= least',
      'amount > least',
    ],
    [
      'links: a day that is not over is whole',
      'records/links/opposite',
      '([day]) => day < today',
      '([day]) => day <= today',
    ],
    [
      'links: bets of one hour only are of one match',
      'records/links/opposite',
      'apartMs = hourMs',
      'apartMs = 60_000',
    ],
  ]),
  ...table(gates.linked, [
    [
      'links: allowed by a person is denied',
      'desk/watch/rewards/decided',
      `if (decision !== 'deny' || !item.memberId`,
      'if (!item.memberId',
    ],
    [
      'links: denied, and what waits is given all the same',
      'desk/watch/rewards/decided',
      'await denyPeriods(tx, { item: item.id, members, day })',
      'void members',
    ],
  ]),
]

const items: Mutant[] = [
  ...table(gates.items, [
    [
      'items: only the first of two members waits',
      'records/items/store',
      'where other_id = $1 and decision is null and holds',
      'where false and other_id = $1 and decision is null and holds',
    ],
    [
      'items: a wait for one thing is a wait for all',
      'records/items/store',
      `where member_id = $1 and decision is null and holds @> array[$2]
     union`,
      `where member_id = $1 and decision is null and $2::text is not null
     union`,
    ],
    [
      'items: what was decided holds on',
      'records/items/store',
      `where member_id = $1 and decision is null and holds @> array[$2]`,
      `where member_id = $1 and holds @> array[$2]`,
    ],
    [
      'items: decided twice',
      'records/items/decide',
      `      const item = await lockItem(tx, id)
      if (!item || item.decision !== null) return null
      const at = clock.now()
      await setDecided(`,
      `      const item = await lockItem(tx, id)
      if (!item) return null
      const at = clock.now()
      await setDecided(`,
    ],
  ]),
  {
    name: 'items: the server may decide a decided item again',
    gate: gates.items,
    file: 'apps/server/src/records/items/decide.sql',
    edits: [
      [
        'create or replace trigger items_item_guard before update on items_item for each row execute function items_item_guard();',
        '',
      ],
    ],
  },
]

const review: Mutant[] = [
  ...table(gates.review, [
    [
      'review: late after three days',
      'records/review/store',
      `alarmed_at is null and at < now() - interval '24 hours'`,
      `alarmed_at is null and at < now() - interval '72 hours'`,
    ],
    [
      'review: a member whose money was taken is not notified',
      'records/review/notice',
      `'deposits.takeBack': 'taken',`,
      '',
    ],
    [
      'review: a member whose waiting money went elsewhere is not notified',
      'records/review/notice',
      'otherId !== null && otherId !== memberId',
      'otherId !== null && otherId === memberId',
    ],
  ]),
  {
    name: 'review: who was disabled reads it',
    gate: gates.review,
    sqlFunction: 'review_readers',
    edits: [['where o.disabled_at is null and', 'where']],
  },
  {
    name: 'review: taking money back is harmless',
    gate: gates.review,
    sqlFunction: 'review_exceptions',
    edits: [[`('refund.close', null,`, `('deposits.takeBack', null, ''), ('refund.close', null,`]],
  },
  {
    name: 'review: after an hour the operator who moved the money approves it',
    gate: gates.touched,
    sqlFunction: 'withdrawals_approval_guard',
    edits: [[`interval '24 hours'`, `interval '1 hour'`]],
  },
  {
    name: 'review: after an hour a new bank account is an old one',
    gate: gates.touched,
    sqlFunction: 'withdrawals_touched',
    edits: [[`interval '24 hours'`, `interval '1 hour'`]],
  },
]

/** Manual reviews: links between members, items, and what operators did alone. */
export const peopleMutants: readonly Mutant[] = [...links, ...items, ...review]
