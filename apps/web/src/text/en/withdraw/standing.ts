import type { WithdrawalReason } from '@kapao/contract/limits'
import type { WithdrawalStage } from '@kapao/contract/withdrawals'

/** The state of a withdrawal and its reason, for the withdraw sheet and for the card on home. */
export const withdrawalStanding: WithdrawalWords = {
  title: 'Your withdrawal',
  waiting: 'Approved, waiting for the safety period to end',
  stages: {
    COLLECTING: 'Collecting the money from your games',
    REVIEW: 'Being checked',
    APPROVED: 'Approved, going to the bank',
    SENT: 'Sent to the bank, not confirmed yet',
    PAID: 'Paid into your account',
    RETURNED: 'Back in your main wallet',
    FAILED: 'Withdrawal failed. Anything taken out of your games is in your main wallet',
  },
  reasons: {
    ACCOUNT_CHANGED:
      'Your bank account was changed a short time ago, so we wait 24 hours before we pay. This keeps your money safe.',
    UNDER_REVIEW: 'Our staff are reviewing it before we pay. You do not need to do anything.',
    ASKING_BANK:
      'The bank has not confirmed the result yet. We are checking with them, and it will not be paid twice.',
    BANK_REFUSED: 'Your bank did not accept it, or sent it back.',
    GAMES_SHORT: 'What came back from your games was less than you asked for.',
    ACCOUNT_CLOSED: 'This bank account is closed or cannot receive money.',
    ACCOUNT_NAME: 'The name on the bank account does not match your member name.',
    IDENTITY_CHECK: 'We need to verify your identity first. Please contact us.',
    BONUS_TERMS: 'The conditions of your bonus are not met yet.',
    SERVICE_TERMS: 'This withdrawal does not comply with the terms of use. Please contact us.',
  },
  next: {
    again: {
      words: 'Your money is ready to be withdrawn again. If it fails once more, please contact us.',
      act: 'Withdraw again',
    },
    bank: {
      words: 'Please check with your bank that the account can receive money, then withdraw again.',
      act: 'Withdraw again',
    },
    ask: { words: 'Write to us in the chat and we will help you sort it out.', act: 'Contact us' },
    bonus: { words: 'The bonus page shows what is left to play.', act: 'See the bonus' },
  },
}

export type NextStep = 'again' | 'bank' | 'ask' | 'bonus'

export type WithdrawalWords = {
  title: string
  /** Instead of the stage of one that is approved and waits, because its account has just changed. */
  waiting: string
  stages: Record<WithdrawalStage, string>
  reasons: Record<WithdrawalReason, string>
  /** What can be done about a withdrawal that came back, and the label of the link to it. */
  next: Record<NextStep, { words: string; act: string }>
}
