import { mainWallet } from '@kapao/contract/limits'
import type { Db } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { beginAll, carryAll, type AllDeps } from './all.ts'
import { findByKey, listParts } from './store.ts'

type Sweep = { memberId: string; key: string; requestId: string }

/** Empties all games into the wallet under a key that no member can send; once for a key. */
export async function sweepGames(transfers: AllDeps, sweep: Sweep): Promise<void> {
  try {
    const { id, isMine } = await beginAll(transfers, sweep, { to: mainWallet })
    if (isMine) await carryAll(transfers, id, sweep.requestId)
  } catch (error) {
    // Nothing was in the games any more; what the wallet has decides.
    if (!(error instanceof Refused)) throw error
  }
}

/** Legs that have ended count as ended, even while what stands above them waits for its turn to be ended, too. */
export async function isSweeping(db: Db, memberId: string, key: string): Promise<boolean> {
  const all = await findByKey(db, memberId, key)
  if (!all || all.state === 'done' || all.state === 'returned') return false
  const parts = await listParts(db, all.id)
  return parts.length === 0 || parts.some(({ state }) => state !== 'done' && state !== 'returned')
}
