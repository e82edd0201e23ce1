import { invalidTokenMessage, type RefusalCode } from '@kapao/contract/refusals'
import { CommitUnknown, sqlStateOf } from '../db/db.ts'
import { isAway } from '../db/outage.ts'
import { NoTurn } from '../jobs/lines/line.ts'
import type { Log } from '../telemetry/log.ts'
import { Refused } from './refuse.ts'
import type { LostReason } from '../session/session-cache.ts'

export type RefusalBody = { code: RefusalCode; message: string }

export type FaultAnswer = {
  status: number
  body: RefusalBody
  /** True when it is ours to look into; it is logged with its request id. */
  isOurs: boolean
}

/** The caller has no session, or no longer; the message is what ends it on the client. */
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

/** What the caller is told about an error. Texts of errors stay inside, except for a refusal's own detail. */
export function answerOfError(error: unknown): FaultAnswer {
  if (error instanceof Refused)
    return { status: error.status, body: refusalBody(error.code, error.detail), isOurs: false }
  if (error instanceof SessionLost)
    return { status: 401, body: { code: error.code, message: invalidTokenMessage }, isOurs: false }
  if (error instanceof CommitUnknown || isBusy(error))
    return { status: 503, body: refusalBody('SERVICE_BUSY'), isOurs: true }
  return answerOfFrameworkError(error)
}

function answerOfFrameworkError(error: unknown): FaultAnswer {
  const { code, statusCode, expose } = error as Record<string, unknown>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 413, body: refusalBody('REQUEST_TOO_LARGE'), isOurs: false }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    // Whatever else the framework finds wrong with a request is a request that cannot be read.
    if (typeof code === 'string' && code.startsWith('FST_ERR_'))
      return { status: 400, body: refusalBody('KEY_INVALID'), isOurs: false }
    // What serves files marks what callers may be told: a range that there is not, a condition that does not hold.
    if (expose === true)
      return { status: statusCode, body: refusalBody('KEY_INVALID'), isOurs: false }
  }
  return { status: 500, body: refusalBody('INTERNAL_SERVER_ERROR'), isOurs: true }
}

const busyStates = /^(55P03|57014|25P03)$/

/** A lock or a turn that was not free in time, a full pool, a full disk, a database that is away: try again later, with the same key. */
function isBusy(error: unknown): boolean {
  const state = sqlStateOf(error)
  return error instanceof NoTurn || (state !== null && busyStates.test(state)) || isAway(error)
}

export type FailAs = { log: Pick<Log, 'error'>; code: RefusalCode; requestId: string }

/** Answers faults of our own with the code that the call has for them; refusals and "busy" stay what they are. */
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
