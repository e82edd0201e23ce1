import { currenciesOffered, type Variant, type WalletCurrency } from '@kapao/contract/limits'
import { Refused } from '#core/refused.ts'
import {
  readAccountNo,
  readBankAccountName,
  readBankCode,
  readName,
} from '#records/account/details.ts'
import { readMemberPhone, type Phone } from '#records/account/phone/phone.ts'
import { findPasswordProblem } from '#entry/password/rule.ts'

type Text = string | null | undefined

/** The fields as received; any may be missing. */
export type RegistrationForm = {
  name?: Text
  username?: Text
  password?: Text
  sourceCode?: Text
  inviteCode?: Text
  bankCode?: Text
  bankAccountName?: Text
  bankAccountNo?: Text
  currency?: Text
  otpToken?: Text
}

export type Rules = {
  variant: Variant
  brand: string
  banks: readonly { code: string }[]
  sources: readonly { code: string }[]
}

/** In the stored forms; null for fields that were not filled in. */
export type Applicant = {
  name: string | null
  phone: Phone | null
  password: string | null
  sourceCode: string | null
  inviterId: string | null
  bankCode: string | null
  bankAccountName: string | null
  bankAccountNo: string | null
  currency: WalletCurrency | null
  /** The token that is claimed to prove the phone. */
  otpToken: string | null
}

/** Checks every field that is filled in, in the order of the form. */
export function readApplicant(given: RegistrationForm, rules: Rules): Applicant {
  const each = <T>(text: Text, readOne: (text: string) => T): T | null =>
    text === null || text === undefined || text.trim() === '' ? null : readOne(text.trim())
  const phone = each(given.username, (text) => readPhone(text, rules))
  const bankCode = each(given.bankCode, (text) => readBankCode(text, rules.banks))
  return {
    name: each(given.name, readName),
    phone,
    password: readPassword(given.password, { phone: phone?.local ?? null, brand: rules.brand }),
    sourceCode: each(given.sourceCode, (text) => readSource(text, rules)),
    inviterId: each(given.inviteCode, readInviteCode),
    bankCode,
    bankAccountName: each(given.bankAccountName, (text) => readBankAccountName(text, bankCode)),
    bankAccountNo: each(given.bankAccountNo, readAccountNo),
    currency: each(given.currency, (text) => readCurrency(text, rules.variant)),
    otpToken: each(given.otpToken, (token) => token),
  }
}

function readPhone(text: string, { variant }: Rules): Phone {
  const phone = readMemberPhone(text, variant)
  if (phone === 'length') throw new Refused('PHONE_NUMBER_REQUIRE_10_DIGIT')
  if (phone === 'form') throw new Refused('INVALID_USER_INFO', 'username must be a mobile number')
  return phone
}

/** Taken as typed: a space at either end is part of a password. */
function readPassword(
  password: Text,
  about: { phone: string | null; brand: string },
): string | null {
  if (password === null || password === undefined || password === '') return null
  const problem = findPasswordProblem(password, about)
  if (problem) throw new Refused('INVALID_USER_INFO', problem)
  return password
}

function readSource(text: string, { sources }: Rules): string {
  if (sources.some(({ code }) => code === text)) return text
  throw new Refused('INVALID_USER_INFO', 'sourceCode is not known')
}

/** OP-B40: case does not matter, because codes are also read out and typed. */
function readInviteCode(text: string): string {
  const id = /^PR([0-9A-Z]{12})$/.exec(text.toUpperCase())?.[1]
  if (id === undefined) throw unknownInviter()
  return id
}

export function unknownInviter(): Refused {
  return new Refused('INVALID_USER_INFO', 'inviteCode is not known')
}

function readCurrency(text: string, variant: Variant): WalletCurrency {
  const currency = currenciesOffered(variant).find((offered) => offered === text)
  if (!currency) throw new Refused('INVALID_USER_INFO', 'currency is not offered here')
  return currency
}
