import { isEnglishName, needsEnglishName } from '@kapao/contract/limits'
import type { DepositAccount } from '@kapao/contract/lookup'
import type { Wallet } from '#shared/wallet/wallet.ts'

type MemberAccount = Wallet['bankAccount']
type PaidAccount = Pick<DepositAccount, 'bankCode' | 'mode'>

/**
 * OP-A10: where KBANK reports transfers automatically it names payers of some banks in English only, so that a name in
 * another script would never match.
 */
export function needsNameFirst(
  { bankCode, mode }: PaidAccount,
  { bank, bankAccountName }: MemberAccount,
): boolean {
  const isReported = bankCode === 'KBANK' && mode === 'AUTO'
  return isReported && needsEnglishName(bank.code) && !isEnglishName(bankAccountName)
}
