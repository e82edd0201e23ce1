import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What is found afterwards: in play under a reward, in old messages, and in what is left of a bonus. */
export const lateMutants: readonly Mutant[] = [
  ...faultsIn('desk/watch/stakes/late-stakes', 'desk/watch/stakes/{late-stakes,turnover-back}', {
    'late stakes: members without old stakes are listed, and those with them are not': [
      'if (!isOld) return',
      'if (isOld) return',
    ],
  }),
  ...faultsIn('desk/watch/stakes/old-stakes', 'desk/watch/stakes/{late-stakes,turnover-back}', {
    'late stakes: what somebody has seen is asked again': [
      'if (seenAt && !after.some(',
      'if (seenAt && after.length < 0 && !after.some(',
    ],
  }),
  ...faultsIn('desk/watch/stakes/turnover-back', 'desk/watch/stakes/{late-stakes,turnover-back}', {
    'turnover: what came back counts all the same': [
      '{ now: until, staysOpen }) < bonus.target',
      '{ now: until, staysOpen }) < 0n',
    ],
  }),
  ...faultsIn('records/links/mirror', 'records/links/mirror', {
    'mirror: three further accounts make it chance': ['excusedFrom = 3', 'excusedFrom = 0'],
    'mirror: however many might have had it, nothing is chance': [
      ' * (1 + Math.max(0, beside - excusedFrom))',
      '',
    ],
  }),
  ...faultsIn('records/links/chance', 'records/links/mirror', {
    'mirror: how usual a size is at the game says nothing': ['(shares[at] ?? 0) / 2', '0'],
    'mirror: small results beside a large one count as much': [
      'Math.round((Number(size) * parts) / total)',
      '1',
    ],
  }),
  ...faultsIn('desk/watch/rewards/payout', 'desk/watch/rewards/mirrors', {
    'payout: what passed through another account is not found': [
      'await isHeldByKind(deps.db, other, [oppositeKind])',
      'await isHeldByKind(deps.db, memberId, [oppositeKind])',
    ],
  }),
  ...faultsIn('channels/bankfeed/receive', 'channels/bankfeed/hostile', {
    'message: one dated years ago is credited': ['> reportedWithinMs', '> Infinity'],
  }),
  ...faultsIn('desk/watch/meaning/credits-store', 'channels/bankfeed/hostile', {
    'message: one dated years ago is no item': ["and d.why = 'late'", "and d.why = 'review'"],
  }),
]
