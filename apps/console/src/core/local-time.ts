import { hourMs } from '@kapao/contract/times'

const wholeForm = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?[ ,]+(\d{1,2})[:.](\d{2})$/
const localForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})$/
const instantForm = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** A time of Bangkok as the desk writes it, `27/11/2026 10:05`; without a year it is this one. Null for anything else. */
export function readLocal(text: string, nowMs: number): string | null {
  const [, day, month, given, hour, minute] = wholeForm.exec(text.trim()) ?? []
  if (!day || !month || !hour || !minute) return null
  const year = given ?? String(new Date(nowMs + 7 * hourMs).getUTCFullYear())
  const local = `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${minute}`
  // 31/02 would become a day of March, and 25:00 one of tomorrow.
  const there = new Date(`${local}:00Z`)
  return Number.isNaN(there.getTime()) || there.toISOString().slice(0, 16) !== local ? null : local
}

/** `2026-11-27T10:05` as the desk writes it; what is no time stays as it was typed. */
export function formatLocal(local: string): string {
  const [, year, month, day, time] = localForm.exec(local) ?? []
  return time === undefined ? local : `${day}/${month}/${year} ${time}`
}

/** The instant of a time of Bangkok; empty for what is none. */
export function instantOf(local: string): string {
  return localForm.test(local) ? new Date(`${local}:00+07:00`).toISOString() : ''
}

/** Something is typed, and no time. */
export function isUnreadable(local: string): boolean {
  return local !== '' && instantOf(local) === ''
}

/** The time in Bangkok of an instant; what is none stays as it is. */
export function localOf(instant: string): string {
  const ms = instantForm.test(instant) ? Date.parse(instant) : Number.NaN
  return Number.isNaN(ms) ? instant : new Date(ms + 7 * hourMs).toISOString().slice(0, 16)
}

function twoDigits(text: string): string {
  return text.padStart(2, '0')
}
