import type { WithdrawalStage } from '@kapao/contract/withdrawals'
import type { WithdrawalWords } from '#text/en/withdraw/standing.ts'

/** Where a withdrawal stands: one that is approved and waits is not on its way to the bank. */
export function stageWords(
  words: WithdrawalWords,
  { stage, notBefore }: { stage: WithdrawalStage; notBefore: string | null },
): string {
  return stage === 'APPROVED' && notBefore !== null ? words.waiting : words.stages[stage]
}
