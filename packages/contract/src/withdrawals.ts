import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amountIn } from './money.ts'
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
