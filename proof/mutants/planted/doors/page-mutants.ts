import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const gates = {
  statement: testsOf('statement', 'statement', 'calls'),
  promotion: testsOf('promotion', 'promotion'),
  wheel: testsOf('spinwheel', 'spinwheel', 'draw'),
  session: testsOf('session', 'login'),
}

const statement = table(gates.statement, [
  [
    "a receipt shows other members' movements",
    'records/statement/receipt',
    'return owners.includes(memberId) && owners.every((owner) => owner === null || owner === memberId)',
    'return owners.includes(memberId)',
  ],
  [
    "a proof shows the operator's balance",
    'records/statement/receipt',
    `if (debit.owner === null) fields = hideSide(fields, 'debitSide')`,
    '',
  ],
  [
    'before and after are the same',
    'records/statement/receipt',
    'walletBefore: { amount: debit.balanceAfter + amount, currency }',
    'walletBefore: { amount: debit.balanceAfter, currency }',
  ],
  [
    'the last page says that there is more',
    'records/statement/show',
    'before: found.length > limit ? statements.at(-1)!.seq : null',
    'before: found.length >= limit ? statements.at(-1)!.seq : null',
  ],
  [
    "anybody's row by its number",
    'records/statement/store',
    'from statement_row r where r.member_id = $1 and r.seq = $2`',
    'from statement_row r where $1::text is not null and r.seq = $2`',
  ],
  [
    'days count what failed',
    'records/statement/store',
    `r.created_at >= $3 and r.status = 'SUCCESS' and`,
    'r.created_at >= $3 and',
  ],
  [
    'days begin at midnight in Greenwich',
    'records/statement/store',
    `interval '7 hours'`,
    `interval '0 hours'`,
  ],
])

const promotion = table(gates.promotion, [
  ['one more than the quota', 'rewards/promotion/store', 'given < quota', 'given <= quota'],
  [
    'a code that is not open yet can be taken',
    'rewards/promotion/service',
    '(startsAt && startsAt > at) || ',
    '',
  ],
  [
    'a used code is reported as unknown',
    'rewards/promotion/service',
    `if (found && (await hasReceived(tx, memberId, code))) throw new Refused('PROMOTION_RECEIVED')`,
    '',
  ],
  ['small letters are another code', 'rewards/promotion/store', '.toUpperCase()', ''],
  [
    'a code for others is revealed',
    'rewards/promotion/service',
    'return isOffered(on, memberId, terms)',
    'return (await isOffered(on, memberId, terms)) || true',
  ],
])

const wheel = table(gates.wheel, [
  [
    'a voided coupon is paid',
    'rewards/spinwheel/claim',
    `if (coupon.state === 'void') refuse(claimCoupon, 'INVALID_PRIZE_CODE')`,
    '',
  ],
  [
    'an abandoned claim is done',
    'core/calls/idempotency',
    'await refuseAbandoned(tx, memberId, key)\n  return null',
    'return null',
  ],
  [
    'the odds that are shown are not those of the wheel',
    'rewards/spinwheel/setup',
    'Math.round((weight * 100 * chanceDecimals) / sum)',
    'Math.round((weight * 100 * chanceDecimals) / (sum + 1))',
  ],
  [
    'a promise of another wheel is kept',
    'rewards/spinwheel/setup',
    'return seed.nonce === 0 && seed.wheel === wheel.id',
    'return seed.nonce === 0 && wheel.id !== 0',
  ],
])

const session = table(gates.session, [
  [
    'a password that was changed meanwhile opens a session',
    'entry/session/login',
    'if (!now || now.passwordHash !== passwordHash)',
    'if (!now)',
  ],
  [
    'a deactivated member logs in',
    'entry/session/login',
    `if (!now.isActive) throw new Refused('INACTIVE_USER')`,
    '',
  ],
])

/** What members are shown, what they are promised, and how they are let in. */
export const pageMutants: readonly Mutant[] = [...statement, ...promotion, ...wheel, ...session]
