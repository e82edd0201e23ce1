import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const outside = 'apps/server/src/outside'

const gates = {
  games: [`${outside}/games/families.test.ts`],
  payout: [`${outside}/payout/channels.test.ts`],
  bank: [`${outside}/bank/bank.test.ts`],
  slips: [`${outside}/slips/slips.test.ts`],
  gateways: [`${outside}/gateways/paid.test.ts`],
}

const games = table(gates.games, [
  [
    'a provider moved another amount',
    'outside/games/replies',
    `return isSame ? { outcome: 'done' } : unknownAs('they moved another amount')`,
    `return isSame || amount > 0 ? { outcome: 'done' } : unknownAs('they moved another amount')`,
  ],
  [
    'a part of a satang is rounded up',
    'outside/games/replies',
    'value.toFixed(6)',
    '(Math.ceil(value * 100) / 100).toFixed(6)',
  ],
  [
    'a drifted balance loses a satang',
    'outside/games/replies',
    'value.toFixed(6)',
    '(Math.floor(value * 100) / 100).toFixed(6)',
  ],
  ['a negative balance is a balance', 'outside/games/replies', 'value < 0 || ', ''],
  [
    'a page of a firewall is a refusal',
    'outside/reply',
    `return { outcome: 'unknown', why: \`they answered \${status}, which cannot be read\` }`,
    `return { outcome: 'refused', why: \`they answered \${status}, which cannot be read\` }`,
  ],
  [
    'amb: what they moved is not compared',
    'outside/games/amb',
    'movedAs(answer.result.after - answer.result.before, move)',
    `{ outcome: 'done' }`,
  ],
  [
    'betflix: money out goes in',
    'outside/games/betflix',
    `const amount = \`\${direction === 'out' ? '-' : ''}`,
    `const amount = \`\${direction === 'out' ? '' : ''}`,
  ],
  [
    'betflix: twice in their history is once',
    'outside/games/betflix',
    `if (found.length > 1) return unknownAs('they have it more than once')`,
    '',
  ],
  [
    'betflix: a missing answer is a no',
    'outside/games/betflix',
    'if (isUndone(answer)) return unknownAs(answer.why)',
    `if (isUndone(answer)) return { outcome: 'absent' }`,
  ],
  [
    'joker: what is staked is not there',
    'outside/games/joker',
    'balanceOf(answer.Credit + answer.OutstandingCredit, currency)',
    'balanceOf(answer.Credit, currency)',
  ],
  [
    'joker: an answer about another reference',
    'outside/games/joker',
    `if (answer.RequestID !== RequestID) return unknownAs('they answered for another reference')`,
    '',
  ],
  [
    'joker: every fault is "no such transaction"',
    'outside/games/joker',
    'reply.status === 404 && readBody(refusal, reply.text)',
    'reply.status >= 400',
  ],
  [
    'joker: a fault of theirs is a refusal',
    'outside/games/joker',
    'reply.status >= 400 && reply.status < 500 ?',
    'reply.status >= 400 ?',
  ],
  [
    'pg: every refusal is final',
    'outside/games/pg',
    'return isFinal ? answer : unknownAs(answer.why)',
    'return isFinal || true ? answer : unknownAs(answer.why)',
  ],
  [
    'pg: the other direction is as good',
    'outside/games/pg',
    'if (answer.data.transactionType !== typeOf[move.direction])',
    'if (answer.data.transactionType === 0)',
  ],
  [
    'pg: only balances are compared, not the amount',
    'outside/games/pg',
    `return byBalances.outcome === 'done' ? movedAs(amount, move) : byBalances`,
    'return byBalances',
  ],
])

const payouts = table(gates.payout, [
  [
    'payout: another account was paid',
    'outside/payout/replies',
    'if (record.account !== null && record.account !== to.account)',
    `if (record.account === '')`,
  ],
  [
    'payout: another currency is as good',
    'outside/payout/replies',
    ' || theirs.currency !== money.currency)',
    ')',
  ],
  [
    'payout: an answer about another reference',
    'outside/payout/replies',
    'if (record.reference !== reference)',
    `if (record.reference === '')`,
  ],
  [
    'payonex: paid twice is paid',
    'outside/payout/payonex',
    'if (found.length > 1)',
    'if (found.length > 9)',
  ],
  [
    'payonex: a deposit of the same name is the payout',
    'outside/payout/payonex',
    `referenceId === payout.reference && type === 'withdraw',`,
    'referenceId === payout.reference,',
  ],
  [
    'payonex: what was refunded is paid',
    'outside/payout/payonex',
    `REFUNDED: 'rejected',`,
    `REFUNDED: 'paid',`,
  ],
  [
    'payonex: what is on hold is rejected',
    'outside/payout/payonex',
    `ON_HOLD: 'taken',`,
    `ON_HOLD: 'rejected',`,
  ],
  [
    'payonex: a token that ended is a refusal',
    'outside/token',
    'if (!isStale(answer)) return answer',
    'return answer',
  ],
  [
    'payonex: whatever was not good is a clear no',
    'outside/payout/payonex',
    `return { outcome: isClear ? 'refused' : 'unknown', why: no.slice(0, 200) }`,
    `return { outcome: isClear || no !== '' ? 'refused' : 'unknown', why: no.slice(0, 200) }`,
  ],
  [
    'bank: every no is a clear one',
    'outside/payout/bank',
    'if (said && clearNo.includes(said.code))',
    'if (said)',
  ],
])

const lists = table(gates.payout, [
  [
    'payout list: what is not paid yet is paid',
    'outside/payout/bank',
    `isPaid: status === 'COMPLETED',`,
    'isPaid: true,',
  ],
])

const banks = table(gates.bank, [
  ['clocks of the bank are those of Greenwich', 'outside/bank/event', `'+07:00'`, `'+00:00'`],
  [
    'two digits of a payer are enough',
    'outside/bank/event',
    'tail !== undefined && tail.length >= 4',
    'tail !== undefined && tail.length >= 2',
  ],
  ['nothing is an amount', 'outside/bank/event', 'money.amount > 0n', 'money.amount >= 0n'],
  [
    'money that left has come',
    'outside/bank/feed',
    `if (read.data.direction === 'debit') {`,
    `if (read.data.direction === 'debit' && !event) {`,
  ],
  ['kip are baht', 'outside/bank/feed', `currency === 'THB' ? 'BAHT' : 'LAK'`, `'BAHT'`],
  [
    'a new year puts a transfer a year ahead',
    'outside/bank/sms',
    '? at(thisYear - 1) : soonest',
    '? soonest : soonest',
  ],
  [
    'a Buddhist year is ours',
    'outside/bank/sms',
    '2500 + Number(year) - buddhistYears',
    '2000 + Number(year)',
  ],
  [
    "an SMS's own word names a transfer",
    'outside/bank/sms',
    'ref && ref.length >= referenceMin ?',
    'ref ?',
  ],
])

const slips = table(gates.slips, [
  [
    'a slip that is not settled yet is no slip',
    'outside/slips/easyslip',
    `if (code === pending) return { outcome: 'later', why, delayMs: pendingMs }`,
    `if (code === pending) return { outcome: 'none', why }`,
  ],
  [
    'kip on a slip are baht',
    'outside/slips/reading',
    `if (known !== 'BAHT') return local ? moneyOf(local, known) : null`,
    `if (known !== 'BAHT') return moneyOf(baht, 'BAHT')`,
  ],
  [
    'a country abroad pays in baht',
    'outside/slips/reading',
    `(country && country !== 'TH' ? '' : '764')`,
    `'764'`,
  ],
  [
    'the digits of a stand-in are an account',
    'outside/slips/reading',
    `account.type && account.type !== 'BANKAC' ? null : account.shown || null`,
    'account.shown || null',
  ],
  [
    'a moment without its zone',
    'outside/slips/slipok',
    'T${transTime}+07:00`',
    'T${transTime}+00:00`',
  ],
])

const gateways = table(gates.gateways, [
  [
    'payonex: what is on hold is paid',
    'outside/gateways/payonex',
    `type === 'deposit' && status === 'SUCCESS'`,
    `type === 'deposit'`,
  ],
  [
    'onepay: payments of other codes',
    'outside/gateways/onepay',
    '.filter(({ uuid }) => uuid === reference)',
    '',
  ],
])

/** Parsing of replies and messages from outside. */
export const outsideMutants: readonly Mutant[] = [
  ...games,
  ...payouts,
  ...lists,
  ...banks,
  ...slips,
  ...gateways,
]
