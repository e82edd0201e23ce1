import type { Variant } from '@kapao/contract/limits'
import type { AppContext } from '#context/app-context.ts'
import { accountBook } from '#ledger/accounts.ts'
import { maskBankAccountNo } from '#records/account/bank-account.ts'
import { memberDetails } from '#records/account/details.ts'
import { digitsOf } from '#records/account/phone/digits.ts'
import { readMemberPhone, readPhone, requirePhone } from '#records/account/phone/phone.ts'
import {
  findCredential,
  findMember,
  findTaken,
  insertMember,
  lockCredential,
  lockMember,
  setDetails,
  setPasswordHash,
  takenIn,
} from '#records/account/store.ts'
import { markDue } from '#money/games/renewal-store.ts'
import { isSamePerson } from '#rewards/invite/same-person.ts'
import { findPasswordProblem } from '#entry/password/rule.ts'
import { lockMember as lockStatement } from '#records/statement/store.ts'
import { withdrawalIsOpenBy } from '#money/withdrawals/store.ts'
import { openMemberAccounts } from './member-accounts.ts'

const credentialUses = { findCredential, lockCredential, setPasswordHash }

export const sessionUses = {
  ...credentialUses,
  readPhone: (text: string) => readPhone(text)?.e164 ?? null,
}

export function otpUses(variant: Variant) {
  return {
    readDigits: digitsOf,
    readPhone: (text: string) => requirePhone(text, variant).e164,
  }
}

export function passwordUses(variant: Variant) {
  return {
    ...credentialUses,
    findMember,
    readPhone: (text: string) => requirePhone(text, variant),
    markGamePasswords: markDue,
  }
}

export function registrationUses({ config, db }: Pick<AppContext, 'config' | 'db'>) {
  const accounts = accountBook(db)
  return {
    read: {
      ...memberDetails,
      phone: (text: string) => readMemberPhone(text, config.variant),
      passwordProblem: findPasswordProblem,
    },
    findTaken,
    takenIn,
    insertMember,
    findInviter: findMember,
    isSamePerson,
    openAccounts: (...[tx, who]: Opening) => openMemberAccounts(accounts, tx, who),
  }
}

type Opening = Parameters<typeof openMemberAccounts> extends [unknown, ...infer Rest] ? Rest : never

export const profileUses = {
  read: memberDetails,
  findMember,
  lockMember,
  setDetails,
  takenIn,
  maskAccountNo: maskBankAccountNo,
  withdrawalIsOpen: withdrawalIsOpenBy(lockStatement),
}
