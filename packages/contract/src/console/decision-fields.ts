import { z } from 'zod'
import { instant } from '../fields.ts'
import { anyId, memberId, why } from './fields.ts'

/** The fields that a decision may need; the offer of the item says which. */
export const decisionFields = {
  why: why.optional(),
  memberId: memberId.optional(),
  amount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/)
    .optional(),
  /** Their own id of a payout. */
  payout: z.string().trim().min(1).max(100).optional(),
  /** Of a transfer at the bank: `BANK:REFERENCE`, our account `BANK:NUMBER`, and when. */
  reference: z.string().trim().max(80).optional(),
  party: z.string().trim().max(40).optional(),
  paidAt: instant.optional(),
  /** A transfer that a bank has reported, by its deposit. */
  line: anyId.optional(),
  /** A reason that the member reads. */
  reason: z.string().max(40).optional(),
}
