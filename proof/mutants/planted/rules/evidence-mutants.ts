import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const gates = {
  bound: testsOf('bankfeed', 'bound'),
  doubt: testsOf('bankfeed', 'doubt'),
  match: testsOf('bankfeed', 'match'),
  names: ['apps/server/src/outside/bank/names.test.ts'],
  holder: ['apps/server/src/outside/bank/payer.test.ts'],
  payer: testsOf('slips', 'later-report'),
  proofs: testsOf('qrcodes', 'contradiction', 'unanswered'),
  gifts: testsOf('giftlinks', 'giftlinks'),
}

const bank: Mutant[] = [
  ...table(gates.doubt, [
    [
      'bank: a line that has shown a deposit before takes the next one from its own line',
      'channels/bankfeed/prove',
      'if (word && (await markShown(deps, word, `unnamed:${key} ${count}`))) open.delete(word.id)',
      'if (word && open.delete(word.id)) await markShown(deps, word, `unnamed:${key} ${count}`)',
    ],
    [
      'bank: what the statement does not show after five minutes is denied',
      'channels/bankfeed/prove',
      'shownWithinMs = 15 * minuteMs',
      'shownWithinMs = 5 * minuteMs',
    ],
    [
      'bank: a secret is doubted when the bank only words a transfer differently',
      'channels/bankfeed/prove',
      'if (isDoubt || !(await',
      'if (!(await',
    ],
    [
      'bank: a report of an hour ago is no longer confirmed',
      'channels/bankfeed/prove',
      'askedMaxMs = 48 * 60 * minuteMs',
      'askedMaxMs = 60 * minuteMs',
    ],
    [
      'bank: a silent statement is logged each minute',
      'channels/bankfeed/prove',
      'if (isNew) log.error({ party, count }',
      'if (isNew || true) log.error({ party, count }',
    ],
  ]),
  {
    name: 'bank: a denied message leaves the channel trusted',
    gate: gates.doubt,
    sqlFunction: 'bankfeed_within',
    edits: [['o.channel = p_channel and o.denied_at is not null', 'false']],
  },
  {
    name: 'bank: the bound is that of one message',
    gate: gates.bound,
    sqlFunction: 'bankfeed_within',
    edits: [['p_bound - p_amount;', 'case when p_amount <= p_bound then 1e18 else -1 end;']],
  },
  {
    name: 'bank: without a statement the bound is that of an hour',
    gate: gates.bound,
    sqlFunction: 'bankfeed_within',
    edits: [
      [
        `from bankfeed_claim o\n        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 day'`,
        `from bankfeed_claim o\n        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 hour'`,
      ],
    ],
  },
  {
    name: 'bank: many at once pass the bound together',
    gate: gates.bound,
    sqlFunction: 'bankfeed_lock',
    edits: [['perform pg_advisory_xact_lock(4011032, v_turn);', 'perform v_turn;']],
  },
  {
    name: 'bank: one line of a statement shows two deposits',
    gate: gates.bound,
    schema: 'drop index bankfeed_claim_shown',
  },
  {
    name: 'bank: what is credited on a message alone is paid out',
    gate: gates.bound,
    sqlFunction: 'bankfeed_unproven',
    edits: [['w.trusted_at is not null and', 'false and']],
  },
  {
    name: 'bank: what has come again with other words is no doubt',
    gate: gates.doubt,
    sqlFunction: 'bankfeed_in_doubt',
    edits: [[`x.why::text in ('alike', 'repeated')`, 'false']],
  },
]

const payers = [
  ...table(gates.match, [
    [
      'bank: four digits without their bank are an account',
      'channels/bankfeed/match',
      'tailAloneMin = 6',
      'tailAloneMin = 4',
    ],
    [
      'bank: of two of one name the first is meant',
      'channels/bankfeed/match',
      'known.length === 1 ?',
      'known.length > 0 ?',
    ],
    [
      'bank: details changed afterwards to fit count as the payer',
      'channels/bankfeed/match',
      'return isReportedBefore(paidAt, one.detailsSince)\n',
      'return paidAt < new Date(0)\n',
    ],
    [
      'bank: a reserved amount counts against the reported name',
      'channels/bankfeed/match',
      'reserved === null || contradicts(payer, reserved)',
      'reserved === null',
    ],
  ]),
  ...table(gates.names, [
    [
      'bank: a title is taken off every name that begins like one',
      'outside/bank/names',
      String.raw`(?:\.|\s|$))\s*)+`,
      String.raw`\.?)\s*)+`,
    ],
    [
      'bank: a member who has registered a title alone is anybody',
      'outside/bank/names',
      ' || ours.whole]',
      ']',
    ],
  ]),
  ...table(gates.holder, [
    [
      'bank: digits that the account of a member does not have are theirs',
      'outside/bank/payer',
      'if (digits.at(-back) !== sign) return null',
      'if (back <= digits.length && digits.at(-back) !== sign) return null',
    ],
  ]),
  ...table(gates.payer, [
    [
      'bank: a slip that was believed is not looked at after its payer has changed',
      'channels/bankfeed/other-payer',
      `return settled.firstChannel === 'slip'`,
      'return false',
    ],
  ]),
]

const gateways = table(gates.proofs, [
  [
    'qr: what they say when asked is booked, whatever the code asks for',
    'channels/qrcodes/payments/proof-store',
    ' and c.amount = $4 and c.currency = $5)',
    ')',
  ],
  [
    'qr: after an hour of silence nobody is asked any more',
    'channels/qrcodes/confirm',
    'askedMaxMs = 2 * dayMs',
    'askedMaxMs = 60 * 60_000',
  ],
])

const gifts = table(gates.gifts, [
  [
    'gift link: a share of less than the least is taken from a large envelope',
    'channels/giftlinks/redeem',
    ' || (!isRandom && share < giftMin)',
    '',
  ],
  [
    'gift link: the phone of our own wallet is reported as the wrong phone',
    'channels/giftlinks/redeem',
    ` && judgePhone(phone, link.mobile) !== 'own'`,
    '',
  ],
])

/** Evidence from a second source: a bank's statement, a gateway's query, an envelope. */
export const evidenceMutants: readonly Mutant[] = [...bank, ...payers, ...gateways, ...gifts]
