import type { Payer } from '../arrival.ts'

/** Who may have paid, by what they have registered. */
export type Holder = { bankCode: string; bankAccountNo: string; bankAccountName: string }

/**
 * Whether any reported detail contradicts this holder being the payer; a missing detail contradicts nothing. Which
 * names contradict each other is for the caller, since channels cut them off in different ways.
 */
export function contradictsHolder(
  { bank, account, name }: Payer,
  holder: Holder,
  namesContradict: (reported: string, registered: string) => boolean,
): boolean {
  if (bank !== undefined && bank !== holder.bankCode) return true
  if (account !== undefined && digitsInCommon(account, holder.bankAccountNo) === null) return true
  return name !== undefined && namesContradict(name, holder.bankAccountName)
}

/** What was seen of a payer, so that the same payer is known again; `tail` is the visible part of their account. */
export type PaidFrom = { bank: string | null; tail: string; name: string | null }

/** As many digits prove an account without a name; of fewer a stranger may register the same ones. */
export const digitsProveMin = 9

/** The fewest digits of an account that must match. */
export const digitsSeenMin = 3

const masks = /[xX*•]/

/**
 * How many visible digits of a masked account match the whole account at their places; null if one differs. Banks
 * mask the front, the middle or the end, and all of them keep the length or cut the front.
 */
export function digitsInCommon(masked: string, whole: string): number | null {
  const shown = [...masked].filter((sign) => /\d/.test(sign) || masks.test(sign))
  const digits = [...whole].filter((sign) => /\d/.test(sign))
  let seen = 0
  for (let back = 1; back <= shown.length; back += 1) {
    const sign = shown.at(-back)!
    if (masks.test(sign)) continue
    if (digits.at(-back) !== sign) return null
    seen += 1
  }
  return seen
}

/**
 * The visible part of a masked account, from its first visible digit: x for each hidden one after it. Null if too
 * little is visible to distinguish accounts.
 */
export function visiblePart(masked: string): string | null {
  const signs = [...masked].filter((sign) => /\d/.test(sign) || masks.test(sign))
  const seen = signs.map((sign) => (masks.test(sign) ? 'x' : sign)).join('')
  const isEnough = signs.filter((sign) => /\d/.test(sign)).length >= digitsSeenMin
  return isEnough ? seen.replace(/^x+/, '').slice(-20) : null
}
