import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Requests of members. */
export const memberMutants: readonly Mutant[] = [
  ...faultsIn('money/withdrawals/end', 'money/withdrawals/{withdrawals,approvals,begin,answers}', {
    'a withdrawal that failed reads as a success': [
      "end.state === 'paid' ? 'SUCCESS' : 'FAILED'",
      "'SUCCESS'",
    ],
  }),
  ...faultsIn(
    'money/withdrawals/begin',
    'money/withdrawals/{withdrawals,approvals,begin,answers}',
    {
      'the smallest amount is too little': ['amount < min.amount', 'amount <= min.amount'],
      'the largest amount is too much': ['amount > max.amount', 'amount >= max.amount'],
      'two people are asked only above the limit': [
        'if (amount >= twoFrom.amount) return 2',
        'if (amount > twoFrom.amount) return 2',
      ],
      'everything and one amount are one request': [
        'fingerprintOf(routeOf(ofAll), { amount: text })',
        'fingerprintOf(routeOf(false), { amount: text })',
      ],
    },
  ),
  ...faultsIn(
    'money/withdrawals/decide',
    'money/withdrawals/{withdrawals,approvals,begin,answers}',
    {
      'what is paid already can be approved': [
        "      if (withdrawal.state !== 'held')\n        throw new OperatorRefused(\n          `Withdrawal ${id} is ${withdrawal.state}, not waiting for approval.`,",
        "      if (withdrawal.state === 'returned')\n        throw new OperatorRefused(\n          `Withdrawal ${id} is ${withdrawal.state}, not waiting for approval.`,",
      ],
    },
  ),
  ...faultsIn('money/withdrawals/sweep', 'money/withdrawals/{emptied-games,faults}', {
    'a bonus that came while games were swept is not looked at': [
      "if (await deps.bonusBlocks(tx, memberId)) return 'bonus'",
      '',
    ],
    'nobody waits for a game that still answers': [
      '!(await isSweeping(db, seen.memberId, sweepKeyOf(id)))',
      'true',
    ],
  }),
  ...faultsIn('money/withdrawals/begin', 'desk/watch/stakes/washed', {
    'what must be seen by a person goes by itself': [
      'Math.max(leastPeople, approvalsNeeded(money, rules))',
      'Math.max(leastPeople * 0, approvalsNeeded(money, rules))',
    ],
  }),
  ...faultsIn('money/transfers/begin', 'money/transfers/{transfers,exceptions,halves}', {
    'less than the smallest transfer': [
      'if (money.amount < BigInt(transferMin) * 10n ** BigInt(decimalsOf[wallet.currency]))',
      'if (money.amount < BigInt(transferMin))',
    ],
    'from a place to itself': [
      "if (from === to) throw new Refused('KEY_INVALID', 'from and to must differ')",
      '',
    ],
  }),
  ...faultsIn('money/transfers/move-all', 'money/transfers/{transfers,exceptions,halves}', {
    'everything goes to a game that is closed': [
      'if (to !== mainWallet && !(currency && (await players.mayEnter(to, currency))))',
      'if (to !== mainWallet && !currency)',
    ],
  }),
  ...faultsIn('money/transfers/begin', 'money/bonus/escapes', {
    'a bonus moves to where it may not': [
      'const isStopped = !(await mayMove({ memberId, to }))',
      'const isStopped = !(await mayMove({ memberId, to })) && false',
    ],
  }),
  ...faultsIn('money/deposits/end', 'money/deposits/{request,settle,satang}', {
    'a request without end': ["if ((await lockRequest(tx, id))?.state !== 'open') return", ''],
  }),
  ...faultsIn('money/deposits/request', 'money/deposits/{request,settle,satang}', {
    'two members are given the same amount': [
      'if (!amounts.has(next)) return { amount: next, currency }',
      'if (amounts.size >= 0) return { amount: next, currency }',
    ],
  }),
  ...faultsIn('core/calls/idempotency', 'money/deposits/{request,settle,satang}', {
    'one body more under the same key': [
      "if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')",
      '',
    ],
  }),
  ...faultsIn('money/deposits/settle', 'money/deposits/{request,settle,satang}', {
    'a deactivated member is credited': [
      "return payee.deactivatedAt ? 'inactive' : null",
      'return null',
    ],
    'kip reach a wallet of baht': [
      "if (wallet?.currency !== money.currency) return 'currency'",
      '',
    ],
  }),
  ...faultsIn('money/deposits/request', 'money/bonus/channels', {
    'requests while a bonus is held': [
      "if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_REMAINING')",
      '',
    ],
  }),
  ...faultsIn('core/calls/idempotency', ['core/calls/idempotency', 'desk/outcome/outcome'], {
    'two amounts have one fingerprint': [
      '.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)',
      '.map(([name]) => JSON.stringify(name))',
    ],
    'the order of fields counts': ['.toSorted(([a], [b]) => (a < b ? -1 : 1))', ''],
    'members share what they have asked for without a key': [
      'digest(`${caller.memberId} ${fingerprint} ${window}`)',
      'digest(`${fingerprint} ${window}`)',
    ],
  }),
  ...faultsIn('desk/outcome/service', ['core/calls/idempotency', 'desk/outcome/outcome'], {
    '"never" is said and not kept': [
      'await insertTombstone(tx, memberId, { key, at: clock.now() })',
      '',
    ],
  }),
]
