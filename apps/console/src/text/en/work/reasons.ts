import type { TakeBackReason } from '@kapao/contract/console/words'
import type { RejectionReason } from '@kapao/contract/limits'

const rejections: Record<RejectionReason, string> = {
  ACCOUNT_CLOSED: 'The bank account is closed or cannot receive money',
  ACCOUNT_NAME: 'The account name is not the member’s',
  IDENTITY_CHECK: 'The identity must be verified first',
  BONUS_TERMS: 'The conditions of the bonus are not met',
  SERVICE_TERMS: 'Against the terms of use',
}

const takeBacks: Record<TakeBackReason, string> = {
  'wrong-member': 'The money is another member’s',
  gone: 'The bank has recalled the money',
}

/** What a member reads of money that does not come, or is taken back. */
export const reasons = { rejections, takeBacks }

export type ReasonText = typeof reasons
