import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { withdrawalColumns, type Withdrawal } from './store.ts'

/** Those that hold money and were not approved, oldest first. */
export function listHeldPage(on: Queryable, page: Page): Promise<Withdrawal[]> {
  return on.query<Withdrawal>(
    `select ${withdrawalColumns} from withdrawals_withdrawal
     where state = 'held' and (created_at, id) > ($1::timestamptz, $2::uuid) order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

/** Those that were approved and not sent, and those whose payout is unknown, oldest first. */
export function listUnpaidPage(on: Queryable, page: Page): Promise<Withdrawal[]> {
  return on.query<Withdrawal>(
    `select ${withdrawalColumns} from withdrawals_withdrawal
     where state in ('approved', 'exception') and (created_at, id) > ($1::timestamptz, $2::uuid)
     order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

export async function hasBounced(on: Queryable, id: string): Promise<boolean> {
  return (await on.query('select from withdrawals_bounce where withdrawal = $1', [id])).length > 0
}

/** How many approvals that still count each of these has. */
export async function countApprovals(
  on: Queryable,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await on.query<{ id: string; count: number }>(
    `select w.id, count(*)::int as count from unnest($1::uuid[]) as w (id), lateral withdrawals_approvals(w.id) y
     where y.counts group by w.id`,
    [ids],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
