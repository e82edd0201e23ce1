import type { Envelope } from '#outside/giftlink/client.ts'

type Registered = { phone: string; bankAccountName: string }

/** `unsaid`: what they tell is too little to say yes or no. */
export type PayerJudgement = 'own' | 'other' | 'unsaid'

const visibleMin = 4
/** One letter is that of many. */
const lettersMin = 2
const titles = /^(?:นางสาว|น\.ส\.|นาง|นาย|miss|mrs|mr|ms)\.?\s*/i

/**
 * Whether an envelope was filled from the registered phone. A phone, where they tell one, decides: every digit that is seen
 * must agree, counted from the end. A first name, which is all that they show of a name, is that of many: another one says no, and the same
 * one leaves it to a person, or whoever found a link could give it here. Two scripts cannot be compared.
 */
export function judgePayer(owner: Envelope['owner'], registered: Registered): PayerJudgement {
  const byPhone = judgePhone(owner.phone, registered.phone)
  return byPhone === 'unsaid' ? judgeName(owner.name, registered) : byPhone
}

/** By the phone alone, as far as they show one. */
export function judgePhone(told: string | null, e164: string): PayerJudgement {
  if (told === null) return 'unsaid'
  const own = [...localOf(e164)].toReversed()
  const seen = [...told.replaceAll(/[^0-9xX*]/g, '')].toReversed()
  if (seen.filter((sign) => /\d/.test(sign)).length < visibleMin) return 'unsaid'
  if (seen.length !== own.length) return 'other'
  return seen.every((sign, at) => !/\d/.test(sign) || sign === own[at]) ? 'own' : 'other'
}

/** +66812345678 is 0812345678 to whoever has it, and may be written so. */
function localOf(e164: string): string {
  return `0${e164.replace(/^(?:\+66|\+856|0)/, '')}`
}

/** The name of the bank account, to which money is paid out: how a member wants to be called proves nothing. */
function judgeName(told: string, { bankAccountName }: Registered): 'other' | 'unsaid' {
  const seen = firstNameOf(told.split('*')[0] ?? '')
  const own = firstNameOf(bankAccountName)
  if (lettersOf(seen) < lettersMin || isThai(own) !== isThai(seen)) return 'unsaid'
  // Banks cut long names short, and so do they.
  return own.startsWith(seen) || seen.startsWith(own) ? 'unsaid' : 'other'
}

/** Vowels and tones above and below a letter, and stops, are none. */
function lettersOf(name: string): number {
  return name.match(/\p{L}/gu)?.length ?? 0
}

function firstNameOf(name: string): string {
  const [first = ''] = name.trim().replace(titles, '').trim().split(/\s+/)
  // "S." is an S that is cut off.
  return first.toLowerCase().replace(/[^\p{L}\p{M}]+$/u, '')
}

function isThai(text: string): boolean {
  return /[\u0e00-\u0e7f]/.test(text)
}
