import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const source = 'apps/server/src'

const gates = {
  judging: testsOf('conditions', 'judge'),
  conditions: testsOf('conditions', 'conditions', 'prize'),
  play: [`${source}/ledger/play/settled.test.ts`],
  stakes: [
    `${source}/ledger/play/own-money.test.ts`,
    ...['old-stakes', 'washed'].map((name) => `${source}/desk/watch/stakes/${name}.test.ts`),
  ],
  ended: testsOf('bonus', 'escapes'),
  lookedAt: testsOf('conditions', 'repeated-reads'),
  bonus: testsOf('bonus', 'emptied', 'ending', 'escapes'),
  carrying: testsOf('refund', 'carry'),
  refund: testsOf('refund', 'refund', 'close'),
  invite: testsOf('invite', 'invite', 'linked'),
}

const conditions = [
  ...table(gates.judging, [
    [
      'condition: any play meets it',
      'money/conditions/judge',
      'more < first.left ? more : first.left',
      'first.left',
    ],
    [
      'condition: what is won is kept on top of it',
      'money/conditions/judge',
      'condition.amount - (gone > 0n ? gone : 0n)',
      'condition.amount - gone',
    ],
    [
      'condition: what was lost exactly is not lost',
      'money/conditions/judge',
      'if (gone < first.condition.amount) {',
      'if (gone <= first.condition.amount) {',
    ],
    [
      'condition: what was played before it counts',
      'money/conditions/judge',
      'if (condition.createdAt.getTime() > until) return',
      'if (condition.createdAt.getTime() > until + 86_400_000) return',
    ],
    [
      'condition: over for good though the next one would count its stakes again',
      'money/conditions/judge',
      'if (!next || next.createdAt > met[count - 1]!.at || isAged)',
      'if (count > 0)',
    ],
    ['condition: rounded down', 'core/hundredths', ' + 99n) / 100n', ') / 100n'],
  ]),
  ...table(gates.lookedAt, [
    [
      'condition: met for good while its stake may come back',
      'money/conditions/rule',
      '>= openBetMs)',
      '>= 0)',
    ],
    [
      'condition: of very many the newest are free',
      'money/conditions/rule',
      'kept.amount + others.amount',
      'kept.amount',
    ],
  ]),
  ...table(gates.conditions, [
    [
      'condition: all but the reward is too much',
      'money/conditions/rule',
      'money.amount > mostBeside(kept, balances)',
      'money.amount >= mostBeside(kept, balances)',
    ],
    [
      'condition: a member who has less sees that it is kept',
      'money/conditions/rule',
      'return money.amount <= hasOf(balances) && money',
      'return money',
    ],
    [
      'condition: money on its way to a game is gone',
      'money/conditions/rule',
      ` || kind === 'transfer')`,
      ')',
    ],
    [
      'condition: a no without asking the games',
      'money/conditions/rule',
      `if (!(await deps.refreshAll(memberId))) throw new Refused('SERVICE_BUSY')`,
      '',
    ],
    [
      'condition: what moves between games is play',
      'ledger/play/running',
      `and (a.kind = 'game' and m.kind = 'play_result' or`,
      `and (a.kind = 'game' or`,
    ],
  ]),
]

const play = [
  ...table(gates.play, [
    [
      'play: an open bet is decided after a day',
      'ledger/play/settled',
      'openBetMs = 3 * dayMs',
      'openBetMs = dayMs',
    ],
    [
      'play: a stake is decided a moment too late',
      'ledger/play/settled',
      'now.getTime() - at.getTime() >= openBetMs',
      'now.getTime() - at.getTime() > openBetMs',
    ],
    [
      'play: two stakes that came back together were staked',
      'ledger/play/settled',
      'if (left !== amount && together !== amount) continue',
      'if (left !== amount) continue',
    ],
    [
      'play: what is won over the stakes is forgotten',
      'ledger/play/settled',
      'if (more > 0n) wins.push',
      'if (more > amount) wins.push',
    ],
    [
      'play: what comes back is taken off the oldest',
      'ledger/play/settled',
      'const newest = stakes.at(-1)!',
      'const newest = stakes[0]!',
    ],
  ]),
  ...table(gates.stakes, [
    [
      'old stakes: a fiftieth explains a win',
      'desk/watch/stakes/old-stakes',
      'likelyTimes = 5n',
      'likelyTimes = 50n',
    ],
    [
      'old stakes: what was taken out counts as brought',
      'ledger/play/own-money',
      `'correction', 'withdrawal_hold', 'withdrawal_return')`,
      `'correction', 'withdrawal_return')`,
    ],
    [
      'old stakes: what was won and taken out is missing',
      'ledger/play/own-money',
      'if (now < 0n) now = 0n',
      '',
    ],
    [
      'old stakes: what was brought before the end counts',
      'desk/watch/stakes/old-stakes',
      'flows.filter(({ at }) => at > ended)',
      'flows',
    ],
  ]),
  ...table(gates.ended, [
    [
      'old stakes: looked at for a day',
      'desk/watch/stakes/old-stakes',
      'const tailMs = 7 * dayMs',
      'const tailMs = dayMs',
    ],
    [
      'old stakes: a draw is looked at for a week',
      'desk/watch/stakes/old-stakes',
      'const slowTailMs = 30 * dayMs',
      'const slowTailMs = 7 * dayMs',
    ],
    [
      'old stakes: what games give on the way is not looked at',
      'desk/watch/stakes/old-stakes',
      'if (isSwept && isRecent(ended, now)) return true',
      '',
    ],
  ]),
]

const bonus = table(gates.bonus, [
  [
    'bonus: exactly the most that may be withdrawn is too much',
    'money/bonus/progress',
    'withdrawMax !== null && wallet > withdrawMax',
    'withdrawMax !== null && wallet >= withdrawMax',
  ],
  [
    'bonus: at its end amount it is not over',
    'money/bonus/progress',
    'mayEndLow: total <= held.endAmount',
    'mayEndLow: total < held.endAmount',
  ],
  [
    'bonus: the target itself is not enough',
    'money/bonus/progress',
    'isMet: reached >= held.target',
    'isMet: reached > held.target',
  ],
  [
    'bonus: emptied though a bet was decided just now',
    'money/bonus/progress',
    'if ((await findBalanceAt(on, one, since)).seq !== one.seq) return false',
    '{ void one; void findBalanceAt }',
  ],
  [
    'bonus: more is let out than the terms say',
    'money/bonus/withdrawable',
    'money && money.amount > limit.most',
    'money && money.amount > limit.most * 2n',
  ],
])

const rewards = [
  ...table(gates.carrying, [
    [
      'refund: a bet that was open for a week is forgotten',
      'rewards/refund/carry',
      'openMaxMs = 30 * dayMs',
      'openMaxMs = 7 * dayMs',
    ],
    [
      'refund: what was too much is more than was given',
      'rewards/refund/carry',
      'return share < amount ? share : amount',
      'return share',
    ],
    [
      'refund: what came back is counted as come back before',
      'rewards/refund/carry',
      'const before = cameBack.get(stake.period) ?? stake.before',
      'const before = stake.before',
    ],
    [
      'refund: a debt is forgotten',
      'rewards/refund/close',
      '(await findDebt(tx, memberId)) + back.tooMuch',
      'back.tooMuch',
    ],
  ]),
  ...table(gates.refund, [
    [
      'refund: closed on the stroke of midnight',
      'rewards/refund/close',
      'settleMs = 10 * minuteMs',
      'settleMs = 0',
    ],
    [
      'refund: what happens at midnight belongs to the day before',
      'rewards/refund/close',
      'new Date(at.getTime() - 1)',
      'at',
    ],
    [
      'refund: nobody holds the member',
      'rewards/refund/close',
      '  await lockMember(tx, memberId)\n',
      '',
    ],
  ]),
  ...table(gates.invite, [
    [
      'invite: what happens at midnight belongs to the day before',
      'rewards/invite/accrue',
      'new Date(until.getTime() - 1)',
      'until',
    ],
    [
      'invite: what a person has denied is earned again',
      'rewards/invite/accrue',
      `((await isDenied(tx, invitee.id)) ? 'denied' : null)`,
      'null',
    ],
    [
      'invite: counted before what was begun is booked',
      'rewards/invite/open',
      'settleMs = 10 * minuteMs',
      'settleMs = 0',
    ],
    [
      'refund: denied before the period was closed, and given',
      'rewards/refund/close',
      'const denied = await findDenied(tx, memberId, period)',
      'const denied = null',
    ],
  ]),
]

/** What counts as play, and what a reward requires: conditions, turnover, returned stakes. */
export const playMutants: readonly Mutant[] = [...conditions, ...play, ...bonus, ...rewards]
