import type { Currency, Money } from '@kapao/contract/money'
import { moneyFromText } from '@kapao/contract/money'
import { hourMs } from '@kapao/contract/times'
import type { Payer } from '../arrival.ts'

/** Money that a bank reports as arrived at one of our accounts. */
export type BankEvent = {
  bank: string
  /** The reported digits at the end of our account; all of them in a feed. */
  account: string
  money: Money
  paidAt: Date
  /** The message has no time, so `paidAt` is the time of the message. */
  isTimeless?: boolean
  payer: Payer
  /** The transfer's reference, where it is reported; the same in every channel. */
  reference: string | null
  /**
   * The text of an SMS, which phones may forward twice under two ids. With the balance in it the text identifies one
   * transfer; without it two equal transfers within one minute read the same.
   */
  words: { digest: string; hasBalance: boolean } | null
}

/**
 * `ignored`: nothing has arrived, such as money that left the account. `left`: a named transfer has left it, possibly
 * one that had arrived. `unread`: money may have arrived, but the message cannot be read.
 */
export type MessageReading =
  | { outcome: 'money'; event: BankEvent }
  | { outcome: 'left'; why: string; event: BankEvent }
  | { outcome: 'ignored' | 'unread'; why: string }

/** The digits at the end of a masked account; undefined when too few are visible. */
export function tailOf(text: string | null | undefined): string | undefined {
  const [tail] = /\d+$/.exec(text?.replaceAll(/[\s-]/g, '') ?? '') ?? []
  return tail !== undefined && tail.length >= 4 ? tail.slice(-20) : undefined
}

/** Removes grouping commas as text, so that no arithmetic touches the amount; null for zero, too. */
export function moneyOf(text: string, currency: Currency): Money | null {
  const money = moneyFromText(text.replaceAll(',', ''), currency)
  return money && money.amount > 0n ? money : null
}

const bangkok = '+07:00'

/** A time as clocks in Thailand and Laos show it. */
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
  // The 31st of a shorter month would read as a day of the next one.
  return new Date(at.getTime() + 7 * hourMs).getUTCDate() === day ? at : null
}
