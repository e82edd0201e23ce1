import type { CallInput, CallOutput, KeyedCallName } from '@kapao/contract/calls'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import { send, type Sending, type UploadName } from '#core/api.ts'
import { CallFault } from './fault.ts'
import { addPending, removePending } from './pending.ts'
import { randomKey } from './random-key.ts'

type Rest<N extends KeyedCallName> =
  CallInput<N> extends undefined
    ? [input?: undefined, sending?: Sending]
    : [input: CallInput<N>, sending?: Sending]

/**
 * For calls that move money or claim something. Each press gets a key of its own, under which the server counts it once;
 * the key is kept in this browser until there is an answer, so that a reload can ask what became of it.
 */
export async function callOnce<N extends KeyedCallName>(
  name: N,
  ...[input, sending = {}]: Rest<N>
): Promise<CallOutput<N>> {
  const key = randomKey()
  addPending({ key, route: name })
  try {
    const headers = { ...sending.headers, 'idempotency-key': key }
    const answer = await send(name, input, { ...sending, headers })
    removePending(key)
    return answer
  } catch (error) {
    if (isAnswer(error)) removePending(key)
    throw error
  }
}

/** Files take longer than words. */
export function upload<N extends UploadName>(
  name: N,
  form: CallInput<N>,
  sending: Sending = {},
): Promise<CallOutput<N>> {
  return send(name, form, { timeoutMs: uploadTimeoutMs, ...sending })
}

/** A gateway that gave up carries no code of ours, and does not know what became of the call. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof CallFault) || error.kind === 'unreachable') return false
  return error.code !== null || error.message !== ''
}
