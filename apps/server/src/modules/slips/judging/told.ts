import type { Payer } from '#outside/arrival.ts'
import { compareNames, digitsInCommon } from './masked.ts'

type Holder = { bankCode: string; bankAccountNo: string; bankAccountName: string }

/** Whether anything that is told speaks against this holder being the payer; what is not told says nothing. */
export function speaksAgainst({ bank, account, name }: Payer, holder: Holder): boolean {
  if (bank !== undefined && bank !== holder.bankCode) return true
  if (account !== undefined && digitsInCommon(account, holder.bankAccountNo) === null) return true
  return name !== undefined && compareNames(name, holder.bankAccountName) === 'different'
}

const tailMin = 4

/** The end of the payer's account, where it is seen; null where too little of it is to look members up by. */
export function tailOf({ account = '' }: Payer): string | null {
  const [tail = ''] = /\d+$/.exec(account) ?? []
  return tail.length >= tailMin ? tail : null
}
