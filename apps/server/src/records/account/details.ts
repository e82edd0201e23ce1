import { isEnglishName, needsEnglishName } from '@kapao/contract/limits'
import { hasInitials, hasTooManyMarks } from '@kapao/contract/names'
import { Refused } from '#core/refused.ts'
import { withoutTitles } from '#outside/bank/names.ts'
import { readBankAccountNo } from './bank-account.ts'

const nameCharactersMax = 60
const bankNameCharactersMax = 100

/** A member's display name: any letters, on one line. */
export function readName(text: string): string {
  // Invisible marks come with pasted text and could reverse a name on someone's screen.
  const name = text.replaceAll(/\p{Cf}/gu, '').trim()
  const isLong = name.length > nameCharactersMax || hasTooManyMarks(name)
  if (name === '' || isLong || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
    throw new Refused('INVALID_USER_INFO', `name must have 1 to ${nameCharactersMax} characters`)
  return name
}

/** The name of a bank account as banks print it: capitals, single spaces. */
export function readBankAccountName(text: string, bankCode: string | null): string {
  const name = text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  if (bankCode !== null && needsEnglishName(bankCode) && !isEnglishName(name))
    throw new Refused('BANK_ACCOUNT_NAME_ENG')
  if (name.length > bankNameCharactersMax || !/^[\p{L}\p{M}][\p{L}\p{M} .'-]*$/u.test(name))
    throw new Refused('INVALID_USER_INFO', 'bankAccountName must be a name')
  if (hasTooManyMarks(name))
    throw new Refused('INVALID_USER_INFO', 'bankAccountName must not have marks upon marks')
  // Banks shorten names to initials, so a member called S J would be every SOMJAI JAIDEE (docs/fraud.md).
  if (hasInitials(withoutTitles('', name)[1]))
    throw new Refused('BANK_ACCOUNT_NAME_INITIAL', 'bankAccountName must be written in full')
  return name
}

export function readAccountNo(text: string): string {
  const accountNo = readBankAccountNo(text)
  if (accountNo === null)
    throw new Refused('INVALID_USER_INFO', 'bankAccountNo must have 6 to 20 digits')
  return accountNo
}

export function readBankCode(text: string, banks: readonly { code: string }[]): string {
  const found = banks.find(({ code }) => code === text)
  if (!found) throw new Refused('INVALID_BANK')
  return found.code
}
