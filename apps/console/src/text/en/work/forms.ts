import type { FieldName } from '@kapao/contract/console/words'

const fields: Record<FieldName, string> = {
  why: 'Why (for the audit trail)',
  whyOptional: 'Why (optional)',
  memberId: 'Member',
  amount: 'Amount',
  payout: 'Their id for the payout',
  reference: 'Bank and reference, as BANK:REFERENCE',
  party: 'Our account',
  paidAt: 'Time of the transfer (Bangkok)',
  reason: 'Reason shown to the member',
  line: 'The matching bank transfer',
}

/** What the fields of a decision are called, and what is wrong with them. */
export const forms = {
  fields,
  sentReference: 'What the bank calls this transfer back',
  required: 'Required',
  amountForm: 'An amount, such as 1,250.00',
  notAccepted: 'This is not accepted.',
  notInMessage: 'The message does not name this amount.',
  chooseReason: 'Choose a reason',
  chooseOne: 'Choose one',
}

export type FormText = typeof forms
