import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable } from '#core/db.ts'

/** A bonus that is over, for whoever asks what games may still owe to it. */
export type Ended = {
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

/** Whether what it left behind is not all the member's: it was given up, or paid up to a most. */
export function isLost({ endedBy, withdrawMax }: Ended): boolean {
  return endedBy !== 'withdrawn' || withdrawMax !== null
}

/** Of which games may still owe something: what is lost in that way, and what was met by stakes. */
const mayBeOwed = `state = 'ended' and (ended_by <> 'withdrawn' or withdraw_max is not null or terms ->> 'kind' = 'turnover')`

/** Of a member, those that have ended since an instant. */
export function listEndedSince(on: Queryable, memberId: string, since: Date): Promise<Ended[]> {
  return on.query<Ended>(
    `select ${columns} from bonus_held where member_id = $1 and ${mayBeOwed} and ended_at >= $2 order by created_at`,
    [memberId, since],
  )
}

/** Of everybody, those that ended between two instants; by their ids, after one. */
export function listEndedBetween(
  on: Queryable,
  { from, to, after, limit }: { from: Date; to: Date; after: string; limit: number },
): Promise<Ended[]> {
  return on.query<Ended>(
    `select ${columns} from bonus_held where ${mayBeOwed} and ended_at > $1 and ended_at <= $2
       and ($3 = '' or id > nullif($3, '')::uuid) order by id limit $4`,
    [from, to, after, limit],
  )
}
