import type { WalletCurrency } from '@kapao/contract/limits'
import type { SlipReason } from '@kapao/contract/refusals'
import { isToldBefore } from '#core/clock.ts'
import type { BankTransfer, Side } from '#outside/slips/transfer.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import { compareAnyName, digitsInCommon, digitsSeenMin, seenOf } from './masked.ts'

/** An account of the house, as the settings have it. */
export type HouseAccount = {
  bankCode: string
  bankType: string
  mode: string
  bankAccountName: string
  /** The holder's name in another script. */
  alsoNamed?: string | undefined
  bankAccountNo: string
  currency: string
}

/** What a member has registered, and what their wallet holds. */
export type Registered = {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  currency: WalletCurrency
  /** When the account and its name became what they are. */
  detailsSince: Date
}

export type Judged = {
  /** Null: the money is the member's, if it is ours. */
  note: SlipReason | null
  /** Where the money went; null when it is no account of ours. */
  account: HouseAccount | null
  /** False where too little is shown to tell our account from a stranger's that looks like it behind the mask. */
  isOurs: boolean
  /** The member's details became what they are after the transfer, so whoever knew its slip may have made them fit. */
  isFitted: boolean
}

/** What a transfer tells the deposits: where the money is, since when, and from whom. */
export type ShownArrival = {
  party: string
  paidAt: string
  from: string
  payer: { bank?: string; account?: string; name?: string }
  /** The bank that sent it is told by nobody but the code on the picture, which is its uploader's word. */
  bankUntold?: true
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
/** Seen without a name that can be compared, a payer's account must show one digit more. */
const digitsWithoutName = 4
/** Ours must show more than a mask that strangers share with it: whoever pays has chosen the receiver. */
const ownDigitsWithoutName = 6

/** What the money is called is taken from the code, so the service must speak of that very transfer. */
export function isOf(
  { bank, transRef }: { bank: string; transRef: string },
  { reference, sender }: BankTransfer,
): boolean {
  return reference === transRef && (sender.bank === null || bankCodeOf(sender.bank) === bank)
}

/** Compares a transfer that the bank has confirmed with whoever shows it. Pure. */
export function judge({ transfer, member, accounts, uploadedAt, limitMinutes }: Case): Judged {
  const { money, receiver, sender, at } = transfer
  const found = findReceiver(receiver, accounts, money.currency)
  // A wallet has one currency, and its accounts are those of that currency; there is no exchange.
  if (!found || money.currency !== member.currency)
    return { note: 'DEST_ACC_INVALID', account: null, isOurs: false, isFitted: false }
  const known = { ...found, isFitted: isToldBefore(at, member.detailsSince) }
  if (!isSender(sender, member)) return { note: 'NOT_MATCH', ...known }
  const ageMs = uploadedAt.getTime() - at.getTime()
  if (ageMs < -aheadMaxMs) return { note: 'INVALID_SLIP', ...known }
  if (ageMs > limitMinutes * minuteMs) return { note: 'EXPIRED_SLIP', ...known }
  return { note: null, ...known }
}

type Receiver = Pick<Judged, 'isOurs'> & { account: HouseAccount }

/** Exactly one of our accounts; where two look alike behind the mask, nobody can tell. */
function findReceiver(
  receiver: Side,
  accounts: readonly HouseAccount[],
  currency: string,
): Receiver | null {
  const fitting = accounts
    .filter((one) => one.bankType === 'bank' && one.currency === currency)
    .map((account) => ({ account, fit: receiverFits(receiver, account) }))
  const ours = fitting.filter(({ fit }) => fit === 'yes')
  const [one, ...others] = ours.length > 0 ? ours : fitting.filter(({ fit }) => fit === 'perhaps')
  return one && others.length === 0 ? { account: one.account, isOurs: one.fit === 'yes' } : null
}

/**
 * A mask of four digits is that of thousands, so the name must be the holder's. Where it is written in another script only, more of
 * the account must be seen, with its bank; what shows neither is for the bank or a person to say.
 */
function receiverFits(receiver: Side, own: HouseAccount): 'yes' | 'perhaps' | 'no' {
  const seen = digitsSeen(receiver, own)
  if (seen < digitsSeenMin) return 'no'
  const { bankAccountName, alsoNamed } = own
  const holder = [bankAccountName, ...(alsoNamed ? [alsoNamed] : [])]
  const said = receiver.names.map((name) => compareAnyName([name], holder))
  const isNamed = said.includes('same')
  // A shop may call itself whatever it likes beside its holder's name.
  if (said.includes('different')) return isNamed ? 'perhaps' : 'no'
  const isSeen = receiver.bank !== null && seen >= ownDigitsWithoutName
  return isNamed || (said.includes('other') && isSeen) ? 'yes' : 'perhaps'
}

function isSender(sender: Side, member: Registered): boolean {
  const named = compareAnyName(sender.names, [member.bankAccountName])
  if (named === 'different') return false
  return digitsSeen(sender, member) >= (named === 'same' ? digitsSeenMin : digitsWithoutName)
}

/** How many digits of an account are seen; none where its bank or any of them is another. */
function digitsSeen(
  { bank, account }: Side,
  whole: { bankCode: string; bankAccountNo: string },
): number {
  if (account === null || (bank !== null && bankCodeOf(bank) !== whole.bankCode)) return 0
  return digitsInCommon(account, whole.bankAccountNo) ?? 0
}

/** What the deposits are told of a transfer to an account of ours. */
export function arrivalOf(
  { at, sender }: BankTransfer,
  account: HouseAccount,
  party: string,
): ShownArrival {
  const bank = bankCodeOf(sender.bank)
  const seen = sender.account && seenOf(sender.account)
  return {
    party,
    paidAt: at.toISOString(),
    from: bank ?? account.bankCode,
    payer: {
      ...(bank ? { bank } : {}),
      ...(seen ? { account: seen } : {}),
      ...(sender.names[0] ? { name: sender.names[0] } : {}),
    },
    ...(bank ? {} : { bankUntold: true }),
  }
}
