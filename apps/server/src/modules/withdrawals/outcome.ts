import type { RefusalCode } from '@kapao/contract/refusals'
import type { Tx } from '#core/db/db.ts'
import { withdrawAllRoute, withdrawRoute } from './begin.ts'
import { findByKey } from './store.ts'

/** What a key began here, for `outcome`. */
export async function findWithdrawalOutcome(
  tx: Tx,
  memberId: string,
  key: string,
): Promise<{ state: 'done' | 'running'; route: string; code?: RefusalCode } | undefined> {
  const found = await findByKey(tx, memberId, key)
  if (!found) return undefined
  const route = found.ofAll ? withdrawAllRoute : withdrawRoute
  if (found.state === 'sweeping') return { state: 'running', route }
  return { state: 'done', route, code: found.state === 'failed' ? 'TRANSFER_FAIL' : 'SUCCESS' }
}
