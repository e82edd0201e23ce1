import { pictureAddressForm } from '@kapao/contract/console/picture-limits'
import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText, textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { because, typedAs } from './field-of.ts'
import { findUnsafeHtml } from './html.ts'

/** One form of a value: how typed text is parsed, and what is accepted. */
export type SettingKind<T> = {
  /** The accepted input, for the help and for refusals. */
  form: string
  /** Applied to the typed value and again to the stored one, so it must not change its own output. */
  schema: z.ZodType<T>
  parse: (typed: string) => unknown
  html?: true
}

export function line(charactersMax: number): SettingKind<string> {
  return {
    form: `one line of text, at most ${charactersMax} characters`,
    schema: typedAs(
      z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(charactersMax, `must not be longer than ${charactersMax} characters`)
        .regex(/^[^\p{Cc}]*$/u, 'must be one line'),
      { form: 'line', max: charactersMax, example: null },
    ),
    parse: (typed) => typed,
  }
}

export const flag: SettingKind<boolean> = {
  form: 'on or off',
  schema: z.boolean('must be on or off'),
  parse: (typed) => flagWords[typed.trim().toLowerCase()],
}

const flagWords: Record<string, boolean> = {
  on: true,
  yes: true,
  true: true,
  off: false,
  no: false,
  false: false,
}

export function wholeNumber(min: number, max: number): SettingKind<number> {
  const problem = `must be a whole number from ${min} to ${max}`
  return {
    form: `a whole number from ${min} to ${max}`,
    schema: typedAs(z.number(problem).int(problem).min(min, problem).max(max, problem), {
      form: 'whole',
      min,
      max,
    }),
    parse: (typed) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed),
  }
}

export function choice<const T extends string>(...words: T[]): SettingKind<T> {
  const form = words.join(' or ')
  return {
    form,
    schema: z.enum(words, `must be ${form}`),
    parse: (typed) => typed.trim(),
  }
}

/** Decimal text in the form of its currency: money is never a float, not even here. */
export function amountIn(currency: WalletCurrency): SettingKind<string> {
  const example = currency === 'BAHT' ? '100 or 99.50' : '100000'
  return {
    form: `an amount in ${currency}, such as ${example}`,
    schema: typedAs(
      z.string().transform((text, context) => {
        const money = moneyFromText(text.trim(), currency)
        if (money && money.amount > 0n) return textOfMoney(money)
        const message = `must be an amount above 0, such as ${example}`
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }),
      { form: 'amount', currency: currency },
    ),
    parse: (typed) => typed.trim(),
  }
}

/** Decimal text too: rates are multiplied with whole smallest units, and 0.1 has no exact float. */
export function rate(max: number): SettingKind<string> {
  const form = `a number from 0 to ${max} with at most 2 decimals`
  return {
    form,
    schema: typedAs(
      z
        .string()
        .regex(/^(0|[1-9]\d{0,5})(\.\d{1,2})?$/, `must be ${form}`)
        .refine((text) => Number(text) <= max, `must be ${form}`),
      { form: 'rate', max },
    ),
    parse: (typed) => typed.trim(),
  }
}

export const color: SettingKind<string> = {
  form: 'a colour such as #f5b83d',
  schema: typedAs(
    z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #f5b83d'),
    { form: 'color' },
  ),
  parse: (typed) => typed.trim(),
}

/** A picture of the house's own store; whether it has it is asked where a setting is changed. */
export const picture: SettingKind<string> = {
  form: 'a picture of the house, as its address: /pictures/….webp (npx kapao pictures FILE adds one)',
  schema: typedAs(
    z.string().regex(pictureAddressForm, 'must be a picture of the house: /pictures/….webp'),
    { form: 'picture' },
  ),
  parse: (typed) => typed.trim(),
}

export const timeOfDay: SettingKind<string> = {
  form: 'a time in Bangkok, such as 23:00',
  schema: typedAs(
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 23:00 or 00:30'),
    { form: 'time' },
  ),
  parse: (typed) => typed.trim(),
}

/** A day and a time of day in Bangkok as the page types it, an instant as it is kept. */
export const moment = typedAs(z.iso.datetime('must be an instant, such as 2026-12-01T00:00:00Z'), {
  form: 'moment',
})

export const webAddress: SettingKind<string> = {
  form: 'an address that begins with https:// or http://',
  schema: typedAs(
    z
      .string()
      .max(500, 'must not be longer than 500 characters')
      .refine(isWebAddress, 'must be an address that begins with https:// or http://'),
    { form: 'address', isSecure: false, mayBePath: false },
  ),
  parse: (typed) => typed.trim(),
}

/**
 * For addresses that need encryption even in a demo: those that receive passwords and keys, and the one that members are
 * to take for ours.
 */
export const secretAddress: SettingKind<string> = {
  form: 'an address that begins with https://',
  schema: typedAs(
    webAddress.schema.refine(
      (text) => text.startsWith('https://'),
      'must be an address that begins with https://',
    ),
    { form: 'address', isSecure: true, mayBePath: false },
  ),
  parse: webAddress.parse,
}

/** The address of another server; `/` is the one that served the page. */
export const serverAddress: SettingKind<string> = {
  form: `${webAddress.form}, or / for this server`,
  schema: typedAs(
    z.union([z.literal('/'), webAddress.schema], {
      error: 'must be / or an address that begins with https:// or http://',
    }),
    { form: 'address', isSecure: false, mayBePath: true },
  ),
  parse: webAddress.parse,
}

export function isWebAddress(text: string): boolean {
  // The pattern comes first: URL accepts spaces, quotes and a missing host, and this text ends up in a page.
  return /^https?:\/\/[^\s"'<>\\@]+$/.test(text) && URL.canParse(text)
}

const htmlMax = 20_000
const htmlField = { form: 'html', max: htmlMax } as const
const htmlText = typedAs(
  z
    .string()
    .trim()
    .max(htmlMax, `must not be longer than ${htmlMax} characters`)
    .superRefine((text, context) => {
      const problem = findUnsafeHtml(text)
      const { error: message, params } = because('markup', problem ?? '')
      if (problem) context.addIssue({ code: 'custom', message, params })
    }),
  htmlField,
)

export const html: SettingKind<string> = {
  form: 'text with simple HTML',
  schema: htmlText,
  parse: (typed) => typed,
  html: true,
}

export const htmlList: SettingKind<string[]> = {
  form: 'a JSON list of texts with simple HTML, such as ["<p>One</p>", "<p>Two</p>"]',
  schema: z
    .array(typedAs(htmlText.min(1, 'must not be empty'), htmlField), 'must be a JSON list of texts')
    .max(30),
  parse: parseJson,
  html: true,
}

/** Text that is not JSON is passed on unchanged, so that the schema reports what was expected. */
export function parseJson(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

export function optional<T>(kind: SettingKind<T>): SettingKind<T | null> {
  return {
    ...kind,
    form: `${kind.form}, or none`,
    schema: kind.schema.nullable(),
    parse: (typed) => (isNone(typed) ? null : kind.parse(typed)),
  }
}

export function isNone(typed: string): boolean {
  return ['', 'none'].includes(typed.trim())
}

export function haveOwnCodes(items: { code: string }[]): boolean {
  return new Set(items.map(({ code }) => code)).size === items.length
}
