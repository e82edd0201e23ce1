import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant, pathCode } from './fields.ts'
import { amountIn, amountOut } from './money.ts'

/** The live QR code of a member at one provider, or that there is none. */
export const qrState = z
  .discriminatedUnion('hasQrcode', [
    z.object({
      hasQrcode: z.literal(true),
      qrcodeId: z.string(),
      qrcode: z.string().meta({ description: 'SVG markup' }),
      amount: amountOut,
      expireIn: instant,
      now: instant.meta({ description: "The server's clock, by which the code ends" }),
      message: z.literal(''),
    }),
    z.object({ hasQrcode: z.literal(false), message: z.literal('QR_FAIL').optional() }),
  ])
  .meta({ id: 'QrState' })
export type QrState = z.output<typeof qrState>

const provider = pathCode.meta({ description: 'The bank code of a deposit account, in any case' })

export const requestManualDeposit = endpoint({
  method: 'POST',
  path: '/api/wallet/add',
  access: 'member',
  row: 34,
  summary: 'Notes a deposit that an operator has to confirm; it credits nothing by itself.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ amount: amountIn }),
  output: done,
  refusals: ['NO_BANK', 'BONUS_REMAINING'],
})

export const uploadSlip = endpoint({
  method: 'POST',
  path: '/api/wallet/slip',
  access: 'member',
  row: 39,
  summary:
    'Uploads the picture of a bank slip (PNG or JPEG) of a transfer made within the last hour.',
  rate: 'upload',
  input: null,
  multipart: { files: ['file'], fields: ['bankCode', 'bankAccountNo', 'amount'] },
  output: z.object({ reference: z.string(), status: z.literal('PENDING') }),
  refusals: [
    'SLIP_NO_FILE',
    'SLIP_INVALID_FILE',
    'SLIP_UPLOAD_FAIL',
    'BONUS_REMAINING',
    'DAY_LIMIT',
  ],
})

export const redeemGiftLink = endpoint({
  method: 'POST',
  path: '/api/wallet/truelink',
  access: 'member',
  row: 40,
  summary:
    'Redeems a gift link of a digital wallet, sent encrypted with the name of the wallet account.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({
    link: z.string().min(1).max(4096).meta({ description: 'A compact JWE for giftLinkKey' }),
  }),
  output: z.object({ message: z.literal('SUCCESS'), amount: amountOut }),
  refusals: [
    'TRUELINK_DUPLICATE',
    'TRUELINK_INVALID',
    'TRUELINK_OTHER_PHONE',
    'NO_WALLET',
    'BONUS_REMAINING',
    'TRANSFER_PENDING',
  ],
})

export const readQr = endpoint({
  method: 'GET',
  path: '/api/qrcode/{provider}',
  access: 'member',
  row: 54,
  summary: "Returns the member's live QR code at a provider, if there is one.",
  rate: 'read',
  input: z.object({ provider }),
  output: qrState,
  refusals: ['QR_FAIL'],
})

export const createQr = endpoint({
  method: 'POST',
  path: '/api/qrcode/{provider}',
  access: 'member',
  row: 55,
  summary: "Makes a QR code for one deposit; it takes the place of the member's earlier one.",
  rate: 'money',
  keyed: true,
  input: z.strictObject({ provider, amount: amountIn }),
  output: qrState,
  refusals: ['QR_FAIL', 'BONUS_REMAINING'],
})

export const cancelQr = endpoint({
  method: 'DELETE',
  path: '/api/qrcode/{qrcodeId}',
  access: 'member',
  row: 56,
  summary: "Cancels one of the member's QR codes.",
  rate: 'change',
  input: z.object({ qrcodeId: pathCode }),
  output: done,
  refusals: ['NO_DATA'],
})
