import type { Sum } from '@kapao/contract/console/fields'
import { dayMs, hourMs } from '@kapao/contract/times'

/** Both countries of the product are seven hours ahead of UTC all year, so no time zone table is needed. */
const bangkokOffsetMs = 7 * hourMs
const decimalsOf: Record<Sum['currency'], number> = { BAHT: 2, LAK: 0, COIN: 0 }

/** A count with its thousands set apart. */
export function formatCount(count: number): string {
  return groupedIn(String(count))
}

const groupedIn = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Decimal text with its thousands set apart; it is never converted to a number, which could not hold it exactly. */
export function formatSum({ amount, currency }: Sum): string {
  const isLess = amount.startsWith('-')
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.')
  const places = Math.max(decimalsOf[currency], decimals.length)
  const tail = places === 0 ? '' : `.${decimals.padEnd(places, '0')}`
  // The mathematical minus sign is as wide as a digit, so that columns align.
  return `${isLess ? '\u2212' : ''}${groupedIn(whole)}${tail}`
}

type Parts = {
  day: string
  month: number
  year: string
  hour: string
  minute: string
  second: string
}

function partsOf(instantMs: number): Parts {
  const at = new Date(instantMs + bangkokOffsetMs)
  return {
    day: String(at.getUTCDate()),
    month: at.getUTCMonth(),
    year: String(at.getUTCFullYear()),
    hour: twoDigits(at.getUTCHours()),
    minute: twoDigits(at.getUTCMinutes()),
    second: twoDigits(at.getUTCSeconds()),
  }
}

/** Whole, with the zone: `25/11/2026 14:05:33 UTC+7`. */
export function formatWhole(instant: string): string {
  const ms = Date.parse(instant)
  if (!Number.isFinite(ms)) return ''
  const { day, month, year, hour, minute, second } = partsOf(ms)
  return `${twoDigits(Number(day))}/${twoDigits(month + 1)}/${year} ${hour}:${minute}:${second} UTC+7`
}

/** Only as much as is needed: the time of today, the day of this year. */
export function formatShort(instant: string, nowMs: number, months: readonly string[]): string {
  const ms = Date.parse(instant)
  if (!Number.isFinite(ms)) return ''
  const at = partsOf(ms)
  const now = partsOf(nowMs)
  const time = `${at.hour}:${at.minute}`
  if (dayOf(ms) === dayOf(nowMs)) return time
  const day = `${at.day}\u00A0${months[at.month] ?? ''}`
  return at.year === now.year ? `${day} ${time}` : `${day} ${at.year}`
}

/** The time of day in Bangkok. */
export function formatClock(ms: number): string {
  const { hour, minute } = partsOf(ms)
  return `${hour}:${minute}`
}

function dayOf(ms: number): number {
  return Math.floor((ms + bangkokOffsetMs) / dayMs)
}

export type AgeWords = {
  now: string
  minutes: (count: number) => string
  hours: (count: number) => string
  days: (count: number) => string
}

/** How long something has waited, in the largest unit. */
export function formatAge(instant: string, nowMs: number, words: AgeWords): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000)
  if (!Number.isFinite(minutes)) return ''
  if (minutes < 1) return words.now
  if (minutes < 60) return words.minutes(minutes)
  if (minutes < 48 * 60) return words.hours(Math.floor(minutes / 60))
  return words.days(Math.floor(minutes / 60 / 24))
}

export type DurationWords = { seconds: (count: number) => string } & AgeWords

export function formatSeconds(seconds: number, words: DurationWords): string {
  if (seconds < 60) return words.seconds(Math.round(seconds))
  if (seconds < 3600) return words.minutes(Math.round(seconds / 60))
  if (seconds < 48 * 3600) return words.hours(Math.round(seconds / 3600))
  return words.days(Math.round(seconds / 86_400))
}

/** The size of a file; all supported languages write it this way. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))}\u00A0KB`
    : `${(kilobytes / 1024).toFixed(1)}\u00A0MB`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
