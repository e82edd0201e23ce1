import { invalidTokenMessage, type RefusalCode } from '@kapao/contract/refusals'
import { BucketUnavailable } from '../buckets/connection.ts'
import { CommitUnknown } from '../db/db.ts'
import { sqlStateOf } from '../sql-state.ts'
import { isAway } from '../db/outage.ts'
import { closedState } from '../restore/restore.ts'
import { NoTurn } from '../lines/line.ts'
import type { Log } from '../telemetry/log.ts'
import { Refused } from '../refused.ts'
import type { LostReason } from '../session/session-cache.ts'

export type RefusalBody = { code: RefusalCode; message: string }

export type FaultAnswer = {
  status: number
  body: RefusalBody
  /** True for an internal fault, which is logged with its request id. */
  isOurs: boolean
  /** When it is worth trying again, where that is known. */
  waitSeconds?: number
}

/** The caller has no session, or no longer; the client ends its session on this message. */
export class SessionLost extends Error {
  readonly code: LostReason

  constructor(code: LostReason) {
    super(code)
    this.name = 'SessionLost'
    this.code = code
  }
}

export function refusalBody(code: RefusalCode, detail?: string): RefusalBody {
  return { code, message: detail ?? code }
}

/** What the caller sent before is done by then. */
const ownFloodSeconds = 2

/** The answer to a caller for an error. Error texts stay internal, except for a refusal's own detail. */
export function answerOfError(error: unknown): FaultAnswer {
  if (error instanceof Refused)
    return { status: error.status, body: refusalBody(error.code, error.detail), isOurs: false }
  if (error instanceof SessionLost)
    return { status: 401, body: { code: error.code, message: invalidTokenMessage }, isOurs: false }
  if (sqlStateOf(error) === closedState)
    return { status: 503, body: refusalBody('RECOVERY'), isOurs: false }
  if (error instanceof NoTurn && error.isOwnFlood)
    return {
      status: 429,
      body: refusalBody('REQUEST_LIMIT'),
      isOurs: false,
      waitSeconds: ownFloodSeconds,
    }
  if (error instanceof CommitUnknown || isBusy(error))
    return { status: 503, body: refusalBody('SERVICE_BUSY'), isOurs: true }
  return answerOfFrameworkError(error)
}

function answerOfFrameworkError(error: unknown): FaultAnswer {
  const { code, statusCode, expose } = error as Record<string, unknown>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 413, body: refusalBody('REQUEST_TOO_LARGE'), isOurs: false }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    // Any other error that the framework finds in a request means that the request is unreadable.
    if (typeof code === 'string' && code.startsWith('FST_ERR_'))
      return { status: 400, body: refusalBody('KEY_INVALID'), isOurs: false }
    // The file server marks errors that callers may see: a missing range, a failed condition.
    if (expose === true)
      return { status: statusCode, body: refusalBody('KEY_INVALID'), isOurs: false }
  }
  return { status: 500, body: refusalBody('INTERNAL_SERVER_ERROR'), isOurs: true }
}

const busyStates = /^(55P03|57014|25P03)$/

/**
 * A lock or queue slot that was not free in time, a full pool, a full disk, a database or a bucket that is down: retry
 * later, with the same key.
 */
function isBusy(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (error instanceof BucketUnavailable) return true
  return error instanceof NoTurn || (state !== null && busyStates.test(state)) || isAway(error)
}

export type FailAs = { log: Pick<Log, 'error'>; code: RefusalCode; requestId: string }

/** Answers internal faults with the code that the call defines for them; refusals and "busy" are passed on. */
export async function failAs<T>(
  { log, code, requestId }: FailAs,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (answerOfError(error).status !== 500) throw error
    log.error({ requestId, err: error }, 'call failed')
    throw new Refused(code)
  }
}
