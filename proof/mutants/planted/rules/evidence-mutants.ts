import { faultsIn, faultsOfTables } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Evidence from a second source: a bank's statement, a gateway's query, an envelope. */
export const evidenceMutants: readonly Mutant[] = [
  ...faultsIn('channels/bankfeed/prove', 'channels/bankfeed/doubt', {
    'bank: a line that has shown a deposit before takes the next one from its own line': [
      'if (word && (await markShown(deps, word, `unnamed:${key} ${count}`))) open.delete(word.id)',
      'if (word && open.delete(word.id)) await markShown(deps, word, `unnamed:${key} ${count}`)',
    ],
    'bank: what the statement does not show after five minutes is denied': [
      'shownWithinMs = 15 * minuteMs',
      'shownWithinMs = 5 * minuteMs',
    ],
    'bank: a secret is doubted when the bank only words a transfer differently': [
      'if (isDoubt || !(await',
      'if (!(await',
    ],
    'bank: a report of an hour ago is no longer confirmed': [
      'askedMaxMs = 48 * 60 * minuteMs',
      'askedMaxMs = 60 * minuteMs',
    ],
    'bank: a silent statement is logged each minute': [
      'if (isNew) log.error({ party, count }',
      'if (isNew || true) log.error({ party, count }',
    ],
  }),
  ...faultsIn('bankfeed_within', 'channels/bankfeed/doubt', {
    'bank: a denied message leaves the channel trusted': [
      'o.channel = p_channel and o.denied_at is not null',
      'false',
    ],
  }),
  ...faultsIn('bankfeed_within', 'channels/bankfeed/bound', {
    'bank: the bound is that of one message': [
      'p_bound - p_amount;',
      'case when p_amount <= p_bound then 1e18 else -1 end;',
    ],
    'bank: without a statement the bound is that of an hour': [
      "from bankfeed_claim o\n        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 day'",
      "from bankfeed_claim o\n        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 hour'",
    ],
  }),
  ...faultsIn('bankfeed_lock', 'channels/bankfeed/bound', {
    'bank: many at once pass the bound together': [
      'perform pg_advisory_xact_lock(4011032, v_turn);',
      'perform v_turn;',
    ],
  }),
  ...faultsOfTables('channels/bankfeed/bound', {
    'bank: one line of a statement shows two deposits': 'drop index bankfeed_claim_shown',
  }),
  ...faultsIn('bankfeed_unproven', 'channels/bankfeed/bound', {
    'bank: what is credited on a message alone is paid out': [
      'w.trusted_at is not null and',
      'false and',
    ],
  }),
  ...faultsIn('bankfeed_in_doubt', 'channels/bankfeed/doubt', {
    'bank: what has come again with other words is no doubt': [
      "x.why::text in ('alike', 'repeated')",
      'false',
    ],
  }),
  ...faultsIn('channels/bankfeed/match', 'channels/bankfeed/match', {
    'bank: four digits without their bank are an account': ['tailAloneMin = 6', 'tailAloneMin = 4'],
    'bank: of two of one name the first is meant': ['known.length === 1 ?', 'known.length > 0 ?'],
    'bank: details changed afterwards to fit count as the payer': [
      'return isReportedBefore(paidAt, one.detailsSince)\n',
      'return paidAt < new Date(0)\n',
    ],
    'bank: a reserved amount counts against the reported name': [
      'reserved === null || contradicts(payer, reserved)',
      'reserved === null',
    ],
  }),
  ...faultsIn('outside/bank/names', 'outside/bank/names', {
    'bank: a title is taken off every name that begins like one': [
      '(?:\\.|\\s|$))\\s*)+',
      '\\.?)\\s*)+',
    ],
    'bank: a member who has registered a title alone is anybody': [' || ours.whole]', ']'],
  }),
  ...faultsIn('outside/bank/payer', 'outside/bank/payer', {
    'bank: digits that the account of a member does not have are theirs': [
      'if (digits.at(-back) !== sign) return null',
      'if (back <= digits.length && digits.at(-back) !== sign) return null',
    ],
  }),
  ...faultsIn('channels/bankfeed/other-payer', 'channels/slips/later-report', {
    'bank: a slip that was believed is not looked at after its payer has changed': [
      "return settled.firstChannel === 'slip'",
      'return false',
    ],
  }),
  ...faultsIn(
    'channels/qrcodes/payments/proof-store',
    'channels/qrcodes/{contradiction,unanswered}',
    {
      'qr: what they say when asked is booked, whatever the code asks for': [
        ' and c.amount = $4 and c.currency = $5)',
        ')',
      ],
    },
  ),
  ...faultsIn('channels/qrcodes/confirm', 'channels/qrcodes/{contradiction,unanswered}', {
    'qr: after an hour of silence nobody is asked any more': [
      'askedMaxMs = 2 * dayMs',
      'askedMaxMs = 60 * 60_000',
    ],
  }),
  ...faultsIn('channels/giftlinks/redeem', 'channels/giftlinks/giftlinks', {
    'gift link: a share of less than the least is taken from a large envelope': [
      ' || (!isRandom && share < giftMin)',
      '',
    ],
    'gift link: the phone of our own wallet is reported as the wrong phone': [
      " && judgePhone(phone, link.mobile) !== 'own'",
      '',
    ],
  }),
]
