import type { WithdrawalReason } from '@kapao/contract/limits'
import type { WithdrawalStage } from '@kapao/contract/withdrawals'
import type { NextStep } from '#text/en/withdraw/standing.ts'

type EndedWithdrawal = { stage: WithdrawalStage; reason: WithdrawalReason | null }

/** Only staff can resolve these, together with the member. */
const forPeople: readonly unknown[] = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_NAME',
  'IDENTITY_CHECK',
  'SERVICE_TERMS',
] satisfies WithdrawalReason[]

/** The member's next step for a withdrawal that came back; null for any other. */
export function nextStepOf({ stage, reason }: EndedWithdrawal): NextStep | null {
  if (stage !== 'RETURNED' && stage !== 'FAILED') return null
  if (reason === 'BONUS_TERMS') return 'bonus'
  if (forPeople.includes(reason)) return 'ask'
  return reason === 'BANK_REFUSED' ? 'bank' : 'again'
}
