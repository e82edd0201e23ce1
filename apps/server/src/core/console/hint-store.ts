import type { Hint, HintName } from '@kapao/contract/console/events'
import type { Queryable } from '../db/db.ts'

export const hintChannel = 'core_console_hint'

/**
 * Sends the pages of all consoles what to ask for again, when the transaction commits. Only for what people do and wait
 * for: all notices share a lock at commit, so no posting of money sends one.
 */
export async function hint<N extends Exclude<HintName, 'me'>>(
  tx: Queryable,
  name: N,
  payload: Hint<N>,
): Promise<void> {
  await tx.query('select core_console_hint($1, $2::jsonb)', [name, JSON.stringify(payload)])
}

/** Notifies one operator's own pages that their roles or sessions have changed. */
export async function hintOperator(tx: Queryable, operator: string): Promise<void> {
  await tx.query(`select core_console_hint('me', jsonb_build_object('operator', $1::text))`, [
    operator,
  ])
}
