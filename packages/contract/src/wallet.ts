import { z } from 'zod'
import { bankAccount, profile } from './account.ts'
import { conditionKinds } from './bonus.ts'
import { endpoint } from './endpoint.ts'
import { instant, percent, walletCurrency } from './fields.ts'
import { gameAccount } from './games.ts'
import { amountOut } from './money.ts'
import { currentWithdrawal, kept, withdrawable } from './withdrawals.ts'

export const wallet = z
  .object({
    profile,
    bankAccount,
    currency: walletCurrency.meta({ description: 'Every amount of this member is in it' }),
    ageSeconds: z.int().nonnegative().optional().meta({
      description:
        'Only while our database cannot be asked: everything here is as it was at most so long ago',
    }),
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

const begun = { _id: z.string(), createdAt: instant }

export const underWay = z
  .object({
    withdrawal: currentWithdrawal
      .nullable()
      .meta({ description: 'The one that is open, or ended last' }),
    deposits: z.array(
      z.object({
        ...begun,
        way: z.enum(['QR', 'SLIP', 'HELD', 'BONUS', 'OTHER']).meta({
          description: 'HELD is here and looked at, BONUS waits for the bonus to end',
        }),
        amount: amountOut.nullable().meta({ description: 'Null until a slip has been read' }),
        secondsLeft: z
          .int()
          .nonnegative()
          .optional()
          .meta({ description: 'For how long a QR code can still be paid' }),
      }),
    ),
    transfers: z.array(z.object({ ...begun, from: z.string(), to: z.string(), amount: amountOut })),
    bonus: z
      .object({
        code: z.string(),
        kind: z.enum(conditionKinds),
        total: amountOut.meta({ description: 'How far its condition is met' }),
        target: amountOut,
        isEnding: z.boolean(),
      })
      .nullable(),
    kept,
    withdrawable,
    arrived: z
      .object({
        _id: z.string().meta({ description: 'Its row in the statement' }),
        seq: z.int().meta({ description: 'The number of that row, for its receipt' }),
        amount: amountOut,
        coins: amountOut.meta({ description: 'What it earned besides' }),
        creditedAt: instant,
      })
      .nullable()
      .meta({ description: 'The deposit that reached the wallet last, if within a day' }),
    hasDeposited: z.boolean().meta({ description: 'Whether any deposit ever reached the wallet' }),
  })
  .meta({ id: 'UnderWay' })
export type UnderWay = z.output<typeof underWay>

export const readUnderWay = endpoint({
  method: 'GET',
  path: '/api/wallet/underway',
  access: 'member',
  summary: "Returns all open operations on the member's money, and how much of it is bound.",
  rate: 'read',
  input: null,
  output: underWay,
  refusals: [],
})
