import { z } from 'zod'
import { bankAccount, profile } from './account.ts'
import { endpoint } from './endpoint.ts'
import { percent, walletCurrency } from './fields.ts'
import { gameAccount } from './games.ts'
import { amountOut } from './money.ts'

export const wallet = z
  .object({
    profile,
    bankAccount,
    currency: walletCurrency.meta({ description: 'Every amount of this member is in it' }),
    wallet: z.object({ amount: amountOut }),
    invite: z.object({ amount: amountOut, success: percent, fail: percent }),
    slots: z.array(gameAccount),
  })
  .meta({ id: 'Wallet' })
export type Wallet = z.output<typeof wallet>

export const readWallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  access: 'member',
  row: 29,
  summary: "Returns the member's profile, bank account, wallet, invite bonus and game accounts.",
  rate: 'read',
  input: null,
  output: wallet,
  refusals: ['NO_USER'],
})
