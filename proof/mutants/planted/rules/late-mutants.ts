import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const late = ['late-stakes', 'turnover-back'].map(
  (name) => `apps/server/src/desk/watch/stakes/${name}.test.ts`,
)

/** Two who bet against each other, and what makes their agreement chance. */
const mirrors = table(testsOf('links', 'mirror'), [
  [
    'mirror: three further accounts make it chance',
    'records/links/mirror',
    'excusedFrom = 3',
    'excusedFrom = 0',
  ],
  [
    'mirror: however many might have had it, nothing is chance',
    'records/links/mirror',
    ' * (1 + Math.max(0, beside - excusedFrom))',
    '',
  ],
  [
    'mirror: how usual a size is at the game says nothing',
    'records/links/chance',
    '(shares[at] ?? 0) / 2',
    '0',
  ],
  [
    'mirror: small results beside a large one count as much',
    'records/links/chance',
    'Math.round((Number(size) * parts) / total)',
    '1',
  ],
])

/** Before a payout, of those from whom a reward may have been passed on. */
const passed = table(
  ['apps/server/src/desk/watch/rewards/mirrors.test.ts'],
  [
    [
      'payout: what passed through another account is not found',
      'desk/watch/rewards/payout',
      'await isHeldByKind(deps.db, other, [oppositeKind])',
      'await isHeldByKind(deps.db, memberId, [oppositeKind])',
    ],
  ],
)

/** A message from long ago is forged, or repeated. */
const oldMessages = table(testsOf('bankfeed', 'hostile'), [
  [
    'message: one dated years ago is credited',
    'channels/bankfeed/receive',
    '> reportedWithinMs',
    '> Infinity',
  ],
  [
    'message: one dated years ago is no item',
    'desk/watch/meaning/credits-store',
    `and d.why = 'late'`,
    `and d.why = 'review'`,
  ],
])

/** Remains of a bonus, after it no longer restricts withdrawals. */
const stakes = table(late, [
  [
    'late stakes: members without old stakes are listed, and those with them are not',
    'desk/watch/stakes/late-stakes',
    'if (!isOld) return',
    'if (isOld) return',
  ],
  [
    'late stakes: what somebody has seen is asked again',
    'desk/watch/stakes/old-stakes',
    'if (seenAt && !after.some(',
    'if (seenAt && after.length < 0 && !after.some(',
  ],
  [
    'turnover: what came back counts all the same',
    'desk/watch/stakes/turnover-back',
    '{ now: until, staysOpen }) < bonus.target',
    '{ now: until, staysOpen }) < 0n',
  ],
])

/** What is found afterwards: in play under a reward, in old messages, and in what is left of a bonus. */
export const lateMutants: readonly Mutant[] = [...stakes, ...mirrors, ...passed, ...oldMessages]
