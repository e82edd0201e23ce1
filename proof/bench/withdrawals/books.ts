import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { accountBook } from '../../../apps/server/src/ledger/accounts.ts'
import { listBalances } from '../../../apps/server/src/ledger/read.ts'
import { resolve } from '../../../apps/server/src/money/withdrawals/decide.ts'
import type { Player, World } from '../transfers/world.ts'

/** One payment in the paying channel's books. */
export type Payout = { id: string; reference: string; amount: string; status: string }

export function listPayouts({ sandbox }: World): Promise<Payout[]> {
  return sandbox.control<Payout[]>('GET', '/payout/payouts?channel=BANK')
}

/** In satang, wherever it is: wallet, games, held. */
export async function countEverything({ stage }: World, { id }: Player): Promise<bigint> {
  const balances = await listBalances(stage.db, id)
  return balances
    .filter(({ money }) => money.currency === 'BAHT')
    .reduce((sum, { money }) => sum + money.amount, 0n)
}

/** An operator has looked into the paying channel's books: `payout` is its name there, null if it is missing. */
export async function decideForPeople(
  { stage: { db } }: World,
  id: string,
  payout: string | null,
): Promise<void> {
  const deps = { db, clock: systemClock, accounts: accountBook(db) }
  const by = { actor: 'operator:bench', requestId: 'bench' } as const
  await resolve(deps, { id, payout, why: 'seen there', ...by })
}
