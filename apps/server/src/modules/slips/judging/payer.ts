import type { Payer } from '#outside/arrival.ts'
import { compareNames, digitsInCommon } from './masked.ts'

type Holder = { bankCode: string; bankAccountNo: string; bankAccountName: string }

/** Whether any reported detail contradicts this holder being the payer; a missing detail contradicts nothing. */
export function contradictsPayer({ bank, account, name }: Payer, holder: Holder): boolean {
  if (bank !== undefined && bank !== holder.bankCode) return true
  if (account !== undefined && digitsInCommon(account, holder.bankAccountNo) === null) return true
  return name !== undefined && compareNames(name, holder.bankAccountName) === 'different'
}

const tailMin = 4

/** The visible end of the payer's account number; null if it is too short to look members up by. */
export function tailOf({ account = '' }: Payer): string | null {
  const [tail = ''] = /\d+$/.exec(account) ?? []
  return tail.length >= tailMin ? tail : null
}
