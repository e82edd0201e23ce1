import type { Seal } from '@kapao/contract/fair/proof'
import { requestTimeoutMs } from '@kapao/contract/limits'
import { exchange, readAnswer } from '#core/api.ts'
import { unreachable } from '#core/calls/fault.ts'

/** Reads the public seals; the API has no call for them, because anybody may read them. */
export async function readSeals(): Promise<readonly Seal[]> {
  const init = { method: 'GET', headers: {} }
  const answer = await exchange('/seals.json', init, requestTimeoutMs)
  const body = readAnswer(answer, false) as { seals?: readonly Seal[] }
  if (!Array.isArray(body.seals)) throw unreachable()
  return body.seals
}
