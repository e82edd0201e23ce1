import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bankNames, html, walletCurrency } from './fields.ts'
import { depositBankCodes, depositBankTypes, depositModes } from './limits.ts'
import { amountOut } from './money.ts'

export const bank = z
  .object({ code: z.string(), nameTH: z.string(), nameEN: z.string() })
  .meta({ id: 'Bank' })
export type Bank = z.output<typeof bank>

/** An account of the operator that members pay into. */
export const depositAccount = z
  .object({
    bankCode: z.enum(depositBankCodes),
    bankType: z.enum(depositBankTypes),
    mode: z.enum(depositModes),
    bank: bankNames,
    bankAccountName: z.string(),
    bankAccountNo: z.string(),
    currency: walletCurrency,
  })
  .meta({ id: 'DepositAccount' })
export type DepositAccount = z.output<typeof depositAccount>

export const walletAccount = z
  .object({ walletAccountName: z.string(), mode: z.enum(depositModes) })
  .meta({ id: 'WalletAccount' })
export type WalletAccount = z.output<typeof walletAccount>

/** The public key that gift links are encrypted for. Its fields are listed, so that no private part can ever leave. */
export const giftLinkKey = z
  .object({
    kty: z.literal('RSA'),
    kid: z.string(),
    alg: z.literal('RSA-OAEP-256'),
    use: z.literal('enc'),
    n: z.string(),
    e: z.string(),
  })
  .meta({ id: 'GiftLinkKey', description: 'A public JSON Web Key' })
export type GiftLinkKey = z.output<typeof giftLinkKey>

const shared = { method: 'GET', access: 'public', rate: 'read', input: null, refusals: [] } as const

export const listBanks = endpoint({
  ...shared,
  path: '/api/lookup/banks',
  row: 1,
  summary: 'Lists the banks that a member may have an account with.',
  output: z.array(bank),
})

export const readDepositAccounts = endpoint({
  ...shared,
  access: 'member',
  path: '/api/lookup/deposit',
  row: 2,
  summary:
    "Lists the accounts that the member may pay into, in the currency of the member's wallet.",
  output: z.object({
    banks: z.array(depositAccount),
    wallets: z.array(walletAccount),
    isManual: z.boolean(),
    giftLinkKey: giftLinkKey.nullable(),
  }),
  refusals: ['NO_BANK', 'NO_WALLET'],
})

export const readConditions = endpoint({
  ...shared,
  path: '/api/lookup/conditions',
  row: 3,
  summary: 'Returns the conditions of the service.',
  output: z.object({ conditions: z.array(html) }),
})

export const readAgreements = endpoint({
  ...shared,
  path: '/api/lookup/agreements',
  row: 4,
  summary: 'Returns the user agreement.',
  output: z.object({ agreements: z.array(html) }),
})

export const readInfo = endpoint({
  ...shared,
  path: '/api/lookup/info',
  row: 5,
  summary: 'Returns the name and the website of the service.',
  output: z.object({ name: z.string(), website: z.string() }),
})

export const readNotice = endpoint({
  ...shared,
  path: '/api/lookup/notice',
  row: 6,
  summary: 'Returns the notice of a bonus, in which %percentFail% stands for a number.',
  output: z.object({ notice: html }),
})

export const readContact = endpoint({
  ...shared,
  path: '/api/lookup/contact',
  row: 7,
  summary: 'Returns how to reach support.',
  output: z.object({
    contactText: html,
    lineLink: z.string(),
    lineName: z.string(),
    lineQR: z.string().nullable(),
  }),
})

export const readWithdrawalLimits = endpoint({
  ...shared,
  access: 'member',
  path: '/api/lookup/withdraw',
  row: 8,
  summary: 'Returns the smallest and the largest amount of one withdrawal.',
  output: z.object({ withdrawMin: amountOut, withdrawMax: amountOut }),
})

export const readSlipWindow = endpoint({
  ...shared,
  access: 'member',
  path: '/api/lookup/slip',
  row: 9,
  summary: 'Returns whether slips are accepted now, and the daily period in which they are not.',
  output: z.object({
    isOpen: z.boolean(),
    closeFrom: z.string().meta({ description: 'HH:mm in Bangkok' }),
    closeTo: z.string().meta({ description: 'HH:mm in Bangkok' }),
    limitMinutes: z.int(),
  }),
})

export const listSources = endpoint({
  ...shared,
  path: '/api/lookup/sources',
  row: 10,
  summary: 'Lists where a new member may have heard of the service.',
  output: z.array(z.object({ code: z.string(), description: z.string() })),
})

export const readActive = endpoint({
  ...shared,
  path: '/api/lookup/active',
  row: 11,
  summary: "Returns whether the service is on, or the message 'gone'.",
  output: z.union([
    z.object({ active: z.literal(true) }),
    z.object({ message: z.literal('gone') }),
  ]),
})

export const readRegisterOtp = endpoint({
  ...shared,
  path: '/api/lookup/registerOTP',
  row: 12,
  summary: 'Returns whether a registration needs a one-time code.',
  output: z.object({ registerOTP: z.boolean() }),
})

export const readEnableChatWidget = endpoint({
  ...shared,
  path: '/api/lookup/enableChatWidget',
  row: 13,
  summary: 'Returns whether support uses the chat of this service.',
  output: z.object({ enableChatWidget: z.boolean() }),
})
