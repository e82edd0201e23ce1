import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What members are shown, what they are promised, and how they are let in. */
export const pageMutants: readonly Mutant[] = [
  ...faultsIn('records/statement/receipt', 'records/statement/{statement,calls}', {
    "a receipt shows other members' movements": [
      'return owners.includes(memberId) && owners.every((owner) => owner === null || owner === memberId)',
      'return owners.includes(memberId)',
    ],
    "a proof shows the operator's balance": [
      "if (debit.owner === null) fields = hideSide(fields, 'debitSide')",
      '',
    ],
    'before and after are the same': [
      'walletBefore: { amount: debit.balanceAfter + amount, currency }',
      'walletBefore: { amount: debit.balanceAfter, currency }',
    ],
  }),
  ...faultsIn('records/statement/show', 'records/statement/{statement,calls}', {
    'the last page says that there is more': [
      'before: found.length > limit ? statements.at(-1)!.seq : null',
      'before: found.length >= limit ? statements.at(-1)!.seq : null',
    ],
  }),
  ...faultsIn('records/statement/store', 'records/statement/{statement,calls}', {
    "anybody's row by its number": [
      'from statement_row r where r.member_id = $1 and r.seq = $2`',
      'from statement_row r where $1::text is not null and r.seq = $2`',
    ],
    'days count what failed': [
      "r.created_at >= $3 and r.status = 'SUCCESS' and",
      'r.created_at >= $3 and',
    ],
    'days begin at midnight in Greenwich': ["interval '7 hours'", "interval '0 hours'"],
  }),
  ...faultsIn('desk/overview/members/receipt', 'desk/overview/members/receipt', {
    'a proof code with any end is true': [' === check,', " !== '',"],
    'what has another outcome by now is as its picture says': [
      'isAsShown: status === row.status',
      'isAsShown: true',
    ],
  }),
  ...faultsIn('rewards/promotion/store', 'rewards/promotion/promotion', {
    'one more than the quota': ['given < quota', 'given <= quota'],
    'small letters are another code': ['.toUpperCase()', ''],
  }),
  ...faultsIn('money/bonus/terms', 'rewards/promotion/promotion', {
    'a code that is not open yet can be taken': [' && (!startsAt || startsAt <= at)', ''],
  }),
  ...faultsIn('rewards/promotion/service', 'rewards/promotion/promotion', {
    'a used code is reported as unknown': [
      "if (found && (await hasReceived(tx, memberId, code))) throw new Refused('PROMOTION_RECEIVED')",
      '',
    ],
    'a code for others is revealed': [' && isOffered(on, memberId, found.terms)', ''],
  }),
  ...faultsIn('rewards/spinwheel/claim', 'rewards/spinwheel/{spinwheel,draw}', {
    'a voided coupon is paid': [
      "if (coupon.state === 'void') refuse(claimCoupon, 'INVALID_PRIZE_CODE')",
      '',
    ],
  }),
  ...faultsIn('core/calls/idempotency', 'rewards/spinwheel/{spinwheel,draw}', {
    'an abandoned claim is done': [
      'await refuseAbandoned(tx, memberId, key)\n  return null',
      'return null',
    ],
  }),
  ...faultsIn('rewards/spinwheel/setup', 'rewards/spinwheel/{spinwheel,draw}', {
    'the odds that are shown are not those of the wheel': [
      'Math.round((weight * 100 * chanceDecimals) / sum)',
      'Math.round((weight * 100 * chanceDecimals) / (sum + 1))',
    ],
    'a promise of another wheel is kept': [
      'return seed.nonce === 0 && seed.wheel === wheel.id',
      'return seed.nonce === 0 && wheel.id !== 0',
    ],
  }),
  ...faultsIn('entry/session/login', 'entry/session/login', {
    'a password that was changed meanwhile opens a session': [
      'if (!now || now.passwordHash !== passwordHash)',
      'if (!now)',
    ],
    'a deactivated member logs in': ["if (!now.isActive) throw new Refused('INACTIVE_USER')", ''],
  }),
]
