import { dayMs, hourMs } from '@kapao/contract/times'
import { refuseFor } from '../refused.ts'
import type { Queryable, Tx } from '../db/db.ts'
import { addWritten, deleteWritten, listWritten, type WrittenHour } from './written-store.ts'

/** Whose bytes count together, how many there may be in any 24 hours, and when. */
export type Share = { owner: string; bytesMax: number; at: Date }

/**
 * Counts what is written for an owner, in the transaction that writes it, and refuses what is too much with the time at
 * which it goes on. Counted by the hour, so that no 24 hours, wherever they begin, have more. Call it late in the
 * transaction: guests of one network share a row.
 */
export async function countWritten(tx: Tx, share: Share, bytes: number): Promise<void> {
  const { owner, at } = share
  const now = await addWritten(tx, { owner, bytes, at })
  const earlier = (await listWritten(tx, owner, beginningOf(at))).filter(
    ({ hour }) => hour < now.hour,
  )
  refuseAbove(share, [...earlier, now])
}

/** The same for what is still to come, before it is read; a share that is used up refuses everything. */
export async function refuseUnlessRoom(on: Queryable, share: Share, bytes: number): Promise<void> {
  const { owner, at } = share
  const coming = { hour: at, bytes: Math.max(bytes, 1) }
  refuseAbove(share, [...(await listWritten(on, owner, beginningOf(at))), coming])
}

/** Takes back what was counted then and is not kept after all. */
export async function returnWritten(
  on: Queryable,
  { owner, at }: Pick<Share, 'owner' | 'at'>,
  bytes: number,
): Promise<void> {
  await addWritten(on, { owner, at, bytes: -bytes })
}

export function forgetWritten(on: Queryable, now: Date): Promise<void> {
  return deleteWritten(on, new Date(beginningOf(now).getTime() - hourMs))
}

/** An hour counts as long as a part of it is younger than a day. */
function beginningOf(at: Date): Date {
  return new Date(at.getTime() - dayMs)
}

function refuseAbove({ bytesMax, at }: Share, hours: readonly WrittenHour[]): void {
  let over = hours.reduce((sum, { bytes }) => sum + bytes, 0) - bytesMax
  if (over <= 0) return
  // What is too much fits when as many of the oldest hours are over.
  for (const { hour, bytes } of hours) {
    over -= bytes
    if (over > 0) continue
    const goesOn = hour.getTime() + hourMs + dayMs
    return refuseFor('DAY_LIMIT', Math.ceil((goesOn - at.getTime()) / 1_000))
  }
}
