import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { finalWithdrawalStages, withdrawalReasons } from './limits.ts'
import { amountIn, amountOut, currency } from './money.ts'
import { receipt } from './statement.ts'

const requested = z.object({ message: z.literal('SUCCESS'), receipt })

export const withdraw = endpoint({
  method: 'POST',
  path: '/api/wallet/withdraw',
  access: 'member',
  row: 37,
  summary: "Requests a payout from the main wallet to the member's bank account.",
  rate: 'money',
  keyed: true,
  input: z.strictObject({ amount: amountIn }),
  output: requested,
  refusals: [
    'WITHDRAW_MINIMUM',
    'WITHDRAW_MAXIMUM',
    'WITHDRAW_PENDING',
    'MONEY_NOT_ENOUGH',
    'BONUS_REMAINING',
    'REWARD_HELD',
    'NO_BANK',
  ],
})

export const withdrawAll = endpoint({
  method: 'POST',
  path: '/api/wallet/withdrawAll',
  access: 'member',
  row: 38,
  summary: 'Moves all game balances to the main wallet, then requests a payout from it.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ amount: amountIn }),
  output: requested,
  refusals: [...withdraw.refusals, 'TRANSFER_FAIL', 'TRANSFER_PENDING'],
})

export const withdrawalStages = [
  'COLLECTING',
  'REVIEW',
  'APPROVED',
  'SENT',
  ...finalWithdrawalStages,
] as const
export type WithdrawalStage = (typeof withdrawalStages)[number]

export const currentWithdrawal = z
  .object({
    _id: z.string(),
    stage: z.enum(withdrawalStages),
    reason: z
      .enum(withdrawalReasons)
      .nullable()
      .meta({ description: 'Why it waits or came back; null where there is nothing to explain' }),
    amount: amountOut,
    currency,
    bankCode: z.string(),
    bankAccountNo: z
      .string()
      .meta({ description: 'Masked; where it goes, whatever the profile says now' }),
    createdAt: instant,
    notBefore: instant
      .nullable()
      .meta({ description: 'Until when it waits, after a new bank account' }),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'CurrentWithdrawal' })
export type CurrentWithdrawal = z.output<typeof currentWithdrawal>

export const kept = z
  .object({
    amount: amountOut.meta({ description: 'What rewards gave and is not played for yet' }),
    toPlay: amountOut.meta({ description: 'What is to be played before it can be withdrawn' }),
  })
  .nullable()

export const notYetReasons = ['BONUS', 'BONUS_MAXIMUM', 'CHECK', 'REWARDS', 'WITHDRAWAL'] as const
/** What keeps money from being withdrawn. */
export type NotYetReason = (typeof notYetReasons)[number]

/** The one answer on what can be withdrawn, wherever it is shown. */
export const withdrawable = z.object({
  amount: amountOut.meta({
    description:
      'What a withdrawal of everything is accepted for, and for no more, within the amounts allowed at a time',
  }),
  notYet: amountOut.meta({ description: 'The rest of what is in the wallet and the games' }),
  why: z
    .enum(notYetReasons)
    .nullable()
    .meta({ description: 'What keeps the rest; null where nothing is kept' }),
  played: z.object({ done: amountOut, required: amountOut }).nullable().meta({
    description: 'How far the play is that rewards require; null where they require none',
  }),
})
export type Withdrawable = z.output<typeof withdrawable>

export const readCurrentWithdrawal = endpoint({
  method: 'GET',
  path: '/api/withdrawals/current',
  access: 'member',
  summary:
    'Returns the state of the open or most recent withdrawal, how long withdrawals take, and what cannot be withdrawn yet.',
  rate: 'read',
  input: null,
  output: z.object({
    withdrawal: currentWithdrawal.nullable(),
    typicalMinutes: z.int().min(1).nullable().meta({
      description:
        'The median of the last fifty that were paid as this one will be, by staff or without them; null while it waits for a set time',
    }),
    reviewedMinutes: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The same of those that staff checked, which any may be' }),
    kept,
    withdrawable,
  }),
  refusals: [],
})
