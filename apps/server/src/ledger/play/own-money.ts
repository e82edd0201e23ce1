import { clocksApartMaxMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'

/**
 * Money that entered the wallet from outside the platform, or below zero left for there; transfers to games are
 * neither.
 */
type Flow = { at: Date; amount: bigint }

/** The wallet's balance at each of these instants, which are sorted, and its flows since the first. */
export async function readOwnMoney(
  on: Queryable,
  memberId: string,
  instants: readonly Date[],
): Promise<{ heldAt: ReadonlyMap<number, bigint>; flows: Flow[] }> {
  const [first] = instants
  if (!first) return { heldAt: new Map(), flows: [] }
  const held = await on.query<Flow>(
    `select told.at, b.balance as amount
     from ledger_account a, unnest($2::timestamptz[]) as told (at), lateral ledger_balance_at(a.id, told.at) b
     where a.owner = $1 and a.kind = 'wallet'`,
    [memberId, instants],
  )
  // An account's seqs rise and its times nearly do: processes with differing clocks wrote them.
  const before = new Date(first.getTime() - clocksApartMaxMs)
  const flows = await on.query<Flow>(
    `select m.created_at as at, m.amount
     from ledger_account a,
     lateral (
       select -amount as amount, debit_seq as seq, kind, created_at from ledger_movement
       where debit = a.id and debit_seq > coalesce((
         select old.debit_seq from ledger_movement old where old.debit = a.id and old.created_at < $3
         order by old.debit_seq desc limit 1), 0)
       union all
       select amount, credit_seq, kind, created_at from ledger_movement
       where credit = a.id and credit_seq > coalesce((
         select old.credit_seq from ledger_movement old where old.credit = a.id and old.created_at < $3
         order by old.credit_seq desc limit 1), 0)) m
     where a.owner = $1 and a.kind = 'wallet' and m.created_at >= $2
       and m.kind in ('deposit', 'suspense_release', 'opening', 'correction', 'withdrawal_hold', 'withdrawal_return')
     order by m.seq`,
    [memberId, first, before],
  )
  return { heldAt: new Map(held.map(({ at, amount }) => [at.getTime(), amount])), flows }
}

/**
 * The highest sum at one time of the balance at an instant and later deposits: withdrawing and depositing again adds
 * nothing.
 */
export function mostAtOnce(held: bigint, flows: readonly Flow[]): bigint {
  let now = held
  let most = held
  for (const { amount } of flows) {
    now += amount
    // Withdrawn winnings do not reduce the member's own money below zero.
    if (now < 0n) now = 0n
    if (now > most) most = now
  }
  return most
}
