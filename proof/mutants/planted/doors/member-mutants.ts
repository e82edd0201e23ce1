import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const gates = {
  withdrawals: testsOf('withdrawals', 'withdrawals', 'approvals', 'begin', 'answers'),
  sweeping: testsOf('withdrawals', 'emptied-games', 'faults'),
  seen: ['apps/server/src/desk/watch/stakes/washed.test.ts'],
  ending: testsOf('bonus', 'escapes'),
  held: testsOf('bonus', 'channels'),
  transfers: testsOf('transfers', 'transfers', 'exceptions', 'halves'),
  deposits: testsOf('deposits', 'request', 'settle', 'satang'),
  keys: ['apps/server/src/core/calls/idempotency.test.ts', ...testsOf('outcome', 'outcome')],
}

const withdrawals = table(gates.withdrawals, [
  [
    'a withdrawal that failed reads as a success',
    'money/withdrawals/end',
    `end.state === 'paid' ? 'SUCCESS' : 'FAILED'`,
    `'SUCCESS'`,
  ],
  [
    'the smallest amount is too little',
    'money/withdrawals/begin',
    'amount < min.amount',
    'amount <= min.amount',
  ],
  [
    'the largest amount is too much',
    'money/withdrawals/begin',
    'amount > max.amount',
    'amount >= max.amount',
  ],
  [
    'two people are asked only above the limit',
    'money/withdrawals/begin',
    'if (amount >= twoFrom.amount) return 2',
    'if (amount > twoFrom.amount) return 2',
  ],
  [
    'everything and one amount are one request',
    'money/withdrawals/begin',
    'fingerprintOf(routeOf(ofAll), { amount: text })',
    'fingerprintOf(routeOf(false), { amount: text })',
  ],
  [
    'what is paid already can be approved',
    'money/withdrawals/decide',
    `      if (withdrawal.state !== 'held')
        throw new OperatorRefused(
          \`Withdrawal \${id} is \${withdrawal.state}, not waiting for approval.\`,`,
    `      if (withdrawal.state === 'returned')
        throw new OperatorRefused(
          \`Withdrawal \${id} is \${withdrawal.state}, not waiting for approval.\`,`,
  ],
])

const sweeping = table(gates.sweeping, [
  [
    'a bonus that came while games were swept is not looked at',
    'money/withdrawals/sweep',
    `if (await deps.bonusBlocks(tx, memberId)) return 'bonus'`,
    '',
  ],
  [
    'nobody waits for a game that still answers',
    'money/withdrawals/sweep',
    '!(await isSweeping(db, seen.memberId, sweepKeyOf(id)))',
    'true',
  ],
])

const seen = table(gates.seen, [
  [
    'what must be seen by a person goes by itself',
    'money/withdrawals/begin',
    'Math.max(leastPeople, approvalsNeeded(money, rules))',
    'Math.max(leastPeople * 0, approvalsNeeded(money, rules))',
  ],
])

const transfers = table(gates.transfers, [
  [
    'less than the smallest transfer',
    'money/transfers/begin',
    `if (money.amount < BigInt(transferMin) * 10n ** BigInt(decimalsOf[wallet.currency]))`,
    'if (money.amount < BigInt(transferMin))',
  ],
  [
    'from a place to itself',
    'money/transfers/begin',
    `if (from === to) throw new Refused('KEY_INVALID', 'from and to must differ')`,
    '',
  ],
  [
    'everything goes to a game that is closed',
    'money/transfers/move-all',
    'if (to !== mainWallet && !(currency && (await players.mayEnter(to, currency))))',
    'if (to !== mainWallet && !currency)',
  ],
])

const deposits = table(gates.deposits, [
  [
    'a request without end',
    'money/deposits/end',
    `if ((await lockRequest(tx, id))?.state !== 'open') return`,
    '',
  ],
  [
    'two members are given the same amount',
    'money/deposits/request',
    'if (!amounts.has(next)) return { amount: next, currency }',
    'if (amounts.size >= 0) return { amount: next, currency }',
  ],
  [
    'one body more under the same key',
    'core/calls/idempotency',
    `if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')`,
    '',
  ],
  [
    'a deactivated member is credited',
    'money/deposits/settle',
    `return payee.deactivatedAt ? 'inactive' : null`,
    'return null',
  ],
  [
    'kip reach a wallet of baht',
    'money/deposits/settle',
    `if (wallet?.currency !== money.currency) return 'currency'`,
    '',
  ],
])

const ending = table(gates.ending, [
  [
    'a bonus moves to where it may not',
    'money/transfers/begin',
    'const isStopped = !(await mayMove({ memberId, to }))',
    'const isStopped = !(await mayMove({ memberId, to })) && false',
  ],
])

const held = table(gates.held, [
  [
    'requests while a bonus is held',
    'money/deposits/request',
    `if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_REMAINING')`,
    '',
  ],
])

const keys = table(gates.keys, [
  [
    'two amounts have one fingerprint',
    'core/calls/idempotency',
    '.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)',
    '.map(([name]) => JSON.stringify(name))',
  ],
  [
    'the order of fields counts',
    'core/calls/idempotency',
    '.toSorted(([a], [b]) => (a < b ? -1 : 1))',
    '',
  ],
  [
    'members share what they have asked for without a key',
    'core/calls/idempotency',
    'digest(`${caller.memberId} ${fingerprint} ${window}`)',
    'digest(`${fingerprint} ${window}`)',
  ],
  [
    '"never" is said and not kept',
    'desk/outcome/service',
    'await insertTombstone(tx, memberId, { key, at: clock.now() })',
    '',
  ],
])

/** Requests of members. */
export const memberMutants: readonly Mutant[] = [
  ...withdrawals,
  ...sweeping,
  ...seen,
  ...transfers,
  ...ending,
  ...deposits,
  ...held,
  ...keys,
]
