import type { RefusalReason } from '@kapao/contract/console/reasons'
import { refusalStatus, secondRefusalStatus, type RefusalCode } from '@kapao/contract/refusals'

/**
 * A refusal to the caller: an expected outcome, not a fault. Nothing has moved when one is thrown, except before
 * TRANSFER_FAIL: money was held and has gone back, or a part of several movements went through.
 */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly status: number
  /** Free text is allowed for KEY_* and INVALID_USER_INFO only (OP-E05); elsewhere the message is the code. */
  readonly detail: string | undefined
  /** When it may be allowed, where that is known. */
  waitSeconds: number | null = null

  constructor(code: RefusalCode, detail?: string, status: number = refusalStatus[code]) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.status = status
    this.detail = detail
  }
}

/** Refuses until the time that the answer names in `retry-after`. */
export function refuseFor(code: RefusalCode, waitSeconds: number): never {
  const refused = new Refused(code)
  refused.waitSeconds = waitSeconds
  throw refused
}

/** Typed by the endpoint, so that a call can only refuse with what its contract lists. */
export function refuse<E extends { refusals: readonly RefusalCode[] }>(
  _endpoint: E,
  code: E['refusals'][number],
): never {
  throw new Refused(code)
}

/** For codes that have a second status for another reason. */
export function refuseWithSecondStatus(code: keyof typeof secondRefusalStatus): never {
  throw new Refused(code, undefined, secondRefusalStatus[code])
}

/**
 * A refusal to an operator: the terminal shows its one sentence verbatim, the console a text of its own where there is
 * a code. Nothing has changed when one is thrown.
 */
export class OperatorRefused extends Error {
  readonly why: RefusalReason | null

  constructor(sentence: string, why: RefusalReason | null = null) {
    super(sentence)
    this.name = 'OperatorRefused'
    this.why = why
  }
}
