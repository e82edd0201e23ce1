import type { QrState } from '@kapao/contract/deposits'
import { renderSVG } from 'uqr'
import { Refused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { type Code, findLive } from './store.ts'

type ViewDeps = {
  db: Db
  clock: Clock
  /** Null if a provider is not configured. */
  findClient: (provider: string) => object | null
}

/** The code that a member can pay now. */
export async function readQr(
  { db, clock, findClient }: ViewDeps,
  memberId: string,
  wanted: string,
): Promise<QrState> {
  const provider = wanted.toUpperCase()
  if (!findClient(provider)) throw new Refused('QR_FAIL')
  const code = await findLive(db, memberId, 'open')
  return code?.provider === provider ? stateOfCode(code, clock.now()) : noCode()
}

export function noCode(message?: 'QR_FAIL'): QrState {
  return message ? { hasQrcode: false, message } : { hasQrcode: false }
}

/** The member's view of a code: the code while it can be paid, else that there is none. */
export function stateOfCode(code: Code | null, now: Date): QrState {
  if (!code || code.state === 'failed' || code.state === 'ordered')
    return noCode(code ? 'QR_FAIL' : undefined)
  if (code.state !== 'open' || code.expiresAt <= now) return noCode()
  return {
    hasQrcode: true,
    qrcodeId: code.id,
    // Four modules of quiet zone, and enough error correction for a smeared screen; attributes only, no style.
    qrcode: renderSVG(code.payload!, { ecc: 'M', border: 4 }),
    amount: { amount: code.amount!, currency: code.currency },
    expireIn: code.expiresAt.toISOString(),
    now: now.toISOString(),
    message: '',
  }
}
