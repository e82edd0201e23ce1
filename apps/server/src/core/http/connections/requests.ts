import type { RawAnswers } from '../broken-request.ts'
import { memoryBuckets } from '../../limits/rate-limit.ts'
import type { Connection, Exchange } from './book.ts'
import type { ConnectionLimits } from './limits.ts'
import { unreadBytesOf } from './check.ts'
import { refuseEarly } from './refuse-early.ts'
import { bodyBytesAfter } from './slices.ts'
import { createFairTurns } from '../../lines/turns.ts'

export type Handle = (request: Exchange['request'], response: Exchange['response']) => void

export type RequestDeps = {
  limits: ConnectionLimits
  answers: RawAnswers
  handle: Handle
  cut: (connection: Connection, why: 'unanswered') => void
  onRefused: (network: string) => void
  readMs: () => number
}

export type Requests = {
  /** Counts a request and passes it on when its turn comes. */
  take: (connection: Connection, exchange: Exchange, isRefused?: 405 | 417) => void
}

/** Handles the requests of a connection in order: one after the other, or a few streams at once. */
export function takeRequests(deps: RequestDeps): Requests {
  const { limits, answers, handle, cut, onRefused, readMs } = deps
  const buckets = memoryBuckets()
  const turns = createFairTurns(limits.turnMsMax, readMs)

  const beginNext = (connection: Connection): void => {
    const atOnceMax = connection.session ? limits.streamsAtOnceMax : 1
    let working = 0
    for (const exchange of connection.exchanges) {
      if (!exchange.hasBegun) {
        // A client that does not read gets no further answers.
        if (working >= atOnceMax || unreadBytesOf(connection) > limits.unreadBytesMax) return
        begin(connection, exchange)
      }
      working += 1
    }
  }
  const begin = (connection: Connection, exchange: Exchange): void => {
    exchange.hasBegun = true
    const { request, response, network } = exchange
    turns.run(network, () => {
      // A client that has disconnected meanwhile is not served.
      if (!connection.raw.destroyed && connection.exchanges.has(exchange)) handle(request, response)
    })
  }
  const settle = (connection: Connection, exchange: Exchange): void => {
    if (!connection.exchanges.delete(exchange)) return
    const { raw, socket, exchanges, session } = connection
    connection.idleSinceMs = readMs()
    if (exchanges.size === 0) connection.readBytesMax = raw.bytesRead + limits.idleBytesMax
    if (!session && !exchange.request.complete)
      setTimeout(() => {
        if (!exchange.request.complete) socket.destroy()
      }, limits.lingerMs).unref()
    beginNext(connection)
  }
  const refuse = (connection: Connection, exchange: Exchange, waitMs: number): void => {
    exchange.hasBegun = true
    // A proxy carries the requests of others over the same connection.
    const isLast = connection.network !== null
    connection.isEnding = isLast
    onRefused(exchange.network)
    const waitSeconds = Math.ceil(waitMs / 1000)
    refuseEarly(answers, exchange, { status: 429, code: 'REQUEST_LIMIT', waitSeconds, isLast })
    if (isLast) connection.session?.close()
  }

  return {
    take: (connection, exchange, isRefused) => {
      const { request, response, network } = exchange
      const { exchanges, session } = connection
      // Input after a connection's last request is ignored.
      if (connection.isEnding) return
      if (!session && exchanges.size >= limits.unansweredMax) return cut(connection, 'unanswered')
      exchanges.add(exchange)
      expectBytes(connection, exchange, limits)
      response.once('close', () => settle(connection, exchange))
      const waitMs = buckets.take(network, limits.networkRequests, readMs())
      if (waitMs > 0) return refuse(connection, exchange, waitMs)
      const status = isRefused ?? (lacksHost(request) ? 400 : null)
      if (status !== null) {
        exchange.hasBegun = true
        connection.isEnding = !session
        return refuseEarly(answers, exchange, { status, code: 'KEY_INVALID', isLast: !session })
      }
      beginNext(connection)
    },
  }
}

/** Node would answer these itself, without counting them. */
function lacksHost({ httpVersion, headers }: Exchange['request']): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/** How much the connection may send for this request. */
function expectBytes(connection: Connection, exchange: Exchange, limits: ConnectionLimits): void {
  const allowed = isUpload(exchange) ? limits.uploadBytesMax : limits.requestBytesMax
  connection.readBytesMax = Math.max(connection.readBytesMax, connection.raw.bytesRead + allowed)
  // Only what is read in slices has to know; its headers are not parsed before their time elsewhere.
  if (connection.network !== null)
    connection.bodyBytesNext = bodyBytesAfter(exchange.request.headers)
}

function isUpload({ request }: Exchange): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') ?? false
}
