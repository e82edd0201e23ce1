import { z } from 'zod'
import { controlCall, type ControlCall } from '../actor.ts'
import { Impossible } from '../call.ts'
import { slipCode } from './codes.ts'
import { drawSlip, variants, type Variant } from './picture.ts'
import type { Transfer, Transfers } from './transfers.ts'

const word = z.string().trim().min(1).max(120)
const bank = z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/, 'a code such as KBANK')
const accountNo = z.string().regex(/^\d{6,20}$/, 'digits only')

const shown = z.string().max(40).optional()

const shownOtherwise = z
  .strictObject({ bank: shown, account: shown, accountType: shown, proxy: shown })
  .optional()
  .describe('What the services report of that side instead: a mask, a proxy, a bank, or nothing.')

const transferInput = z.strictObject({
  fromBank: bank.default('KBANK'),
  fromAccount: accountNo.default('1234567890'),
  fromName: word.default('NOK THONGDEE'),
  fromNameTH: word.optional().describe('Without one the slip shows the other name only.'),
  toBank: bank.default('KBANK'),
  toAccount: accountNo.default('1112223334'),
  toName: word.default('KAPAO DEMO CO LTD'),
  toNameTH: word.optional().describe('With one the slip shows the receiver in Thai, too.'),
  fromShown: shownOtherwise,
  toShown: shownOtherwise,
  amount: z.coerce
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'an amount such as 500.00')
    .default('500.00'),
  currency: z.enum(['BAHT', 'LAK']).default('BAHT'),
  minutesAgo: z.coerce.number().int().min(-1_440).max(1_000_000).default(0),
})

const variantNames = Object.keys(variants) as [Variant, ...Variant[]]

export const pictureInput = z.strictObject({
  reference: z.string(),
  variant: z.enum(variantNames).default('plain'),
  seed: z.coerce.number().int().min(0).default(0),
})

/** Controls for tests and people: pay into an account, and get the slip of the transfer. */
export function slipControlCalls(transfers: Transfers): ControlCall[] {
  return [
    controlCall({
      name: 'slips.transfers',
      method: 'GET',
      path: '/slips/transfers',
      summary: 'The transfers that the slip service knows, newest first.',
      input: z.strictObject({}),
      run: () => transfers.list().map(describe),
    }),
    controlCall({
      name: 'slips.transfer',
      method: 'POST',
      path: '/slips/transfers',
      summary: 'Makes a transfer that the banks know, so that there is a slip of it.',
      input: transferInput,
      run: ({ amount, currency, minutesAgo, ...sides }) =>
        describe(
          transfers.add({
            amount,
            currency,
            minutesAgo,
            from: {
              bank: sides.fromBank,
              accountNo: sides.fromAccount,
              name: sides.fromName,
              nameTH: sides.fromNameTH ?? null,
              shown: sides.fromShown,
            },
            to: {
              bank: sides.toBank,
              accountNo: sides.toAccount,
              name: sides.toName,
              nameTH: sides.toNameTH ?? null,
              shown: sides.toShown,
            },
          }),
        ),
    }),
    controlCall({
      name: 'slips.picture',
      method: 'GET',
      path: '/slips/pictures/:reference/:variant',
      summary: `Draws the slip of a transfer: ${variantNames.join(', ')}. Bytes come as base64.`,
      input: pictureInput,
      run: async ({ reference, variant, seed }) => {
        const { type, bytes } = await drawSlip(transferOf(transfers, reference), variant, seed)
        return { type, base64: bytes.toString('base64') }
      },
    }),
  ]
}

export function transferOf(transfers: Transfers, reference: string): Transfer {
  const found = transfers.find(reference)
  if (!found) throw new Impossible(`The banks know no transfer ${reference}.`)
  return found
}

function describe(transfer: Transfer): object {
  const { reference, from, to, amount, currency, at } = transfer
  return {
    reference,
    from,
    to,
    amount,
    currency,
    at: at.toISOString(),
    code: slipCode(from.bank, reference),
  }
}
