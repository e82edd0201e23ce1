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
    typicalMinutes: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The median of the last fifty that were paid' }),
    kept,
  }),
  refusals: [],
})
