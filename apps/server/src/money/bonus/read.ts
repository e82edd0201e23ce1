import type { Queryable } from '#core/db/db.ts'
import { findOne, type HeldBonus } from './store.ts'

/** Which of these members are under a condition now. */
export async function listHolders(on: Queryable, members: readonly string[]): Promise<string[]> {
  const rows = await on.query<{ memberId: string }>(
    `select member_id as "memberId" from bonus_held where member_id = any ($1::text[]) and state <> 'ended'`,
    [members],
  )
  return rows.map(({ memberId }) => memberId)
}

/** Whether a member is under a condition, for operations that a bonus blocks. */
export async function bonusHeld(on: Queryable, memberId: string): Promise<boolean> {
  return (await listHolders(on, [memberId])).length > 0
}

export function findHeld(on: Queryable, memberId: string): Promise<HeldBonus | null> {
  return findOne(on, `member_id = $1 and state <> 'ended'`, [memberId])
}
