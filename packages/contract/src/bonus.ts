import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { banner, instant, pathText, percent } from './fields.ts'
import { amountOut } from './money.ts'

/** What a bonus counts its receipts over: all of them, those of today, or those of this week. */
export const bonusTypes = ['limit', 'day', 'week'] as const
export type BonusType = (typeof bonusTypes)[number]

export const userBonus = z
  .object({
    _id: z.string(),
    isActive: z.boolean(),
    received: z.array(z.object({ updatedAt: instant })),
  })
  .meta({ id: 'UserBonus' })
export type UserBonus = z.output<typeof userBonus>

export const bonus = z
  .object({
    code: z.string(),
    type: z.enum(bonusTypes),
    maxReceived: z.int().min(0),
    percentFail: percent,
    banners: z.array(banner),
    userBonus: userBonus.nullable(),
  })
  .meta({ id: 'Bonus' })
export type Bonus = z.output<typeof bonus>

export const listBonuses = endpoint({
  method: 'GET',
  path: '/api/bonus',
  access: 'member',
  row: 58,
  summary: 'Lists the bonuses, each with what the member has received of it.',
  rate: 'read',
  input: null,
  output: z.array(bonus),
  refusals: [],
})

export const activateBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/activate/{code}',
  access: 'member',
  row: 59,
  summary: 'Credits a bonus and puts wallet and games under its withdrawal condition.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ code: pathText }),
  output: userBonus,
  refusals: [
    'BONUS_ALREADY_ACTIVE',
    'BONUS_MAX_CLAIMED',
    'BONUS_FULL',
    'BONUS_REMAINING',
    'NO_DATA',
  ],
})

export const readActiveBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/check/active',
  access: 'member',
  row: 60,
  summary: 'Tells whether a bonus is held, which kind, and how far its condition is met.',
  rate: 'read',
  input: null,
  output: z.object({
    status: z.boolean(),
    type: z.string().nullable(),
    progress: z
      .object({
        total: amountOut.meta({ description: 'Wallet and games together' }),
        target: amountOut.meta({ description: 'A total from which a withdrawal is allowed' }),
        endAmount: amountOut.meta({ description: 'A total up to which the bonus may be ended' }),
      })
      .nullable(),
  }),
  refusals: [],
})

export const readBonusMinimum = endpoint({
  method: 'GET',
  path: '/api/bonus/check/minimum',
  access: 'member',
  row: 61,
  summary: 'Tells whether the total is low enough to end the bonus.',
  rate: 'read',
  input: null,
  output: z.object({ status: z.boolean() }),
  refusals: [],
})

export const clearBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/clear',
  access: 'member',
  row: 62,
  summary:
    'Ends the bonus that is held and takes every game balance; the main wallet is untouched.',
  rate: 'money',
  keyed: true,
  input: null,
  output: z.object({ message: z.literal('BONUS_CLEAR') }),
  refusals: ['BONUS_CONDITION', 'NO_DATA', 'TRANSFER_FAIL', 'TRANSFER_PENDING'],
})
