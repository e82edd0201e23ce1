import { outcomeOf } from '#core/calls/idempotency.ts'
import { routeOf } from './begin.ts'
import { findByKey } from './store.ts'

/** What a key began here, for `outcome`. */
export const findWithdrawalOutcome = outcomeOf(findByKey, ({ ofAll, state }) => {
  const route = routeOf(ofAll)
  if (state === 'sweeping') return { state: 'running', route }
  return { state: 'done', route, code: state === 'failed' ? 'TRANSFER_FAIL' : 'SUCCESS' }
})
