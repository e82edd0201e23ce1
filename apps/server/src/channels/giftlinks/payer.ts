import { isInitial } from '@kapao/contract/names'
import { withoutTitles } from '#outside/bank/names.ts'
import type { Envelope } from '#outside/giftlink/client.ts'

type OwnerDetails = { phone: string; bankAccountName: string }

/** `unsaid`: too little is reported to confirm or contradict. */
export type PayerJudgement = 'own' | 'other' | 'unsaid'

const visibleMin = 4
/** Many names share one letter. */
const lettersMin = 2

/**
 * Whether an envelope was filled from the registered phone. A reported phone decides: every visible digit must agree,
 * counted from the end. A first name, the only part of a name that is shown, is shared by many: a different one
 * contradicts, and the same one leaves it to an operator, or anyone who found a link could redeem it. Names in two
 * scripts cannot be compared.
 */
export function judgePayer(owner: Envelope['owner'], registered: OwnerDetails): PayerJudgement {
  const byPhone = judgePhone(owner.phone, registered.phone)
  return byPhone === 'unsaid' ? judgeName(owner.name, registered) : byPhone
}

/** By the phone alone, as far as it is reported. */
export function judgePhone(reported: string | null, e164: string): PayerJudgement {
  if (reported === null) return 'unsaid'
  const own = [...localOf(e164)].toReversed()
  const seen = [...reported.replaceAll(/[^0-9xX*]/g, '')].toReversed()
  if (seen.filter((sign) => /\d/.test(sign)).length < visibleMin) return 'unsaid'
  if (seen.length !== own.length) return 'other'
  return seen.every((sign, at) => !/\d/.test(sign) || sign === own[at]) ? 'own' : 'other'
}

/** +66812345678 is written 0812345678 within Thailand. */
function localOf(e164: string): string {
  return `0${e164.replace(/^(?:\+66|\+856|0)/, '')}`
}

/** Uses the name of the bank account to which withdrawals are paid: the name that a member chooses proves nothing. */
function judgeName(reported: string, { bankAccountName }: OwnerDetails): 'other' | 'unsaid' {
  const [theirs, ours] = withoutTitles(reported.split('*')[0] ?? '', bankAccountName)
  const [seen, own] = [firstNameOf(theirs), firstNameOf(ours)]
  if (lettersOf(seen) < lettersMin || isThai(own) !== isThai(seen)) return 'unsaid'
  // Banks cut long names short, and so does the wallet.
  const isAlike = own.startsWith(seen) || (seen.startsWith(own) && !isInitial(own))
  return isAlike ? 'unsaid' : 'other'
}

/** Counts letters only: vowel signs, tone marks and stops are none. */
function lettersOf(name: string): number {
  return name.match(/\p{L}/gu)?.length ?? 0
}

function firstNameOf(name: string): string {
  const [first = ''] = name.split(/\s+/)
  // "S." is a truncated name.
  return first.toLowerCase().replace(/[^\p{L}\p{M}]+$/u, '')
}

function isThai(text: string): boolean {
  return /[\u0e00-\u0e7f]/.test(text)
}
