import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

/** What is shown as withdrawable is what a withdrawal is accepted for. */
export const withdrawableMutants: readonly Mutant[] = table(testsOf('bonus', 'withdrawable'), [
  [
    'withdrawable: what prizes keep is shown as free',
    'money/bonus/withdrawable',
    'kept.amount > 0n ? ({ most',
    'kept.amount < 0n ? ({ most',
  ],
  [
    'withdrawable: a check is not known before it refuses',
    'money/bonus/withdrawable',
    `if (state !== 'free') return`,
    `if (state === 'denied') return`,
  ],
])
