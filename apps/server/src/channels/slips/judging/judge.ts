import type { SlipReason } from '@kapao/contract/refusals'
import { minuteMs } from '@kapao/contract/times'
import { isReportedBefore } from '#core/clock.ts'
import { partyOf } from '#outside/arrival.ts'
import type { BankTransfer, Side } from '#outside/slips/transfer.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import { digitsInCommon, digitsProveMin, digitsSeenMin, visiblePart } from '#outside/bank/payer.ts'
import type { Member } from '#records/account/store.ts'
import { compareAnyName } from './names.ts'

/** An account of the operator, as in the settings. */
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

/** The details that a member has registered, and the currency of their wallet. */
type PayerDetails = Pick<
  Member,
  'bankCode' | 'bankAccountName' | 'bankAccountNo' | 'currency' | 'detailsSince'
>

export type SlipVerdict = {
  /** Null: the money is the member's, provided that it reached the operator. */
  note: SlipReason | null
  /** The receiving account; null if it is none of the operator's. */
  account: HouseAccount | null
  /** False if the mask shows too little to distinguish the operator's account from a stranger's. */
  isOurs: boolean
  /** The member's details were last changed after the transfer, so they may have been made to fit its slip. */
  isFitted: boolean
  /** Neither a whole word of the name nor enough digits show that the member paid; a payer known before does. */
  isWeak: boolean
}

/** The facts of a transfer for the deposits: receiving account, time, and payer. */
export type ShownArrival = {
  party: string
  paidAt: string
  from: string
  payer: { bank?: string; account?: string; name?: string }
  /** Only the code on the picture names the sending bank, and the uploader may have written it. */
  bankUntold?: true
}

type Case = {
  transfer: BankTransfer
  member: PayerDetails
  accounts: readonly HouseAccount[]
  uploadedAt: Date
  limitMinutes: number
}

/** Banks' clocks differ from the server's; a transfer dated further ahead cannot have been made. */
const aheadMaxMs = 5 * minuteMs
/** Without a comparable name, a payer's account must match in one digit more. */
const digitsWithoutName = 4
/**
 * The operator's account must match in more digits than strangers' accounts share by chance: the payer chose the
 * receiver.
 */
const ownDigitsWithoutName = 6

/** The money's reference comes from the code, so the service must confirm that very transfer. */
export function isSameTransfer(
  { bank, transRef }: { bank: string; transRef: string },
  { reference, sender }: BankTransfer,
): boolean {
  return reference === transRef && (sender.bank === null || bankCodeOf(sender.bank) === bank)
}

/** Compares a transfer that the bank has confirmed with the member who shows it. Pure. */
export function judgeSlip({
  transfer,
  member,
  accounts,
  uploadedAt,
  limitMinutes,
}: Case): SlipVerdict {
  const { money, receiver, sender, at } = transfer
  const found = findReceiver(receiver, accounts, money.currency)
  // A wallet has one currency and accepts only accounts of that currency; there is no exchange.
  if (!found || money.currency !== member.currency)
    return { note: 'DEST_ACC_INVALID', account: null, isOurs: false, isFitted: false, isWeak: true }
  const named = compareAnyName(sender.names, [member.bankAccountName])
  const digits = digitsSeen(sender, member)
  const isWeak = named !== 'same' && digits < digitsProveMin
  const known = { ...found, isFitted: isReportedBefore(at, member.detailsSince), isWeak }
  if (named === 'different' || digits < (named === 'same' ? digitsSeenMin : digitsWithoutName))
    return { note: 'NOT_MATCH', ...known }
  const ageMs = uploadedAt.getTime() - at.getTime()
  if (ageMs < -aheadMaxMs) return { note: 'INVALID_SLIP', ...known }
  if (ageMs > limitMinutes * minuteMs) return { note: 'EXPIRED_SLIP', ...known }
  return { note: null, ...known }
}

type Receiver = Pick<SlipVerdict, 'isOurs'> & { account: HouseAccount }

/** Exactly one of the operator's accounts; two that look alike behind the mask match neither. */
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
 * Thousands of accounts share four digits, so the name must be the holder's. If the name is in another script only,
 * more digits and the bank must match; with neither, the bank or an operator decides.
 */
function receiverFits(receiver: Side, own: HouseAccount): 'yes' | 'perhaps' | 'no' {
  const seen = digitsSeen(receiver, own)
  if (seen < digitsSeenMin) return 'no'
  const { bankAccountName, alsoNamed } = own
  const holder = [bankAccountName, ...(alsoNamed ? [alsoNamed] : [])]
  const said = receiver.names.map((name) => compareAnyName([name], holder))
  const isNamed = said.includes('same')
  // A shop may call itself anything next to its holder's name.
  if (said.includes('different')) return isNamed ? 'perhaps' : 'no'
  const isSeen = receiver.bank !== null && seen >= ownDigitsWithoutName
  return isNamed || (said.includes('other') && isSeen) ? 'yes' : 'perhaps'
}

/** How many digits of an account match; none if its bank or any digit differs. */
function digitsSeen(
  { bank, account }: Side,
  whole: { bankCode: string; bankAccountNo: string },
): number {
  if (account === null || (bank !== null && bankCodeOf(bank) !== whole.bankCode)) return 0
  return digitsInCommon(account, whole.bankAccountNo) ?? 0
}

/** The arrival to report to the deposits for a transfer to one of the operator's accounts. */
export function shownArrivalOf({ at, sender }: BankTransfer, account: HouseAccount): ShownArrival {
  const bank = bankCodeOf(sender.bank)
  const seen = sender.account && visiblePart(sender.account)
  return {
    party: partyOf(account),
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
