/**
 * Why a call failed: the server refused it; it was accepted and its outcome is not known yet; the answer never came;
 * nothing was sent, as there is no connection; or the page is leaving because the service or the session has ended, and
 * nothing is to be shown.
 */
export type FaultKind = 'refused' | 'pending' | 'unreachable' | 'offline' | 'leaving'

/**
 * Fields are declared and assigned by hand: for a field with an initializer the build adds a helper of half a kilobyte.
 */
export class CallFault extends Error {
  declare readonly kind: FaultKind
  declare readonly status: number
  declare readonly code: string | null
  /** From when on it may be tried again, where the server has said so. */
  declare readonly againAtMs: number | null
  /** The key by which the outcome of a call that counts once can be asked for, while it is open. */
  declare key: string | null

  constructor(
    kind: FaultKind,
    answer: { status: number; code: string | null; message: string; againAtMs?: number | null },
  ) {
    super(answer.message)
    this.name = 'CallFault'
    this.key = null
    this.kind = kind
    this.status = answer.status
    this.code = answer.code
    this.againAtMs = answer.againAtMs ?? null
  }
}

export function unreachable(): CallFault {
  return new CallFault('unreachable', { status: 0, code: null, message: '' })
}

/** Calls that move money are never queued: what cannot be sent now is not sent at all. */
export function offline(): CallFault {
  return new CallFault('offline', { status: 0, code: null, message: '' })
}
