import { isEnglishName, needsEnglishName } from '@kapao/contract/limits'
import { Refused } from '#core/calls/refuse.ts'
import { readBankAccountNo } from './bank-account.ts'

const nameCharactersMax = 60
const bankNameCharactersMax = 100

/** How a member wants to be called: any letters, on one line. */
function readName(text: string): string {
  // Invisible marks come with what people paste, and could turn a name around on somebody's screen.
  const name = text.replaceAll(/\p{Cf}/gu, '').trim()
  if (name === '' || name.length > nameCharactersMax || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
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

/** How each detail of a member is read, or refused. */
export const memberDetails = {
  name: readName,
  bankCode: readBankCode,
  bankAccountName: readBankAccountName,
  accountNo: readAccountNo,
}
