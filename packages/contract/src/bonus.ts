import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { banner, html, instant, pathText, percent } from './fields.ts'
import { amountOut } from './money.ts'

/** The period over which a bonus counts its receipts: all time, today, or this week. */
export const bonusTypes = ['limit', 'day', 'week'] as const
export type BonusType = (typeof bonusTypes)[number]

/** The kind of condition: a total of wallet and games, or an amount staked. */
export const conditionKinds = ['balance', 'turnover'] as const
/** The base of the multiplication: everything that the member has with the reward, or the reward alone. */
export const conditionBases = ['deposit and bonus', 'bonus'] as const

/** Why a bonus may be ended (met, below, denied), or what stands in the way. */
export const bonusEndings = [
  'met',
  'below',
  'denied',
  'condition',
  'cap',
  'transfers',
  'held',
] as const
export type BonusEnding = (typeof bonusEndings)[number]

const amountText = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
const factorText = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/)

/** An amount in each currency in which it is offered. */
export const amountsByCurrency = z.strictObject({
  BAHT: amountText.optional(),
  LAK: amountText.optional(),
})
export type AmountsByCurrency = z.output<typeof amountsByCurrency>

/** A reward's value and condition, as operators write them and as they are fixed when it is given. */
export const rewardTerms = z.strictObject({
  kind: z.enum(conditionKinds),
  base: z.enum(conditionBases),
  /** Null uses the setting `bonus.factor`. */
  factor: factorText.nullable(),
  percentFail: percent,
  gives: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('amount'), amount: amountsByCurrency }),
    z.strictObject({
      of: z.literal('deposit'),
      percent: z.number().gt(0).max(1000),
      max: amountsByCurrency,
    }),
  ]),
  /** The total up to which it may be ended; null uses the setting, then percentFail of deposit and bonus. */
  endAmount: amountsByCurrency.nullable(),
  /** The most that may be withdrawn at its end. */
  withdrawMax: amountsByCurrency.nullable(),
  /** How much of a stake counts by category of game, in percent; unnamed categories count in full. */
  contributions: z.record(z.string().min(1).max(40), percent),
})
export type RewardTerms = z.output<typeof rewardTerms>

/** An operator's text in each language. */
export const wordsByLanguage = z.strictObject({ th: html, la: html, en: html })
export type WordsByLanguage = z.output<typeof wordsByLanguage>

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
    'BONUS_NO_DEPOSIT',
    'BONUS_FULL',
    'BONUS_REMAINING',
    'WITHDRAW_PENDING',
    'REWARD_HELD',
    'NO_DATA',
  ],
})

export const readActiveBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/check/active',
  access: 'member',
  row: 60,
  summary: 'Returns whether a bonus is held, which kind, and how far its condition is met.',
  rate: 'read',
  input: null,
  output: z.object({
    status: z.boolean(),
    type: z
      .string()
      .nullable()
      .meta({ description: 'limit, day or week; of other rewards promotion, invite or refund' }),
    progress: z
      .object({
        code: z.string(),
        kind: z.enum(conditionKinds),
        total: amountOut.meta({
          description: 'Wallet and games together; where stakes count, what was staked',
        }),
        target: amountOut.meta({ description: 'A total from which a withdrawal is allowed' }),
        endAmount: amountOut.meta({ description: 'A total up to which the bonus may be ended' }),
        has: amountOut.meta({ description: 'Wallet and games together' }),
        end: z
          .enum(bonusEndings)
          .meta({ description: 'Why it may be ended now, as the books know the games, or not' }),
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
  summary: 'Returns whether the total is low enough to end the bonus.',
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
  refusals: ['BONUS_CONDITION', 'REWARD_HELD', 'NO_DATA', 'TRANSFER_FAIL', 'TRANSFER_PENDING'],
})

const condition = {
  kind: z.enum(conditionKinds),
  base: z.enum(conditionBases),
  factor: z.string(),
  percentFail: percent,
  deposit: amountOut.meta({ description: 'What the member has without the bonus' }),
  bonus: amountOut.meta({ description: 'What it gives' }),
  target: amountOut.meta({ description: 'What must be reached before a withdrawal' }),
  toPlayFirst: amountOut.meta({
    description: 'The part of the target that earlier rewards still require; it is played first',
  }),
  endAmount: amountOut.meta({ description: 'A total up to which it may be ended' }),
  withdrawMax: amountOut
    .nullable()
    .meta({ description: 'The most that may be withdrawn at the end' }),
  contributions: z
    .record(z.string(), percent)
    .meta({ description: 'Percent of a stake that counts, by category of game; others in full' }),
}

/** A reward's value and condition for a member, if it were received now. */
export const rewardOffer = z.object({
  ...condition,
  needsDeposit: z.boolean().meta({
    description: 'True when it is a share of a deposit, and there is none to take it of',
  }),
})
export type RewardOffer = z.output<typeof rewardOffer>

export const readBonusOffer = endpoint({
  method: 'GET',
  path: '/api/bonus/offer/{code}',
  access: 'member',
  summary: 'Calculates what a bonus would give this member and require of them; gives nothing.',
  rate: 'read',
  input: z.object({ code: pathText }),
  output: rewardOffer,
  refusals: ['NO_DATA'],
})

const takenFrom = z.object({ place: z.string(), amount: amountOut })

export const previewClearBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/preview',
  access: 'member',
  summary: 'Calculates what ending the bonus now would take, game by game; takes nothing.',
  rate: 'change',
  input: null,
  output: z.object({
    allowed: z.boolean(),
    why: z
      .enum([...bonusEndings, 'unknown'])
      .meta({ description: 'Why it may be ended, or what stands in the way' }),
    lost: z.array(takenFrom).meta({ description: 'Each game that would be emptied' }),
    total: amountOut.meta({ description: 'The sum of that' }),
    kept: amountOut.meta({ description: 'What stays in the main wallet' }),
  }),
  refusals: ['NO_DATA'],
})

export const readBonusBill = endpoint({
  method: 'GET',
  path: '/api/bonus/bill',
  access: 'member',
  summary: 'The bonus that ended last, line by line, or null; includes one that is still ending.',
  rate: 'read',
  input: null,
  output: z
    .object({
      ...condition,
      _id: z.string(),
      code: z.string(),
      source: z.enum(['bonus', 'promotion', 'invite', 'refund']),
      state: z.enum(['clearing', 'ended']),
      endedBy: z.enum(['cancelled', 'withdrawn', 'emptied']),
      receivedAt: instant,
      endedAt: instant.nullable(),
      totalAtEnd: amountOut,
      taken: z.array(takenFrom),
      takenTotal: amountOut,
    })
    .nullable(),
  refusals: [],
})
