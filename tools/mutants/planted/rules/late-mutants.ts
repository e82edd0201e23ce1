import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const late = ['late-stakes', 'turnover-back'].map(
  (name) => `apps/server/src/compose/withdrawals/${name}.test.ts`,
)

/** What a bonus has left behind, when withdrawals are no longer looked at for it. */
export const lateMutants: readonly Mutant[] = table(late, [
  [
    'late stakes: whoever has nothing of it is listed, and whoever has is not',
    'compose/withdrawals/late-stakes',
    'if (!isOld) return',
    'if (isOld) return',
  ],
  [
    'late stakes: what somebody has seen is asked again',
    'compose/withdrawals/old-stakes',
    'if (seenAt && !after.some(',
    'if (seenAt && after.length < 0 && !after.some(',
  ],
  [
    'turnover: what came back counts all the same',
    'compose/withdrawals/turnover-back',
    '{ now: until, staysOpen }) < bonus.target',
    '{ now: until, staysOpen }) < 0n',
  ],
])
