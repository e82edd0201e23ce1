import type { PictureProblem } from '@kapao/contract/console/problems'
import type { RefusalReason } from '@kapao/contract/console/reasons'
import { consoleRefusalStatus, type ConsoleRefusalCode } from '@kapao/contract/console/refusals'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import type { DecidedWork } from '@kapao/contract/console/work'

/** What a refusal says besides its code. */
export type RefusalDetail = {
  /** An English sentence, where the code does not say all of it. */
  sentence?: string
  /** Why a decision was refused, as a code of the page's texts. */
  why?: RefusalReason
  /** Which field is wrong. */
  field?: string
  /** What is wrong with a value that has parts, each at its place. */
  problems?: ValueProblem[]
  /** Why a file does not become a picture of the house. */
  picture?: PictureProblem
  /** What another operator has decided in the meantime. */
  decided?: DecidedWork
}

/** A refusal to an operator at the console. Nothing has changed when one is thrown. */
export class ConsoleRefused extends Error {
  readonly code: ConsoleRefusalCode
  readonly status: number
  readonly detail: RefusalDetail

  constructor(code: ConsoleRefusalCode, detail: RefusalDetail = {}) {
    super(detail.sentence ?? code)
    this.name = 'ConsoleRefused'
    this.code = code
    this.status = consoleRefusalStatus[code]
    this.detail = detail
  }
}

/** Typed by the endpoint, so that a call can only refuse with what its contract lists. */
export function refuseOperator<E extends { refusals: readonly ConsoleRefusalCode[] }>(
  _endpoint: E,
  code: E['refusals'][number],
  detail?: RefusalDetail,
): never {
  throw new ConsoleRefused(code, detail)
}
