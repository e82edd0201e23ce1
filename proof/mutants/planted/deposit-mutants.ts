import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** Deposits: credited once, to the right member, whichever channels report them. */
export const depositMutants: readonly Mutant[] = [
  ...faultsIn('deposits_find', 'money/deposits/{settle,settle-at-once,take-back,coins}', {
    'arrival: a repeated event is handled as a new one': [
      '    where s.channel = v.channel and s.event_id = v.event;',
      '    where s.channel = v.channel and s.event_id = v.event and false;',
    ],
    'arrival: a reference that was seen is taken for another': [
      '    where r.reference = any (v.refs) order',
      '    where false order',
    ],
  }),
  ...faultsIn(
    'deposits_find',
    [
      'money/deposits/{settle,settle-at-once,take-back,coins}',
      'channels/slips/{slips,concurrent-checks,hostile,fitted-details,receiver,contested}',
    ],
    {
      'arrival: the same money by another channel is other money': [
        '    where x.house_account = p_account and x.amount = v.amount\n      and x.paid_at > coalesce',
        '    where false and x.amount = v.amount\n      and x.paid_at > coalesce',
      ],
      'arrival: a second equal transfer is the first': [
        '      and not (cardinality(v.refs) > 0 and x.named) and not deposits_source(v.channel, v.event) = any (deposits_sources(x.id))\n',
        '',
      ],
    },
  ),
  ...faultsIn(
    'money/deposits/settle',
    ['channels/bankfeed/one-transfer', 'money/deposits/{settle-at-once,similar}'],
    {
      'arrival: reports of the same money do not wait for each other': [
        '(house.id * 31n + amount) % turns',
        'BigInt(Math.floor(Math.random() * Number(turns)))',
      ],
    },
  ),
  ...faultsIn('deposits_receive', 'money/deposits/{settle,settle-at-once,take-back,coins}', {
    'arrival: credited beside a bonus': [
      'v_holders := bonus_holders(p_members);',
      "v_holders := '{}';",
    ],
  }),
  ...faultsIn('deposits_find', 'money/deposits/references', {
    'arrival: a short reference counts without the digits of the payer': [
      '\n      and (length(deposits_transfer(r.reference)) >= 12 or deposits_tails_agree(x.payer_account, v.payer_account))',
      '',
    ],
    'arrival: a reference without its bank matches any amount': [
      '\n      and x.house_account = p_account and x.amount = v.amount\n      and x.paid_at > v.paid_at',
      '\n      and x.house_account = p_account\n      and x.paid_at > v.paid_at',
    ],
  }),
  ...faultsIn('deposits_settle', 'money/deposits/request', {
    'arrival: a request of another amount is taken': [' and r.amount = v_item.amount', ''],
  }),
  ...faultsIn('deposits_judge', 'money/deposits/references', {
    'arrival: what waits for one member is released to another': [
      'if p_deposit.member_id <> p_member then',
      'if false then',
    ],
    'arrival: what may have been reported twice is credited without a reference': [
      "p_deposit.why = 'repeated' and cardinality(p_arrival.refs) > 0",
      "p_deposit.why = 'repeated'",
    ],
  }),
  ...faultsIn('deposits_is_doubtful', 'money/deposits/reported-apart', {
    'arrival: what may be a transfer that is credited already is credited': [
      'return v_credited > 0 and v_credited + 1 > v_certain;',
      'return false;',
    ],
    'arrival: what is credited already is looked for among what has no name only': [
      'if s.named and not exists (',
      'if not exists (',
    ],
    'arrival: a message that may be a repetition proves a transfer': [
      "and not (x.state = 'suspended' and x.why = 'repeated') as is_certain",
      'as is_certain',
    ],
  }),
  ...faultsIn('deposits_judge', 'money/deposits/reported-apart', {
    'arrival: what waited for its payer is placed beside its slip': [
      'and not deposits_may_credit(p_deposit.why)',
      'and false',
    ],
  }),
  ...faultsIn('deposits_undo', 'money/deposits/{settle,settle-at-once,take-back,coins}', {
    'arrival: what was written beside a busy wallet stays written': [
      '  delete from deposits_report where deposit = any(p_deposits);\n',
      '',
    ],
  }),
  ...faultsIn('deposits_coins', 'money/deposits/coins', {
    'coins: three days are looked back instead of thirty': [
      ["d.settled_at >= p_at - interval '30 days'", "d.settled_at >= p_at - interval '3 days'"],
      ["w.created_at >= p_at - interval '30 days'", "w.created_at >= p_at - interval '3 days'"],
    ],
  }),
  ...faultsIn('money/deposits/take-back', 'money/deposits/take-back', {
    'taking back: what is not credited any more, as the program sees it': [
      'id, turn: lockKeyOf(accounts.house, amount) }))!\n  refuseUnlessCredited(deposit)\n',
      'id, turn: lockKeyOf(accounts.house, amount) }))!\n',
    ],
  }),
  ...faultsIn('deposits_take_back', 'money/deposits/take-back', {
    'taking back: what is not credited any more, as the database sees it': [
      " and state = 'credited' returning",
      ' returning',
    ],
  }),
  ...faultsIn('money/deposits/give-back', 'money/deposits/give-back', {
    'giving back: what its operator has undone': [
      "if (state !== 'refused' || undoUntil! > at) return",
      'if (undoUntil! > at) return',
    ],
    'giving back: a refusal is undone when its time is over': [' || undoUntil! <= at', ''],
  }),
  ...faultsIn('deposits_refusal_guard', 'money/deposits/give-back', {
    'giving back: before its time, as the database sees it': [
      'if new.settled_at < old.undo_until then',
      'if false then',
    ],
  }),
]
