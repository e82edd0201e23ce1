import { isKey } from '#core/ids.ts'
import { Refused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { GatewayClient } from '#outside/gateways/client.ts'
import { type Code, findCode, setEnded } from './codes/store.ts'

export type CancelDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  findClient: (provider: string) => GatewayClient | null
}

/** When an ended code is asked about again: a payer who has just scanned it pays now, within the bank's own limit. */
export const askAfterEndMs = 60_000

/**
 * Cancels a code. It may have been scanned and still be paid; that money is credited to the member. A second call
 * changes nothing.
 */
export async function cancelQr(deps: CancelDeps, memberId: string, id: string): Promise<void> {
  const { db, clock } = deps
  const code = isKey(id) ? await findCode(db, id) : null
  if (code?.memberId !== memberId) throw new Refused('NO_DATA')
  const at = clock.now()
  const nextAt = new Date(at.getTime() + askAfterEndMs)
  if (await setEnded(db, id, { state: 'cancelled', at, nextAt })) await closeAtGateway(deps, code)
}

/** Best effort: the code may still be paid, so polling continues. */
export async function closeAtGateway(
  deps: CancelDeps,
  { provider, reference }: Code,
): Promise<void> {
  const closed = await deps.findClient(provider)?.close?.(reference)
  if (closed && closed.outcome !== 'done')
    deps.log.warn({ provider, reference, why: closed.why }, 'a code could not be closed')
}
