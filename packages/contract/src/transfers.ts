import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { transferAmountIn } from './money.ts'
import { receipt } from './statement.ts'

/** `wallet` for the main wallet, else the code of a game. */
const place = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: "'wallet' for the main wallet, else the code of a game" })

export const transfer = endpoint({
  method: 'POST',
  path: '/api/wallet/transfer',
  access: 'member',
  row: 35,
  summary: 'Moves money between the main wallet and a game account, or between two game accounts.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ from: place, to: place, amount: transferAmountIn }),
  output: z.object({ message: z.literal('SUCCESS'), receipt }),
  refusals: [
    'TRANSFER_MINIMUM',
    'NO_GAME',
    'SLOT_NO_ACCOUNT',
    'BONUS_REMAINING',
    'MONEY_NOT_ENOUGH',
    'TRANSFER_FAIL',
    'TRANSFER_PENDING',
    'DAY_LIMIT',
  ],
})

export const transferAll = endpoint({
  method: 'POST',
  path: '/api/wallet/transferAll',
  access: 'member',
  row: 36,
  summary: 'Moves the main wallet and every other active game balance to one place.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ to: place }),
  output: z.object({ message: z.literal('SUCCESS'), receipts: z.array(receipt) }),
  refusals: [
    'NO_GAME',
    'SLOT_NO_ACCOUNT',
    'TRANSFER_MINIMUM',
    'BONUS_REMAINING',
    'TRANSFER_FAIL',
    'TRANSFER_PENDING',
    'DAY_LIMIT',
  ],
})
