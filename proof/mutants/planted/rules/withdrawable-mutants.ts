import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What is shown as withdrawable is what a withdrawal is accepted for. */
export const withdrawableMutants: readonly Mutant[] = [
  ...faultsIn('money/bonus/withdrawable', 'money/bonus/withdrawable', {
    'withdrawable: what prizes keep is shown as free': [
      'kept.amount > 0n ? ({ most',
      'kept.amount < 0n ? ({ most',
    ],
    'withdrawable: a check is not known before it refuses': [
      "if (state !== 'free') return",
      "if (state === 'denied') return",
    ],
  }),
]
