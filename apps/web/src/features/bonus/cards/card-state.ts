import { dayMs, hourMs } from '@kapao/contract/times'
import type { Bonus } from '#shared/bonus/queries.ts'

export type CardState = 'active' | 'received' | 'open'

/** Days and weeks are Bangkok's, as on the server; a week starts on Monday. */
const bangkokMs = 7 * hourMs
/** The first of January 1970 was a Thursday. */
const daysAfterMonday = 3

/** How often it was received in the period that counts: ever, today, or this week. */
export function timesReceived({ type, userBonus }: Bonus, nowMs: number): number {
  const received = userBonus?.received ?? []
  if (type === 'limit') return received.length
  const periodOf = type === 'day' ? dayOf : weekOf
  const now = periodOf(nowMs)
  return received.filter(({ updatedAt }) => periodOf(Date.parse(updatedAt)) === now).length
}

/** The active bonus can always be opened, however often it was received. */
export function stateOfCard(bonus: Bonus, nowMs: number): CardState {
  if (bonus.userBonus?.isActive) return 'active'
  return timesReceived(bonus, nowMs) >= bonus.maxReceived ? 'received' : 'open'
}

function dayOf(instantMs: number): number {
  return Math.floor((instantMs + bangkokMs) / dayMs)
}

function weekOf(instantMs: number): number {
  return Math.floor((dayOf(instantMs) + daysAfterMonday) / 7)
}
