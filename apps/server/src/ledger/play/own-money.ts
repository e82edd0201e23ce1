import type { Queryable } from '#core/db/db.ts'
import { clearlyBefore, movesSince } from '../read.ts'

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
    `select instant.at, b.balance as amount
     from ledger_account a, unnest($2::timestamptz[]) as instant (at), lateral ledger_balance_at(a.id, instant.at) b
     where a.owner = $1 and a.kind = 'wallet'`,
    [memberId, instants],
  )
  const flows = await on.query<Flow>(
    `select m.created_at as at, m.amount
     from ledger_account a,
     ${movesSince}
     where a.owner = $1 and a.kind = 'wallet' and m.created_at >= $2
       and m.kind in ('deposit', 'suspense_release', 'opening', 'correction', 'withdrawal_hold', 'withdrawal_return')
     order by m.seq`,
    [memberId, first, clearlyBefore(first)],
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
