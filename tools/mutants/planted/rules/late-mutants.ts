import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const late = ['late-stakes', 'turnover-back'].map(
  (name) => `apps/server/src/watch/stakes/${name}.test.ts`,
)

/** Remains of a bonus, after it no longer restricts withdrawals. */
export const lateMutants: readonly Mutant[] = table(late, [
  [
    'late stakes: members without old stakes are listed, and those with them are not',
    'watch/stakes/late-stakes',
    'if (!isOld) return',
    'if (isOld) return',
  ],
  [
    'late stakes: what somebody has seen is asked again',
    'watch/stakes/old-stakes',
    'if (seenAt && !after.some(',
    'if (seenAt && after.length < 0 && !after.some(',
  ],
  [
    'turnover: what came back counts all the same',
    'watch/stakes/turnover-back',
    '{ now: until, staysOpen }) < bonus.target',
    '{ now: until, staysOpen }) < 0n',
  ],
])
