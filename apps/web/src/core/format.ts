import type { Currency } from '@kapao/contract/money'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { formatAmount } from './start/figure.ts'

/** Thailand and Laos are seven hours ahead of UTC all year, so no time zone table is needed. */
const bangkokOffsetMs = 7 * hourMs

/** The words of relative time, from the catalog, because Chromium has none for Lao. */
export type AgoWords = {
  now: string
  seconds: (count: number) => string
  minutes: (count: number) => string
  hours: (count: number) => string
  days: (count: number) => string
  months: (count: number) => string
  years: (count: number) => string
}

export type CurrencyWords = Record<Currency, string>

/** The direction of an amount, seen from the wallet; a move between two games has no sign. */
export type Direction = 'in' | 'out' | 'between'

/** DD/MM/YYYY HH:mm:ss in Bangkok and in the common era; the browser's `th-TH` would print Buddhist years. */
export function formatDateTime(instantMs: number): string {
  if (!Number.isFinite(instantMs)) return ''
  const at = new Date(instantMs + bangkokOffsetMs)
  const day = [twoDigits(at.getUTCDate()), twoDigits(at.getUTCMonth() + 1), at.getUTCFullYear()]
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(twoDigits)
  return `${day.join('/')} ${time.join(':')}`
}

/** DD/MM/YYYY HH:mm of the next whole minute: a moment before it would be too early. */
export function formatMinute(instantMs: number): string {
  return formatDateTime(Math.ceil(instantMs / minuteMs) * minuteMs).slice(0, -':00'.length)
}

export { formatAmount }

/** Puts the sign before the figure, so that money in and out differ without color. */
export function formatSignedAmount(amount: number, direction: Direction): string {
  const figure = formatAmount(Math.abs(amount))
  if (direction === 'between' || amount === 0) return figure
  return direction === 'in' ? `+${figure}` : `-${figure}`
}

/** A no-break space: an amount whose unit is on the next line is misread. */
export function formatMoney(amount: number, currency: Currency, words: CurrencyWords): string {
  return `${formatAmount(amount)}\u00A0${words[currency]}`
}

/** Coins are counted: whole numbers show no decimals. */
export function formatCoins(coins: number, words: CurrencyWords): string {
  return `${formatCount(coins)}\u00A0${words.COIN}`
}

export function formatCount(coins: number): string {
  const figure = formatAmount(coins)
  return Number.isInteger(coins) ? figure.slice(0, -'.00'.length) : figure
}

/** A time in the future means that a clock is off, and counts as now. */
export function formatAgo(instantMs: number, nowMs: number, words: AgoWords): string {
  const seconds = Math.max(0, Math.floor((nowMs - instantMs) / 1000))
  if (seconds === 0) return words.now
  if (seconds < 60) return words.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return words.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return words.hours(hours)
  const days = Math.floor(hours / 24)
  if (days < 30) return words.days(days)
  // Days 360 to 364 are twelve months of thirty days, but not a year.
  if (days < 365) return words.months(Math.min(11, Math.floor(days / 30)))
  return words.years(Math.floor(days / 365))
}

export function formatAccountNumber(number: string): string {
  if (number.length !== 10) return number
  return `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
}

/** mm:ss; part of a second counts as a whole one, so that 00:00 means that the time is really over. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}

export function fillPercentFail(notice: string, percentFail: number): string {
  // A replacement function, because in a string `$` has a special meaning.
  return notice.replaceAll('%percentFail%', () => String(percentFail))
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
