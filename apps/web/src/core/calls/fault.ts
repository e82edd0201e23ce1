/**
 * Why a call has no answer to give: the server refused, the answer never came, or the page is leaving because the
 * service or the session has ended, and nothing is to be shown.
 */
export type FaultKind = 'refused' | 'unreachable' | 'leaving'

export class CallFault extends Error {
  declare readonly kind: FaultKind
  declare readonly status: number
  declare readonly code: string | null

  constructor(kind: FaultKind, answer: { status: number; code: string | null; message: string }) {
    super(answer.message)
    this.name = 'CallFault'
    this.kind = kind
    this.status = answer.status
    this.code = answer.code
  }
}

export function unreachable(): CallFault {
  return new CallFault('unreachable', { status: 0, code: null, message: '' })
}
