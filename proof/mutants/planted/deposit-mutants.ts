import type { Mutant } from '../mutant.ts'
import { testsOf } from '../table.ts'

const deposits = testsOf('deposits', 'settle', 'settle-at-once', 'take-back', 'coins')
const together = [
  ...testsOf('bankfeed', 'one-transfer'),
  ...testsOf('deposits', 'settle-at-once', 'similar'),
]
const slips = testsOf(
  'slips',
  'slips',
  'concurrent-checks',
  'hostile',
  'fitted-details',
  'receiver',
  'contested',
)
const references = testsOf('deposits', 'references')
const requests = testsOf('deposits', 'request')
const apart = testsOf('deposits', 'reported-apart')
const coins = testsOf('deposits', 'coins')
const takingBack = testsOf('deposits', 'take-back')
const givingBack = testsOf('deposits', 'give-back')

/** Deposits: credited once, to the right member, whichever channels report them. */
export const depositMutants: readonly Mutant[] = [
  {
    name: 'arrival: a repeated event is handled as a new one',
    gate: deposits,
    sqlFunction: 'deposits_find',
    edits: [
      [
        '    where s.channel = v.channel and s.event_id = v.event;',
        '    where s.channel = v.channel and s.event_id = v.event and false;',
      ],
    ],
  },
  {
    name: 'arrival: a reference that was seen is taken for another',
    gate: deposits,
    sqlFunction: 'deposits_find',
    edits: [['    where r.reference = any (v.refs) order', '    where false order']],
  },
  {
    name: 'arrival: the same money by another channel is other money',
    gate: [...deposits, ...slips],
    sqlFunction: 'deposits_find',
    edits: [
      [
        '    where x.house_account = p_account and x.amount = v.amount\n      and x.paid_at > coalesce',
        '    where false and x.amount = v.amount\n      and x.paid_at > coalesce',
      ],
    ],
  },
  {
    name: 'arrival: a second equal transfer is the first',
    gate: [...deposits, ...slips],
    sqlFunction: 'deposits_find',
    edits: [
      [
        '      and not (cardinality(v.refs) > 0 and x.named) and not deposits_source(v.channel, v.event) = any (deposits_sources(x.id))\n',
        '',
      ],
    ],
  },
  {
    name: 'arrival: reports of the same money do not wait for each other',
    gate: together,
    file: `apps/server/src/money/deposits/settle.ts`,
    edits: [
      ['(house.id * 31n + amount) % turns', 'BigInt(Math.floor(Math.random() * Number(turns)))'],
    ],
  },
  {
    name: 'arrival: credited beside a bonus',
    gate: deposits,
    sqlFunction: 'deposits_receive',
    edits: [['v_holders := bonus_holders(p_members);', `v_holders := '{}';`]],
  },
  {
    name: 'arrival: a short reference counts without the digits of the payer',
    gate: references,
    sqlFunction: 'deposits_find',
    edits: [
      [
        `
      and (length(deposits_transfer(r.reference)) >= 12 or deposits_tails_agree(x.payer_account, v.payer_account))`,
        '',
      ],
    ],
  },
  {
    name: 'arrival: a reference without its bank matches any amount',
    gate: references,
    sqlFunction: 'deposits_find',
    edits: [
      [
        `
      and x.house_account = p_account and x.amount = v.amount
      and x.paid_at > v.paid_at`,
        `
      and x.house_account = p_account
      and x.paid_at > v.paid_at`,
      ],
    ],
  },
  {
    name: 'arrival: a request of another amount is taken',
    gate: requests,
    sqlFunction: 'deposits_settle',
    edits: [[' and r.amount = v_item.amount', '']],
  },
  {
    name: 'arrival: what waits for one member is released to another',
    gate: references,
    sqlFunction: 'deposits_judge',
    edits: [['if p_deposit.member_id <> p_member then', 'if false then']],
  },
  {
    name: 'arrival: what may have been reported twice is credited without a reference',
    gate: references,
    sqlFunction: 'deposits_judge',
    edits: [
      [
        `p_deposit.why = 'repeated' and cardinality(p_arrival.refs) > 0`,
        `p_deposit.why = 'repeated'`,
      ],
    ],
  },
  {
    name: 'arrival: what may be a transfer that is credited already is credited',
    gate: apart,
    sqlFunction: 'deposits_is_doubtful',
    edits: [['return v_credited > 0 and v_credited + 1 > v_certain;', 'return false;']],
  },
  {
    name: 'arrival: what is credited already is looked for among what has no name only',
    gate: apart,
    sqlFunction: 'deposits_is_doubtful',
    edits: [['if s.named and not exists (', 'if not exists (']],
  },
  {
    name: 'arrival: a message that may be a repetition proves a transfer',
    gate: apart,
    sqlFunction: 'deposits_is_doubtful',
    edits: [
      [`and not (x.state = 'suspended' and x.why = 'repeated') as is_certain`, 'as is_certain'],
    ],
  },
  {
    name: 'arrival: what waited for its payer is placed beside its slip',
    gate: apart,
    sqlFunction: 'deposits_judge',
    edits: [['and not deposits_may_credit(p_deposit.why)', 'and false']],
  },
  {
    name: 'arrival: what was written beside a busy wallet stays written',
    gate: deposits,
    sqlFunction: 'deposits_undo',
    edits: [['  delete from deposits_report where deposit = any(p_deposits);\n', '']],
  },
  {
    name: 'coins: three days are looked back instead of thirty',
    gate: coins,
    sqlFunction: 'deposits_coins',
    edits: [
      [`d.settled_at >= p_at - interval '30 days'`, `d.settled_at >= p_at - interval '3 days'`],
      [`w.created_at >= p_at - interval '30 days'`, `w.created_at >= p_at - interval '3 days'`],
    ],
  },
  {
    name: 'taking back: what is not credited any more, as the program sees it',
    gate: takingBack,
    file: `apps/server/src/money/deposits/take-back.ts`,
    edits: [
      [
        `id, turn: lockKeyOf(accounts.house, amount) }))!
  refuseUnlessCredited(deposit)
`,
        `id, turn: lockKeyOf(accounts.house, amount) }))!
`,
      ],
    ],
  },
  {
    name: 'taking back: what is not credited any more, as the database sees it',
    gate: takingBack,
    sqlFunction: 'deposits_take_back',
    edits: [[` and state = 'credited' returning`, ' returning']],
  },
  {
    name: 'giving back: what its operator has undone',
    gate: givingBack,
    file: `apps/server/src/money/deposits/give-back.ts`,
    edits: [[`if (state !== 'refused' || undoUntil! > at) return`, 'if (undoUntil! > at) return']],
  },
  {
    name: 'giving back: a refusal is undone when its time is over',
    gate: givingBack,
    file: `apps/server/src/money/deposits/give-back.ts`,
    edits: [[' || undoUntil! <= at', '']],
  },
  {
    name: 'giving back: before its time, as the database sees it',
    gate: givingBack,
    sqlFunction: 'deposits_refusal_guard',
    edits: [['if new.settled_at < old.undo_until then', 'if false then']],
  },
]
