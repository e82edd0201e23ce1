/**
 * Why a call has no answer to give: the server refused; it has taken the call on and the outcome follows; the answer
 * never came; nothing was sent, as there is no connection; or the page is leaving because the service or the session
 * has ended, and nothing is to be shown.
 */
export type FaultKind = 'refused' | 'pending' | 'unreachable' | 'offline' | 'leaving'

/** Its fields are declared and set by hand: for a field with a value the build brings a helper of half a kilobyte. */
export class CallFault extends Error {
  declare readonly kind: FaultKind
  declare readonly status: number
  declare readonly code: string | null
  /** Of a call that counts once and whose outcome is open: what it can be asked about by. */
  declare key: string | null

  constructor(kind: FaultKind, answer: { status: number; code: string | null; message: string }) {
    super(answer.message)
    this.name = 'CallFault'
    this.key = null
    this.kind = kind
    this.status = answer.status
    this.code = answer.code
  }
}

export function unreachable(): CallFault {
  return new CallFault('unreachable', { status: 0, code: null, message: '' })
}

/** Money is never put into a queue: what cannot be sent now is not sent at all. */
export function offline(): CallFault {
  return new CallFault('offline', { status: 0, code: null, message: '' })
}
