import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

/** An ended bonus, for checks of what games may still pay back to it. */
export type EndedBonus = {
  id: string
  memberId: string
  code: string
  currency: WalletCurrency
  bonus: bigint
  target: bigint
  withdrawMax: bigint | null
  /** Percent of a stake that counts, by game. */
  shares: Record<string, number>
  endedBy: 'cancelled' | 'withdrawn' | 'emptied'
  createdAt: Date
  endedAt: Date
}

const columns = `id, member_id as "memberId", code, currency, bonus, target, withdraw_max as "withdrawMax", shares, ended_by as "endedBy",
  created_at as "createdAt", ended_at as "endedAt"`

/** Whether money left behind is not all the member's: the bonus was given up, or paid out up to a maximum. */
export function mayBeOwedBack({ endedBy, withdrawMax }: EndedBonus): boolean {
  return endedBy !== 'withdrawn' || withdrawMax !== null
}

/** Bonuses that games may still owe something: those lost in that way, and those met by stakes. */
const mayBeOwed = `state = 'ended' and (ended_by <> 'withdrawn' or withdraw_max is not null or terms ->> 'kind' = 'turnover')`

/** A member's bonuses that have ended since an instant. */
export function listEndedSince(
  on: Queryable,
  memberId: string,
  since: Date,
): Promise<EndedBonus[]> {
  return on.query<EndedBonus>(
    `select ${columns} from bonus_held where member_id = $1 and ${mayBeOwed} and ended_at >= $2 order by created_at`,
    [memberId, since],
  )
}

export type BonusSince = Pick<EndedBonus, 'memberId' | 'code' | 'createdAt'> & {
  deposit: bigint
  bonus: bigint
  endedAt: Date | null
}

const heldReadMax = 200

/** These members' bonuses that are held, or have ended since an instant, the newest first. */
export function listHeldSince(
  on: Queryable,
  members: readonly string[],
  since: Date,
): Promise<BonusSince[]> {
  return on.query<BonusSince>(
    `select member_id as "memberId", code, deposit, bonus, created_at as "createdAt", ended_at as "endedAt" from bonus_held
     where member_id = any ($1::text[]) and (ended_at is null or ended_at >= $2)
     order by array_position($1::text[], member_id), created_at desc limit ${heldReadMax}`,
    [members, since],
  )
}

/** Marks what these members held when an item was found: its reward is deducted at the end. */
export async function denyHeld(
  tx: Tx,
  { item, members, at }: { item: bigint; members: readonly string[]; at: Date },
): Promise<void> {
  await tx.query(
    `update bonus_held set denied_by = $1
     where member_id = any ($2::text[]) and state = 'active' and created_at <= $3 and denied_by is null`,
    [item, members, at],
  )
}

/** All bonuses that ended between two instants; by id, after one. */
export function listEndedBetween(
  on: Queryable,
  { from, to, after, limit }: { from: Date; to: Date; after: string; limit: number },
): Promise<EndedBonus[]> {
  return on.query<EndedBonus>(
    `select ${columns} from bonus_held where ${mayBeOwed} and ended_at > $1 and ended_at <= $2
       and ($3 = '' or id > nullif($3, '')::uuid) order by id limit $4`,
    [from, to, after, limit],
  )
}
