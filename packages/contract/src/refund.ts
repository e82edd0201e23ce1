import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { banner, html, instant, listPage, percent, total } from './fields.ts'
import { amountOut } from './money.ts'

export const refundRecord = z
  .object({ refundAmount: amountOut, createdAt: instant })
  .meta({ id: 'Refund' })

const credited = z.object({ message: z.literal('REFUND_SUCCESS') })
const claimRefusals = [
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_INACTIVE',
  'REFUND_MINIMUM',
  'REWARD_HELD',
] as const

export const listRefunds = endpoint({
  method: 'POST',
  path: '/api/refund',
  access: 'member',
  row: 44,
  summary: 'Lists the refunds that the member has received, newest first.',
  rate: 'read',
  input: listPage,
  output: z.object({ total, refunds: z.array(refundRecord) }),
  refusals: [],
})

export const checkRefund = endpoint({
  method: 'GET',
  path: '/api/refund/check',
  access: 'member',
  row: 45,
  summary: 'Returns how much refund has accrued and whether it may be received now.',
  rate: 'read',
  input: null,
  output: z.object({
    result: z.boolean().meta({ description: 'The refund may be received' }),
    bonus: z.boolean().meta({ description: 'A bonus is held' }),
    info: html,
    refundAmount: amountOut,
    refundSuccess: percent,
    refundFail: percent,
  }),
  refusals: [],
})

export const receiveRefund = endpoint({
  method: 'GET',
  path: '/api/refund/receive',
  access: 'member',
  row: 46,
  summary: 'Credits the accrued refund to the wallet without a condition.',
  rate: 'money',
  keyed: true,
  input: null,
  output: credited,
  refusals: claimRefusals,
})

export const addRefundToWallet = endpoint({
  method: 'GET',
  path: '/api/refund/addWallet',
  access: 'member',
  row: 47,
  summary: 'Credits the accrued refund to the wallet under a withdrawal condition.',
  rate: 'money',
  keyed: true,
  input: null,
  output: credited,
  refusals: [...claimRefusals, 'WITHDRAW_PENDING'],
})

export const listRefundBanners = endpoint({
  method: 'GET',
  path: '/api/refund/banners',
  access: 'member',
  row: 48,
  summary: 'Lists the banners that are shown before the refund screen.',
  rate: 'read',
  input: null,
  output: z.array(banner),
  refusals: [],
})
