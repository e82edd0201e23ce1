import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Parsing of replies and messages from outside. */
export const outsideMutants: readonly Mutant[] = [
  ...faultsIn('outside/games/replies', 'outside/games/families', {
    'a provider moved another amount': [
      "return isSame ? { outcome: 'done' } : unknownAs('they moved another amount')",
      "return isSame || amount > 0 ? { outcome: 'done' } : unknownAs('they moved another amount')",
    ],
    'a part of a satang is rounded up': [
      'value.toFixed(6)',
      '(Math.ceil(value * 100) / 100).toFixed(6)',
    ],
    'a drifted balance loses a satang': [
      'value.toFixed(6)',
      '(Math.floor(value * 100) / 100).toFixed(6)',
    ],
    'a negative balance is a balance': ['value < 0 || ', ''],
  }),
  ...faultsIn('outside/reply', 'outside/games/families', {
    'a page of a firewall is a refusal': [
      "return { outcome: 'unknown', why: `they answered ${status}, which cannot be read` }",
      "return { outcome: 'refused', why: `they answered ${status}, which cannot be read` }",
    ],
  }),
  ...faultsIn('outside/games/amb', 'outside/games/families', {
    'amb: what they moved is not compared': [
      'movedAs(answer.result.after - answer.result.before, move)',
      "{ outcome: 'done' }",
    ],
  }),
  ...faultsIn('outside/games/betflix', 'outside/games/families', {
    'betflix: money out goes in': [
      "const amount = `${direction === 'out' ? '-' : ''}",
      "const amount = `${direction === 'out' ? '' : ''}",
    ],
    'betflix: twice in their history is once': [
      "if (found.length > 1) return unknownAs('they have it more than once')",
      '',
    ],
    'betflix: a missing answer is a no': [
      'if (isUndone(answer)) return unknownAs(answer.why)',
      "if (isUndone(answer)) return { outcome: 'absent' }",
    ],
  }),
  ...faultsIn('outside/games/joker', 'outside/games/families', {
    'joker: what is staked is not there': [
      'balanceOf(answer.Credit + answer.OutstandingCredit, currency)',
      'balanceOf(answer.Credit, currency)',
    ],
    'joker: an answer about another reference': [
      "if (answer.RequestID !== RequestID) return unknownAs('they answered for another reference')",
      '',
    ],
    'joker: every fault is "no such transaction"': [
      'reply.status === 404 && readBody(refusal, reply.text)',
      'reply.status >= 400',
    ],
    'joker: a fault of theirs is a refusal': [
      'reply.status >= 400 && reply.status < 500 ?',
      'reply.status >= 400 ?',
    ],
  }),
  ...faultsIn('outside/games/pg', 'outside/games/families', {
    'pg: every refusal is final': [
      'return isFinal ? answer : unknownAs(answer.why)',
      'return isFinal || true ? answer : unknownAs(answer.why)',
    ],
    'pg: the other direction is as good': [
      'if (answer.data.transactionType !== typeOf[move.direction])',
      'if (answer.data.transactionType === 0)',
    ],
    'pg: only balances are compared, not the amount': [
      "return byBalances.outcome === 'done' ? movedAs(amount, move) : byBalances",
      'return byBalances',
    ],
  }),
  ...faultsIn('outside/payout/replies', 'outside/payout/channels', {
    'payout: another account was paid': [
      'if (record.account !== null && record.account !== to.account)',
      "if (record.account === '')",
    ],
    'payout: another currency is as good': [' || theirs.currency !== money.currency)', ')'],
    'payout: an answer about another reference': [
      'if (record.reference !== reference)',
      "if (record.reference === '')",
    ],
  }),
  ...faultsIn('outside/payout/payonex', 'outside/payout/channels', {
    'payonex: paid twice is paid': ['if (found.length > 1)', 'if (found.length > 9)'],
    'payonex: a deposit of the same name is the payout': [
      "referenceId === payout.reference && type === 'withdraw',",
      'referenceId === payout.reference,',
    ],
    'payonex: what was refunded is paid': ["REFUNDED: 'rejected',", "REFUNDED: 'paid',"],
    'payonex: what is on hold is rejected': ["ON_HOLD: 'taken',", "ON_HOLD: 'rejected',"],
    'payonex: whatever was not good is a clear no': [
      "return { outcome: isClear ? 'refused' : 'unknown', why: no.slice(0, 200) }",
      "return { outcome: isClear || no !== '' ? 'refused' : 'unknown', why: no.slice(0, 200) }",
    ],
  }),
  ...faultsIn('outside/token', 'outside/payout/channels', {
    'payonex: a token that ended is a refusal': [
      'if (!isStale(answer)) return answer',
      'return answer',
    ],
  }),
  ...faultsIn('outside/payout/bank', 'outside/payout/channels', {
    'bank: every no is a clear one': ['if (said && clearNo.includes(said.code))', 'if (said)'],
    'payout list: what is not paid yet is paid': [
      "isPaid: status === 'COMPLETED',",
      'isPaid: true,',
    ],
  }),
  ...faultsIn('outside/bank/event', 'outside/bank/bank', {
    'clocks of the bank are those of Greenwich': ["'+07:00'", "'+00:00'"],
    'two digits of a payer are enough': [
      'tail !== undefined && tail.length >= 4',
      'tail !== undefined && tail.length >= 2',
    ],
    'nothing is an amount': ['money.amount > 0n', 'money.amount >= 0n'],
  }),
  ...faultsIn('outside/bank/feed', 'outside/bank/bank', {
    'money that left has come': [
      "if (read.data.direction === 'debit') {",
      "if (read.data.direction === 'debit' && !event) {",
    ],
    'kip are baht': ["currency === 'THB' ? 'BAHT' : 'LAK'", "'BAHT'"],
  }),
  ...faultsIn('outside/bank/sms', 'outside/bank/bank', {
    'a new year puts a transfer a year ahead': [
      '? at(thisYear - 1) : soonest',
      '? soonest : soonest',
    ],
    'a Buddhist year is ours': ['2500 + Number(year) - buddhistYears', '2000 + Number(year)'],
    "an SMS's own word names a transfer": ['ref && ref.length >= referenceMin ?', 'ref ?'],
  }),
  ...faultsIn('outside/slips/easyslip', 'outside/slips/slips', {
    'a slip that is not settled yet is no slip': [
      "if (code === pending) return { outcome: 'later', why, delayMs: pendingMs }",
      "if (code === pending) return { outcome: 'none', why }",
    ],
  }),
  ...faultsIn('outside/slips/reading', 'outside/slips/slips', {
    'kip on a slip are baht': [
      "if (known !== 'BAHT') return local ? moneyOf(local, known) : null",
      "if (known !== 'BAHT') return moneyOf(baht, 'BAHT')",
    ],
    'a country abroad pays in baht': ["(country && country !== 'TH' ? '' : '764')", "'764'"],
    'the digits of a stand-in are an account': [
      "account.type && account.type !== 'BANKAC' ? null : account.shown || null",
      'account.shown || null',
    ],
  }),
  ...faultsIn('outside/slips/slipok', 'outside/slips/slips', {
    'a moment without its zone': ['T${transTime}+07:00`', 'T${transTime}+00:00`'],
  }),
  ...faultsIn('outside/gateways/payonex', 'outside/gateways/paid', {
    'payonex: what is on hold is paid': [
      "type === 'deposit' && status === 'SUCCESS'",
      "type === 'deposit'",
    ],
  }),
  ...faultsIn('outside/gateways/onepay', 'outside/gateways/paid', {
    'onepay: payments of other codes': ['.filter(({ uuid }) => uuid === reference)', ''],
  }),
]
