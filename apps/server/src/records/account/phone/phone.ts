import { phoneLength, type Variant } from '@kapao/contract/limits'
import { Refused } from '#core/refused.ts'
import { digitsOf } from './digits.ts'

export type Phone = {
  country: 'TH' | 'LA'
  /** The one form that is stored and compared: +66812345678, +8562055512345. */
  e164: string
  /** The form with a leading zero, which is the member's username. */
  local: string
}

// docs: Thai mobiles are 06, 08 and 09 with ten digits; Lao ones are 020 with eight more, or 030 with seven.
const thaiLocal = /^0[689]\d{8}$/
const laoLocal = /^0(20[2579]\d{7}|30\d{7})$/
const laoWithoutPrefix = /^[2579]\d{7}$/
const laoWithoutZero = /^20[2579]\d{7}$/

/** Reads a mobile number in any common spelling; null when it is no Thai or Lao mobile number. */
export function readPhone(text: string): Phone | null {
  const trimmed = text.normalize('NFKC').replaceAll(/^[\s\p{Cf}]+/gu, '')
  const international = trimmed.startsWith('+')
  const digits = digitsOf(international ? trimmed.slice(1) : trimmed)
  if (!digits) return null
  const abroad = /^(?:00)?(66|856)(\d+)$/.exec(digits)
  if (abroad) {
    const [, prefix, rest = ''] = abroad
    // "+66 (0)81 ..." is a common spelling: the zero is written, but not dialed from abroad.
    const local = rest.startsWith('0') ? rest : `0${rest}`
    return prefix === '66' ? thai(local) : lao(local)
  }
  if (international) return null
  return thai(digits) ?? lao(withLaoPrefix(digits))
}

/** Why a number cannot be a member's: it has not ten digits, or it is no mobile number of this variant. */
export type PhoneProblem = 'length' | 'form'

/** VAR-06: outside the Laos variant a member's number is Thai, and a wrong number of digits is a problem of its own. */
export function readMemberPhone(text: string, variant: Variant): Phone | PhoneProblem {
  const phone = readPhone(text)
  if (phone && (variant === 'laos' || phone.country === 'TH')) return phone
  if (variant === 'laos') return 'form'
  const local = digitsOf(text.trim().replace(/^\+/, ''))?.replace(/^(?:00)?660?/, '0')
  return local?.length === phoneLength ? 'form' : 'length'
}

/** A member's number, or the refusal that names its problem. */
export function requirePhone(text: string, variant: Variant): Phone {
  const phone = readMemberPhone(text, variant)
  if (phone === 'length') throw new Refused('PHONE_NUMBER_REQUIRE_10_DIGIT')
  if (phone === 'form') throw new Refused('KEY_INVALID', 'phoneNumber must be a mobile number')
  return phone
}

function withLaoPrefix(digits: string): string {
  if (laoWithoutPrefix.test(digits)) return `020${digits}`
  return laoWithoutZero.test(digits) ? `0${digits}` : digits
}

function thai(local: string): Phone | null {
  return thaiLocal.test(local) ? { country: 'TH', e164: `+66${local.slice(1)}`, local } : null
}

function lao(local: string): Phone | null {
  return laoLocal.test(local) ? { country: 'LA', e164: `+856${local.slice(1)}`, local } : null
}
