import type { QrState } from '@kapao/contract/deposits'
import type { RefusalCode } from '@kapao/contract/refusals'
import type { Tx } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { renderSVG } from 'uqr'
import type { QrDeps } from './create.ts'
import { findByKey, findCode, findLive, setEnded, type Code } from './store.ts'

export const createRoute = 'POST /api/qrcode/{provider}'
/** Money for a code that was dropped comes soon or hardly ever. */
export const askAfterEndMs = 60_000

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function noCode(message?: 'QR_FAIL'): QrState {
  return message ? { hasQrcode: false, message } : { hasQrcode: false }
}

/** What the member sees of a code: itself while it can be paid, else that there is none. */
export function stateOfCode(code: Code | null, now: Date): QrState {
  if (!code || code.state === 'failed' || code.state === 'ordered')
    return noCode(code ? 'QR_FAIL' : undefined)
  if (code.state !== 'open' || code.expiresAt <= now) return noCode()
  return {
    hasQrcode: true,
    qrcodeId: code.id,
    qrcode: drawCode(code.payload!),
    amount: { amount: code.amount!, currency: code.currency },
    expireIn: code.expiresAt.toISOString(),
    now: now.toISOString(),
    message: '',
  }
}

/** Four modules of quiet around it, and enough correction for a smeared screen; attributes only, no style. */
function drawCode(payload: string): string {
  return renderSVG(payload, { ecc: 'M', border: 4 })
}

export async function readQr(
  { db, clock, findClient }: QrDeps,
  memberId: string,
  wanted: string,
): Promise<QrState> {
  const provider = wanted.toUpperCase()
  if (!findClient(provider)) throw new Refused('QR_FAIL')
  const code = await findLive(db, memberId, 'open')
  return code?.provider === provider ? stateOfCode(code, clock.now()) : noCode()
}

/** Drops a code; whoever has scanned it may still pay, and that money is the member's. A second call changes nothing. */
export async function cancelQr(deps: QrDeps, memberId: string, id: string): Promise<void> {
  const { db, clock } = deps
  const code = idForm.test(id) ? await findCode(db, id) : null
  if (code?.memberId !== memberId) throw new Refused('NO_DATA')
  const at = clock.now()
  const nextAt = new Date(at.getTime() + askAfterEndMs)
  if (await setEnded(db, id, { state: 'cancelled', at, nextAt })) await closeThere(deps, code)
}

/** As well as may be: it may be paid all the same, and is asked about. */
export async function closeThere(deps: QrDeps, { provider, reference }: Code): Promise<void> {
  const closed = await deps.findClient(provider)?.close?.(reference)
  if (closed && closed.outcome !== 'done')
    deps.log.warn({ provider, reference, why: closed.why }, 'a code could not be closed')
}

/** What a key began here, for `outcome`. */
export async function findQrOutcome(
  tx: Tx,
  memberId: string,
  key: string,
): Promise<{ state: 'done' | 'running'; route: string; code?: RefusalCode } | undefined> {
  const found = await findByKey(tx, memberId, key)
  if (!found) return undefined
  if (found.state === 'ordered') return { state: 'running', route: createRoute }
  return {
    state: 'done',
    route: createRoute,
    code: found.state === 'failed' ? 'QR_FAIL' : 'SUCCESS',
  }
}
