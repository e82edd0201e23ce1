import { rejectionReasons } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { nextStepOf } from './next-step.ts'

test.each(['RETURNED', 'FAILED'] as const)(
  'REACH-101 whatever the reason, one that is %s has a next step',
  (stage) => {
    for (const reason of [...rejectionReasons, null])
      expect(nextStepOf({ stage, reason })).not.toBeNull()
    expect(nextStepOf({ stage, reason: 'BONUS_TERMS' })).toBe('bonus')
    expect(nextStepOf({ stage, reason: 'BANK_REFUSED' })).toBe('bank')
    expect(nextStepOf({ stage, reason: 'ACCOUNT_CLOSED' })).toBe('ask')
    expect(nextStepOf({ stage, reason: 'GAMES_SHORT' })).toBe('again')
  },
)

test.each(['COLLECTING', 'REVIEW', 'APPROVED', 'SENT', 'PAID'] as const)(
  'one that is %s needs nothing from the member',
  (stage) => {
    expect(nextStepOf({ stage, reason: null })).toBeNull()
  },
)
