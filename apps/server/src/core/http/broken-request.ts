import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '@kapao/contract/refusals'
import { refusalBody } from '../calls/fault.ts'
import type { Log } from '../telemetry/log.ts'

export type BrokenRequest = { error: Error & { code?: string }; socket: Socket; requestId: string }

/** A client that does not read the answer is not waited for longer. */
const readWithinMs = 1_000

/** Answers that bypass the framework carry the same headers as all others. */
export type RawAnswers = {
  headers: Readonly<Record<string, string>>
  log: Pick<Log, 'info'>
  newRequestId: () => string
}

/**
 * Answers input that never became a request, or will not be one: too slow, too long, not HTTP. The connection ends
 * with it, as the start of a next request is unknown.
 */
export function answerBroken(
  answers: Pick<RawAnswers, 'headers' | 'log'>,
  { error, socket, requestId }: BrokenRequest,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = refusalOf(error.code)
  writeRaw(answers, socket, { status, code, requestId })
  // The input itself is not logged, since it may hold anything; the log redacts a field named `code`.
  const about = { requestId, status: Number.parseInt(status), why: error.code }
  answers.log.info(about, 'broken request')
}

type Raw = {
  status: string
  code: RefusalCode
  requestId: string
  more?: Readonly<Record<string, string>>
}

/** Writes a refusal without the framework; the connection ends with it. */
export function writeRaw(
  { headers }: Pick<RawAnswers, 'headers'>,
  socket: Duplex,
  { status, code, requestId, more = {} }: Raw,
): void {
  const body = JSON.stringify(refusalBody(code))
  const head = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...headers,
    ...more,
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), readWithinMs).unref()
}

function refusalOf(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['408 Request Timeout', 'REQUEST_TIMEOUT'] as const
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'REQUEST_TOO_LARGE'] as const
  return ['400 Bad Request', 'KEY_INVALID'] as const
}
