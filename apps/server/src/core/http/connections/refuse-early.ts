import { STATUS_CODES } from 'node:http'
import type { RefusalCode } from '@kapao/contract/refusals'
import type { RawAnswers } from '../broken-request.ts'
import { refusalBody } from '../../calls/fault.ts'
import type { Exchange } from './book.ts'

export type EarlyRefusal = {
  status: 400 | 405 | 417 | 429
  code: RefusalCode
  waitSeconds?: number
  /** When false, the connection may carry other requests. */
  isLast: boolean
}

/** Answers a request before the framework works on it, so that a flood costs as little as possible. */
export function refuseEarly(
  { headers, newRequestId }: Pick<RawAnswers, 'headers' | 'newRequestId'>,
  { request, response }: Exchange,
  { status, code, waitSeconds, isLast }: EarlyRefusal,
): void {
  const body = JSON.stringify(refusalBody(code))
  const isOne = request.httpVersionMajor < 2
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...headers,
    'x-request-id': newRequestId(),
    ...(waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) }),
    ...(isLast && isOne ? { connection: 'close' } : {}),
  }
  if ('stream' in response) response.writeHead(status, all).end(body)
  else response.writeHead(status, STATUS_CODES[status], all).end(body)
}
