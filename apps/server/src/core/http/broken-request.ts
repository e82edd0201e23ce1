import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '@kapao/contract/refusals'
import { refusalBody } from '../calls/fault.ts'
import type { Log } from '../telemetry/log.ts'

export type Broken = { error: Error & { code?: string }; socket: Socket; requestId: string }

/** Whoever does not read the answer either is not waited for. */
const readWithinMs = 1_000

/** What the framework has no part in has the headers of every answer all the same. */
export type RawAnswers = {
  headers: Readonly<Record<string, string>>
  log: Pick<Log, 'info'>
  newRequestId: () => string
}

/**
 * Answers what never became a request, or will not be one: too slow, too long, not HTTP. The connection ends with it, as nobody knows
 * where a next request begins.
 */
export function answerBroken(
  answers: Pick<RawAnswers, 'headers' | 'log'>,
  { error, socket, requestId }: Broken,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = refusalOf(error.code)
  writeRaw(answers, socket, { status, code, requestId })
  // Not what was sent, which may hold anything; what is called `code` is hidden in the log.
  const about = { requestId, status: Number.parseInt(status), why: error.code }
  answers.log.info(about, 'broken request')
}

type Raw = {
  status: string
  code: RefusalCode
  requestId: string
  more?: Readonly<Record<string, string>>
}

/** A refusal, written by hand; the connection ends with it. */
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
