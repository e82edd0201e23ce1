import type { Currency, Money } from '@kapao/contract/money'
import { moneyFromText } from '@kapao/contract/money'
import { hourMs } from '#core/clock.ts'
import type { Payer } from '../arrival.ts'

/** Money that a bank says has come to one of our accounts. */
export type BankEvent = {
  bank: string
  /** The digits of our account that are told, at its end; all of them in a feed. */
  account: string
  money: Money
  paidAt: Date
  /** That no moment is told, so that `paidAt` is the one of the telling. */
  isTimeless?: boolean
  payer: Payer
  /** The transfer's own name, where it is told; the same in every channel. */
  reference: string | null
  /**
   * The words of an SMS, which phones may send on twice under two ids. With the balance in them they are of one transfer;
   * without it two equal transfers of one minute read the same.
   */
  words: { digest: string; tellBalance: boolean } | null
}

/**
 * `ignored`: nothing has come, such as what left the account. `left`: a transfer is named that has left it, which may be one that had
 * come. `unread`: money may have come, and nobody can tell.
 */
export type Read =
  | { outcome: 'money'; event: BankEvent }
  | { outcome: 'left'; why: string; event: BankEvent }
  | { outcome: 'ignored' | 'unread'; why: string }

/** The digits at the end of an account that is printed with crosses in it; undefined where too few are seen. */
export function tailOf(text: string | null | undefined): string | undefined {
  const [tail] = /\d+$/.exec(text?.replaceAll(/[\s-]/g, '') ?? '') ?? []
  return tail !== undefined && tail.length >= 4 ? tail.slice(-20) : undefined
}

/** Grouping commas are taken out of the text, so that no arithmetic touches it; null for nothing, too. */
export function moneyOf(text: string, currency: Currency): Money | null {
  const money = moneyFromText(text.replaceAll(',', ''), currency)
  return money && money.amount > 0n ? money : null
}

const bangkok = '+07:00'

/** A moment as clocks in Thailand and Laos show it. */
export function bangkokTime(parts: {
  year: number
  month: number
  day: number
  time: string
}): Date | null {
  const two = (part: number): string => String(part).padStart(2, '0')
  const { year, month, day, time } = parts
  const text = `${year}-${two(month)}-${two(day)}T${time.length === 5 ? `${time}:00` : time}${bangkok}`
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return null
  // The 31st of a shorter month reads as a day of the next one.
  return new Date(at.getTime() + 7 * hourMs).getUTCDate() === day ? at : null
}
