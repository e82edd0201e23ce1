import type { WalletCurrency } from '@kapao/contract/limits'
import type { SlipReason } from '@kapao/contract/refusals'
import type { BankTransfer, Side } from '#outside/slips/transfer.ts'
import { compareNames, digitsInCommon, digitsSeenMin } from './masked.ts'
import { bankNamed } from './mini-qr.ts'

/** An account of the house, as the settings have it. */
export type HouseAccount = {
  bankCode: string
  bankType: string
  mode: string
  bankAccountName: string
  bankAccountNo: string
  currency: string
}

/** What a member has registered, and what their wallet holds. */
export type Registered = {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  currency: WalletCurrency
}

export type Judged = {
  /** Null: the money is the member's. */
  note: SlipReason | null
  /** Where the money went; null when it is no account of ours. */
  account: HouseAccount | null
}

type Case = {
  transfer: BankTransfer
  member: Registered
  accounts: readonly HouseAccount[]
  uploadedAt: Date
  limitMinutes: number
}

const minuteMs = 60_000
/** Banks' clocks are not ours; what is further ahead is not a transfer that has been made. */
const aheadMaxMs = 5 * minuteMs
/** Seen without a name that can be compared, an account must show one digit more. */
const digitsWithoutName = 4

/** Compares a transfer that the bank has confirmed with whoever shows it. Pure. */
export function judge({ transfer, member, accounts, uploadedAt, limitMinutes }: Case): Judged {
  const { money, receiver, sender, at } = transfer
  const account = findReceiver(receiver, accounts, money.currency)
  // A wallet has one currency, and its accounts are those of that currency; there is no exchange.
  if (!account || money.currency !== member.currency)
    return { note: 'DEST_ACC_INVALID', account: null }
  if (!isSender(sender, member)) return { note: 'NOT_MATCH', account }
  const ageMs = uploadedAt.getTime() - at.getTime()
  if (ageMs < -aheadMaxMs) return { note: 'INVALID_SLIP', account }
  if (ageMs > limitMinutes * minuteMs) return { note: 'EXPIRED_SLIP', account }
  return { note: null, account }
}

/** Exactly one of our accounts: where two look alike behind the mask, the name decides, else nobody can. */
function findReceiver(
  receiver: Side,
  accounts: readonly HouseAccount[],
  currency: string,
): HouseAccount | null {
  const fitting = accounts.filter(
    (one) =>
      one.bankType === 'bank' &&
      one.currency === currency &&
      accountFits(receiver, one, digitsSeenMin),
  )
  if (fitting.length <= 1) return fitting[0] ?? null
  const named = fitting.filter(({ bankAccountName }) =>
    receiver.names.some((name) => compareNames(name, bankAccountName) === 'same'),
  )
  return named.length === 1 ? named[0]! : null
}

function isSender(sender: Side, member: Registered): boolean {
  const names = sender.names.map((name) => compareNames(name, member.bankAccountName))
  const isNamed = names.includes('same')
  if (!isNamed && names.includes('different')) return false
  return accountFits(sender, member, isNamed ? digitsSeenMin : digitsWithoutName)
}

function accountFits(
  { bank, accounts }: Side,
  whole: { bankCode: string; bankAccountNo: string },
  seenMin: number,
): boolean {
  if (bank !== null && bankNamed(bank) !== whole.bankCode) return false
  return accounts.some((shown) => (digitsInCommon(shown, whole.bankAccountNo) ?? 0) >= seenMin)
}
