import { z } from 'zod'
import { rewardOffer } from './bonus.ts'
import { endpoint } from './endpoint.ts'
import { html, pathText, percent } from './fields.ts'

export const promotion = z
  .object({ percentFail: percent, description: html })
  .meta({ id: 'Promotion' })
export type Promotion = z.output<typeof promotion>

export const readCurrentPromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/current',
  access: 'member',
  row: 63,
  summary: 'Returns the promotion that the member holds, or null.',
  rate: 'read',
  input: null,
  output: promotion.nullable(),
  refusals: [],
})

export const findPromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/find/{code}',
  access: 'member',
  row: 64,
  summary: 'Returns the promotion of a code, or null when there is none.',
  rate: 'guess',
  input: z.object({ code: pathText }),
  output: promotion.nullable(),
  refusals: ['NO_PROMOTION'],
})

export const readPromotionOffer = endpoint({
  method: 'GET',
  path: '/api/promotion/offer/{code}',
  access: 'member',
  summary: 'Calculates what a code would give this member and require of them; gives nothing.',
  rate: 'guess',
  input: z.object({ code: pathText }),
  output: rewardOffer,
  refusals: ['NO_PROMOTION'],
})

export const activatePromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/activate/{code}',
  access: 'member',
  row: 65,
  summary: 'Credits the promotion of a code, once a member.',
  rate: 'guess',
  keyed: true,
  input: z.strictObject({ code: pathText }),
  output: z.literal(true),
  refusals: [
    'NO_PROMOTION',
    'PROMOTION_RECEIVED',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_REMAINING',
    'BONUS_FULL',
    'BONUS_NO_DEPOSIT',
    'REWARD_HELD',
  ],
})
