import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { coins, done, html, instant, pathCode, percent } from './fields.ts'
import { amountOut, currency } from './money.ts'
import { refusalCodes } from './refusals.ts'

export const slice = z
  .object({
    code: z.string(),
    label: z.string(),
    bgColor: z.string(),
    textColor: z.string(),
    htmlDescription: html.nullable(),
    chance: percent.meta({ description: 'How likely this sector is, in percent' }),
  })
  .meta({ id: 'Slice' })
export type Slice = z.output<typeof slice>

export const coupon = z
  .object({
    _id: z.string(),
    prize: z.object({
      slice: slice.pick({ label: true, htmlDescription: true }),
      name: z.string(),
    }),
    amount: amountOut,
    currency,
    toPlay: amountOut
      .nullable()
      .meta({ description: 'What must be played before it can be withdrawn; null for nothing' }),
    expiresAt: instant,
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.output<typeof coupon>

const commitment = z.string().meta({
  description: 'SHA-256 of the seed of the coming spins, made public before they happen',
})

export const readWheel = endpoint({
  method: 'GET',
  path: '/api/spinwheel/setup',
  access: 'member',
  row: 49,
  summary: "Returns the active wheel and the member's coins.",
  rate: 'read',
  input: null,
  output: z.object({
    result: z.object({
      activeSpinwheel: z.object({ name: z.string(), slice: z.array(slice) }).nullable(),
      userCoin: coins,
      commitment: commitment.nullable(),
    }),
  }),
  refusals: [],
})

export const spinWheel = endpoint({
  method: 'POST',
  path: '/api/spinwheel/spin',
  access: 'member',
  row: 50,
  summary: 'Takes one coin and draws a sector; a prize that is worth something becomes a coupon.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({
    clientSeed: z.string().max(64).optional().meta({ description: 'Mixed into the draw' }),
    commitment: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The promise that was shown; nothing is drawn under another one' }),
  }),
  output: z.discriminatedUnion('success', [
    z.object({
      success: z.literal(true),
      error: z.null(),
      result: z.object({ code: z.string(), label: z.string(), remainingCoin: coins }),
    }),
    z.object({ success: z.literal(false), error: z.enum(refusalCodes), result: z.null() }),
  ]),
  refusals: [],
})

export const listCoupons = endpoint({
  method: 'GET',
  path: '/api/spinwheel/coupon',
  access: 'member',
  row: 51,
  summary: 'Lists the prizes that the member has won and not yet claimed.',
  rate: 'read',
  input: null,
  output: z.array(coupon),
  refusals: [],
})

export const claimCoupon = endpoint({
  method: 'POST',
  path: '/api/spinwheel/coupon/claim',
  access: 'member',
  row: 52,
  summary: 'Credits the prize of a coupon and removes the coupon.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({
    coupon: z.string().min(1).max(64).meta({ description: 'The _id of a coupon' }),
  }),
  output: done,
  refusals: [
    'NO_CLAIMABLE_COUPON',
    'INVALID_PRIZE_CODE',
    'INVALID_CODE',
    'INVALID_COUPON_TYPE',
    'COUPON_EXPIRED',
    'BONUS_REMAINING',
  ],
})

export const readWheelActive = endpoint({
  method: 'GET',
  path: '/api/spinwheel/active',
  access: 'member',
  row: 53,
  summary: 'Returns whether there is a wheel to spin.',
  rate: 'read',
  input: null,
  output: z.object({ isActive: z.boolean() }),
  refusals: [],
})

export const revealSpins = endpoint({
  method: 'GET',
  path: '/api/spinwheel/reveal/{commitment}',
  access: 'member',
  summary:
    'Returns the seed behind a commitment that is used up, so that its draws can be checked.',
  rate: 'read',
  input: z.object({ commitment: pathCode }),
  output: z.object({
    commitment,
    serverSeed: z.string(),
    wheel: z.array(z.object({ code: z.string(), weight: z.int().min(0) })),
    spins: z.array(
      z.object({
        nonce: z.int().min(0).meta({ description: 'Counts up without gaps' }),
        clientSeed: z.string(),
        code: z.string(),
        createdAt: instant,
      }),
    ),
  }),
  refusals: ['NO_DATA'],
})
