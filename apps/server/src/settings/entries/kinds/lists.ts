import {
  depositBankCodes,
  depositBankTypes,
  depositModes,
  walletCurrencies,
} from '@kapao/contract/limits'
import { z } from 'zod'
import { isNetwork } from '#core/limits/addresses/address-lists.ts'
import { cannedList, menuSchema, type CannedReply, type ChatMenu } from './chat/menu.ts'
import { because, typedAs } from './field-of.ts'
import { haveOwnCodes, html, isNone, parseJson, picture, type SettingKind } from './kinds.ts'

const bankCode = typedAs(
  z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/, 'must be a bank code, such as KBANK'),
  { form: 'line', max: 12, example: 'KBANK' },
)
const word = z.string().trim().min(1, 'must not be empty').max(120)

const bank = z.strictObject({ code: bankCode, nameTH: word, nameLA: word, nameEN: word })
export type Bank = z.output<typeof bank>

const source = z.strictObject({
  code: typedAs(z.string().regex(/^[a-z0-9-]{1,30}$/, 'must be small letters, digits and dashes'), {
    form: 'line',
    max: 30,
    example: 'friend',
  }),
  description: z.strictObject({ th: word, la: word, en: word }),
})
export type Source = z.output<typeof source>

export const bankList: SettingKind<Bank[]> = {
  form: 'a JSON list of {"code", "nameTH", "nameLA", "nameEN"}',
  schema: z
    .array(bank)
    .min(1)
    .max(60)
    .refine(haveOwnCodes, because('twice', 'must not name a code twice')),
  parse: parseJson,
}

export const sourceList: SettingKind<Source[]> = {
  form: 'a JSON list of {"code", "description": {"th", "la", "en"}}',
  schema: z
    .array(source)
    .max(30)
    .refine(haveOwnCodes, because('twice', 'must not name a code twice')),
  parse: parseJson,
}

export const bankCodes: SettingKind<string[]> = {
  form: 'bank codes with commas between them, such as KBANK,SCB, or none',
  schema: z
    .array(bankCode)
    .max(5)
    .refine(
      (codes) => new Set(codes).size === codes.length,
      because('twice', 'must not name a code twice'),
    ),
  parse: (typed) =>
    isNone(typed) ? [] : typed.split(',').map((code) => code.trim().toUpperCase()),
}

export const networkList: SettingKind<string[]> = {
  form: 'addresses and networks with commas between them, such as 203.0.113.7,198.51.100.0/24, or none',
  schema: z
    .array(
      typedAs(
        z.string().refine(isNetwork, 'must be an address or a network, such as 198.51.100.0/24'),
        { form: 'line', max: 50, example: '198.51.100.0/24' },
      ),
    )
    .max(1_000),
  parse: (typed) => (isNone(typed) ? [] : typed.split(',').map((network) => network.trim())),
}

const currency = z.enum(walletCurrencies, 'must be BAHT or LAK')
const mode = z.enum(depositModes, `must be one of ${depositModes.join(', ')}`)

const depositAccount = z.strictObject({
  bankCode: z.enum(depositBankCodes, `must be one of ${depositBankCodes.join(', ')}`),
  bankType: z.enum(depositBankTypes, 'must be PAYMENT or bank'),
  mode,
  /** Without a Lao name of its own it uses that of the bank with this code. */
  bank: z.strictObject({ nameTH: word, nameLA: word.optional(), nameEN: word }),
  bankAccountName: word,
  /** The same holder in the other script, as banks print it on slips. Members never see it. */
  alsoNamed: word.optional(),
  bankAccountNo: typedAs(z.string().regex(/^\d{6,20}$/, 'must be 6 to 20 digits'), {
    form: 'line',
    max: 20,
    example: '1112223334',
  }),
  currency,
  /** Its statement cannot be read at BANK_STATEMENT_URL, so it cannot be compared with the bank. */
  hasStatement: typedAs(z.literal(false), { form: 'flag', only: false }).optional(),
})
export type DepositAccount = z.output<typeof depositAccount>

const depositWallet = z.strictObject({
  walletAccountName: word,
  mode,
  currency,
  /** The mobile number that redeems gift links; without it none are accepted. Members never see it. */
  mobile: typedAs(z.string().regex(/^0\d{9}$/, 'must be a Thai mobile number with ten digits'), {
    form: 'line',
    max: 10,
    example: '0812345678',
  }).optional(),
})
export type DepositWallet = z.output<typeof depositWallet>

export const depositAccountList: SettingKind<DepositAccount[]> = {
  form: 'a JSON list of {"bankCode", "bankType", "mode", "bank": {"nameTH", "nameLA"?, "nameEN"}, "bankAccountName", "alsoNamed"?, "bankAccountNo", "currency", "hasStatement"?: false}',
  schema: z
    .array(depositAccount)
    .max(60)
    .refine(
      isEitherWay,
      because(
        'bothWays',
        'must not name one account for transfers and for codes: a paid code would be credited for the gateway and for the bank',
      ),
    ),
  parse: parseJson,
}

export const depositWalletList: SettingKind<DepositWallet[]> = {
  form: 'a JSON list of {"walletAccountName", "mode", "currency", "mobile"?}',
  schema: z.array(depositWallet).max(20),
  parse: parseJson,
}

/**
 * The bank reports a transfer to such an account and the gateway a payment, and not every gateway names the transfer.
 */
function isEitherWay(accounts: readonly DepositAccount[]): boolean {
  const ofCodes = accounts.filter(({ bankType }) => bankType === 'PAYMENT')
  const numbers = new Set(ofCodes.map(({ bankAccountNo }) => bankAccountNo))
  return !accounts.some((one) => one.bankType === 'bank' && numbers.has(one.bankAccountNo))
}

const banner = z.strictObject({ image: picture.schema, html: html.schema })

export const bannerList: SettingKind<z.output<typeof banner>[]> = {
  form: 'a JSON list of {"image": "/pictures/….webp", "html": "<p>...</p>"}; [] for none',
  schema: z.array(banner).max(8),
  parse: parseJson,
}

export const chatMenu: SettingKind<ChatMenu> = {
  form: 'a JSON object {"welcome", "fallback", "picture", "answers", "words"}, as docs/operations.md describes',
  schema: menuSchema,
  parse: parseJson,
}

export const cannedReplies: SettingKind<CannedReply[]> = {
  form: 'a JSON list of {"name", "text": {"th", "la", "en"}}',
  schema: cannedList,
  parse: parseJson,
}
