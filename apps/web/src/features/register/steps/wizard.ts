import {
  currenciesOffered,
  isEnglishName,
  needsEnglishName,
  phoneLengthIsRight,
  type Variant,
} from '@kapao/contract/limits'
import { isInitial } from '@kapao/contract/names'

export type StepName = 'phone' | 'code' | 'profile' | 'bank'

/** All input, kept across the steps. */
export type Entries = {
  phone: string
  name: string
  password: string
  passwordAgain: string
  sourceCode: string
  inviteCode: string
  bankCode: string
  bankAccountNo: string
  firstName: string
  lastName: string
  currency: string
}

/** The problem shown to the member; `incomplete` stops without a message, at the first field that is missing. */
export type Flaw = 'incomplete' | 'phoneLength' | 'passwordsDiffer' | 'englishOnly' | 'initials'

export function emptyEntries(variant: Variant, inviteCode: string): Entries {
  const [currency = 'BAHT'] = currenciesOffered(variant)
  return {
    phone: '',
    name: '',
    password: '',
    passwordAgain: '',
    sourceCode: '',
    inviteCode,
    bankCode: '',
    bankAccountNo: '',
    firstName: '',
    lastName: '',
    currency,
  }
}

/** The steps of this registration; four with a code by SMS, three without. */
export function stepsOf(registerOtp: boolean): readonly StepName[] {
  return registerOtp ? ['phone', 'code', 'profile', 'bank'] : ['phone', 'profile', 'bank']
}

export function flawInPhone({ phone }: Entries, variant: Variant): Flaw | null {
  if (!phoneLengthIsRight(phone, variant)) return 'phoneLength'
  return phone === '' ? 'incomplete' : null
}

export function flawInProfile({ name, phone, password, passwordAgain }: Entries): Flaw | null {
  if ([name, phone, password, passwordAgain].includes('')) return 'incomplete'
  return password === passwordAgain ? null : 'passwordsDiffer'
}

export function flawInBank(entries: Entries): Flaw | null {
  const { bankCode, firstName, lastName, bankAccountNo } = entries
  if ([bankCode, firstName.trim(), lastName.trim(), bankAccountNo].includes('')) return 'incomplete'
  const isWrong = needsEnglishName(bankCode) && !isEnglishName(accountNameOf(entries))
  if (isWrong) return 'englishOnly'
  return isInitial(firstName) || isInitial(lastName) ? 'initials' : null
}

function accountNameOf({ firstName, lastName }: Entries): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** The payload of the check in step 3; the currency is only sent with the registration. */
export function payloadOf(entries: Entries) {
  const { name, phone, password, sourceCode, inviteCode, bankCode, bankAccountNo } = entries
  const bankAccountName = accountNameOf(entries)
  return {
    name,
    username: phone,
    password,
    sourceCode,
    inviteCode,
    bankCode,
    bankAccountName,
    bankAccountNo,
  }
}

export function registrationOf(entries: Entries) {
  return { ...payloadOf(entries), currency: entries.currency }
}
