import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What counts as play, and what a reward requires: conditions, turnover, returned stakes. */
export const playMutants: readonly Mutant[] = [
  ...faultsIn('money/conditions/judge', 'money/conditions/judge', {
    'condition: any play meets it': ['more < first.left ? more : first.left', 'first.left'],
    'condition: what is won is kept on top of it': [
      'condition.amount - (gone > 0n ? gone : 0n)',
      'condition.amount - gone',
    ],
    'condition: what was lost exactly is not lost': [
      'if (gone < first.condition.amount) {',
      'if (gone <= first.condition.amount) {',
    ],
    'condition: what was played before it counts': [
      'if (condition.createdAt.getTime() > until) return',
      'if (condition.createdAt.getTime() > until + 86_400_000) return',
    ],
    'condition: over for good though the next one would count its stakes again': [
      'if (!next || next.createdAt > met[count - 1]!.at || isAged)',
      'if (count > 0)',
    ],
  }),
  ...faultsIn('core/hundredths', 'money/conditions/judge', {
    'condition: rounded down': [' + 99n) / 100n', ') / 100n'],
  }),
  ...faultsIn('money/conditions/rule', 'money/conditions/repeated-reads', {
    'condition: met for good while its stake may come back': ['>= openBetMs)', '>= 0)'],
    'condition: of very many the newest are free': ['kept.amount + others.amount', 'kept.amount'],
  }),
  ...faultsIn('money/conditions/rule', 'money/conditions/{conditions,prize}', {
    'condition: all but the reward is too much': [
      'money.amount > mostBeside(kept, balances)',
      'money.amount >= mostBeside(kept, balances)',
    ],
    'condition: a member who has less sees that it is kept': [
      'return money.amount <= hasOf(balances) && money',
      'return money',
    ],
    'condition: money on its way to a game is gone': [" || kind === 'transfer')", ')'],
    'condition: a no without asking the games': [
      "if (!(await deps.refreshAll(memberId))) throw new Refused('SERVICE_BUSY')",
      '',
    ],
  }),
  ...faultsIn('ledger/play/running', 'money/conditions/{conditions,prize}', {
    'condition: what moves between games is play': [
      "and (a.kind = 'game' and m.kind = 'play_result' or",
      "and (a.kind = 'game' or",
    ],
  }),
  ...faultsIn('ledger/play/settled', 'ledger/play/settled', {
    'play: an open bet is decided after a day': ['openBetMs = 3 * dayMs', 'openBetMs = dayMs'],
    'play: a stake is decided a moment too late': [
      'now.getTime() - at.getTime() >= openBetMs',
      'now.getTime() - at.getTime() > openBetMs',
    ],
    'play: two stakes that came back together were staked': [
      'if (left !== amount && together !== amount) continue',
      'if (left !== amount) continue',
    ],
    'play: what is won over the stakes is forgotten': [
      'if (more > 0n) wins.push',
      'if (more > amount) wins.push',
    ],
    'play: what comes back is taken off the oldest': [
      'const newest = stakes.at(-1)!',
      'const newest = stakes[0]!',
    ],
  }),
  ...faultsIn(
    'desk/watch/stakes/old-stakes',
    ['ledger/play/own-money', 'desk/watch/stakes/{old-stakes,washed}'],
    {
      'old stakes: a fiftieth explains a win': ['likelyTimes = 5n', 'likelyTimes = 50n'],
      'old stakes: what was brought before the end counts': [
        'flows.filter(({ at }) => at > ended)',
        'flows',
      ],
    },
  ),
  ...faultsIn(
    'ledger/play/own-money',
    ['ledger/play/own-money', 'desk/watch/stakes/{old-stakes,washed}'],
    {
      'old stakes: what was taken out counts as brought': [
        "'correction', 'withdrawal_hold', 'withdrawal_return')",
        "'correction', 'withdrawal_return')",
      ],
      'old stakes: what was won and taken out is missing': ['if (now < 0n) now = 0n', ''],
    },
  ),
  ...faultsIn('desk/watch/stakes/old-stakes', 'money/bonus/escapes', {
    'old stakes: looked at for a day': ['const tailMs = 7 * dayMs', 'const tailMs = dayMs'],
    'old stakes: a draw is looked at for a week': [
      'const slowTailMs = 30 * dayMs',
      'const slowTailMs = 7 * dayMs',
    ],
    'old stakes: what games give on the way is not looked at': [
      'if (isSwept && isRecent(ended, now)) return true',
      '',
    ],
  }),
  ...faultsIn('money/bonus/progress', 'money/bonus/{emptied,ending,escapes}', {
    'bonus: exactly the most that may be withdrawn is too much': [
      'withdrawMax !== null && wallet > withdrawMax',
      'withdrawMax !== null && wallet >= withdrawMax',
    ],
    'bonus: at its end amount it is not over': [
      'mayEndLow: total <= held.endAmount',
      'mayEndLow: total < held.endAmount',
    ],
    'bonus: the target itself is not enough': [
      'isMet: reached >= held.target',
      'isMet: reached > held.target',
    ],
    'bonus: emptied though a bet was decided just now': [
      'if ((await findBalanceAt(on, one, since)).seq !== one.seq) return false',
      '{ void one; void findBalanceAt }',
    ],
  }),
  ...faultsIn('money/bonus/withdrawable', 'money/bonus/{emptied,ending,escapes}', {
    'bonus: more is let out than the terms say': [
      'money && money.amount > limit.most',
      'money && money.amount > limit.most * 2n',
    ],
  }),
  ...faultsIn('rewards/refund/carry', 'rewards/refund/carry', {
    'refund: a bet that was open for a week is forgotten': [
      'openMaxMs = 30 * dayMs',
      'openMaxMs = 7 * dayMs',
    ],
    'refund: what was too much is more than was given': [
      'return share < amount ? share : amount',
      'return share',
    ],
    'refund: what came back is counted as come back before': [
      'const before = cameBack.get(stake.period) ?? stake.before',
      'const before = stake.before',
    ],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/refund/carry', {
    'refund: a debt is forgotten': [
      '(await findDebt(tx, memberId)) + back.tooMuch',
      'back.tooMuch',
    ],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/refund/{refund,close}', {
    'refund: closed on the stroke of midnight': ['settleMs = 10 * minuteMs', 'settleMs = 0'],
    'refund: what happens at midnight belongs to the day before': [
      'new Date(at.getTime() - 1)',
      'at',
    ],
    'refund: nobody holds the member': ['  await lockMember(tx, memberId)\n', ''],
  }),
  ...faultsIn('rewards/invite/accrue', 'rewards/invite/{invite,linked}', {
    'invite: what happens at midnight belongs to the day before': [
      'new Date(until.getTime() - 1)',
      'until',
    ],
    'invite: what a person has denied is earned again': [
      "((await isDenied(tx, invitee.id)) ? 'denied' : null)",
      'null',
    ],
  }),
  ...faultsIn('rewards/invite/open', 'rewards/invite/{invite,linked}', {
    'invite: counted before what was begun is booked': ['settleMs = 10 * minuteMs', 'settleMs = 0'],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/invite/{invite,linked}', {
    'refund: denied before the period was closed, and given': [
      'const denied = await findDenied(tx, memberId, period)',
      'const denied = null',
    ],
  }),
]
