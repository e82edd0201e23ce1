import type { CallInput, CallOutput, KeyedCallName } from '@kapao/contract/calls'
import { send, type CallSettings } from '#core/api.ts'
import { CallFault, offline } from './fault.ts'
import { addPending, releasePending, removePending } from './pending/pending-book.ts'
import { randomKey } from './random-key.ts'

type Rest<N extends KeyedCallName> =
  CallInput<N> extends undefined
    ? [input?: undefined, sending?: CallSettings]
    : [input: CallInput<N>, sending?: CallSettings]

/**
 * For calls that move money or claim something. Each press gets its own key, under which the server counts it once; the
 * key stays in this browser until there is an answer, so that a reload can ask for the outcome.
 */
export async function callOnce<N extends KeyedCallName>(
  name: N,
  ...[input, sending = {}]: Rest<N>
): Promise<CallOutput<N>> {
  if (isOffline()) throw offline()
  const key = randomKey()
  addPending({ key, route: name })
  try {
    const headers = { ...sending.headers, 'idempotency-key': key }
    const answer = await send(name, input, { ...sending, headers })
    removePending(key)
    return answer
  } catch (error) {
    if (isAnswer(error)) removePending(key)
    else {
      releasePending(key)
      if (error instanceof CallFault) error.key = key
    }
    throw error
  }
}

/** Only a clear `false` counts: a browser that claims to be online may be wrong, and then the call fails. */
function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}

/** An error of a gateway carries no code of ours, and leaves the outcome unknown. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof CallFault)) return false
  if (error.kind === 'unreachable' || error.kind === 'pending') return false
  // It failed somewhere on the way, perhaps after the money had moved.
  if (error.code === 'INTERNAL_SERVER_ERROR') return false
  return error.code !== null || error.message !== ''
}
