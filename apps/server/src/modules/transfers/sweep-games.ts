import { mainWallet } from '@kapao/contract/limits'
import type { Db } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { beginAll, carryAll, type AllDeps } from './all.ts'
import { findByKey, listParts } from './store.ts'

type Sweep = { memberId: string; key: string; requestId: string }

/** Empties all games into the wallet under a key that no member can send; once per key. */
export async function sweepGames(transfers: AllDeps, sweep: Sweep): Promise<void> {
  try {
    const { id, isMine } = await beginAll(transfers, sweep, { to: mainWallet })
    if (isMine) await carryAll(transfers, id, sweep.requestId)
  } catch (error) {
    // The games are already empty; the wallet's balance decides.
    if (!(error instanceof Refused)) throw error
  }
}

/** Ended legs count as ended, even while their parent still waits to be ended. */
export async function isSweeping(db: Db, memberId: string, key: string): Promise<boolean> {
  const all = await findByKey(db, memberId, key)
  if (!all || all.state === 'done' || all.state === 'returned') return false
  const parts = await listParts(db, all.id)
  return parts.length === 0 || parts.some(({ state }) => state !== 'done' && state !== 'returned')
}
