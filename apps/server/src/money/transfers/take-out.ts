import { fingerprintOf } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Account } from '#ledger/accounts.ts'
import type { Balance } from '#ledger/read.ts'
import type { AllDeps } from './move-all.ts'
import { findByKey, findTransfer } from './store.ts'
import { standingAlone } from './view.ts'

type GameWithdrawal = {
  memberId: string
  key: string
  /** The purpose of the held money. */
  held: string
  from: Balance
  hold: Account
  target: Account
  amount: bigint
}

export type TakeOut = {
  /** Begins it once per key, and returns it; null while the game is busy with another one, or has less. */
  begin: (wanted: GameWithdrawal) => Promise<string | null>
  /** Carries it until its outcome is known or has to wait. */
  carryOn: (transfer: string) => Promise<void>
  find: (
    transfer: string,
  ) => Promise<{ state: 'open' | 'done' | 'returned'; amount: bigint } | null>
}

/** Empties a game for us: an ordinary transfer, which ends in the account that `to` names. */
export function openTakeOut(
  { transfers, db, ids }: AllDeps,
  { to, route }: { to: string; route: string },
): TakeOut {
  return {
    begin: async ({ memberId, key, held, from, hold, target, amount }) => {
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
    },
    carryOn: transfers.carryOn,
    find: async (id) => {
      const found = await findTransfer(db, id)
      return found && { state: standingAlone(found), amount: found.amount }
    },
  }
}
