import { fingerprintOf } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Account } from '#ledger/accounts.ts'
import type { Balance } from '#ledger/read.ts'
import type { MoveAllDeps } from './move-all.ts'
import { findByKey, findTransfer } from './store.ts'
import { statusAlone } from './view.ts'

export type TakeOut = {
  memberId: string
  key: string
  /** The purpose of the held money. */
  held: string
  /** The call that began it. */
  route: string
  from: Balance
  hold: Account
  /** The account in which it ends, and the name of that place on the transfer. */
  target: Account
  to: string
  amount: bigint
}

/**
 * Begins to empty a game for us by an ordinary transfer, once for a key, and returns its id; null while the game is busy
 * with another one, or has less.
 */
export async function beginTakeOut(
  { transfers, db, ids }: MoveAllDeps,
  { memberId, key, held, route, from, hold, target, to, amount }: TakeOut,
): Promise<string | null> {
  const known = await findByKey(db, memberId, key)
  if (known) return known.id
  if (amount <= 0n) return null
  const game = from.party
  const planned = {
    id: ids.key(),
    memberId,
    key,
    fingerprint: fingerprintOf(route, { held, game }),
    parent: null,
    kind: 'out' as const,
    game,
    from: game,
    to,
    amount,
    currency: from.currency,
    source: from,
    hold,
    target,
    next: null,
    requestId: `bonus ${held}`,
    dayMax: null,
  }
  try {
    return (await transfers.begin(planned)).id
  } catch (error) {
    // Another one is in flight there, or has taken the money meanwhile.
    if (error instanceof Refused) return null
    throw error
  }
}

/** Carries it until its outcome is known or has to wait, and returns how it stands then. */
export async function carryTakeOut(
  { transfers, db }: MoveAllDeps,
  id: string,
): Promise<{ state: 'open' | 'done' | 'returned'; amount: bigint } | null> {
  await transfers.carryOn(id)
  const found = await findTransfer(db, id)
  return found && { state: statusAlone(found), amount: found.amount }
}
