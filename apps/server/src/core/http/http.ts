import type { Server as NetServer } from 'node:net'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { guardConnections } from './connections/guard.ts'
import { connectionLimits, type ConnectionLimits } from './connections/limits.ts'
import { createFairTurns } from '../lines/turns.ts'
import { parseJson } from '../calls/decode.ts'
import { answerOfError } from '../calls/fault.ts'
import { safetyHeaders } from './headers.ts'
import type { Ids } from '../ids.ts'
import { asksForSocket } from './gate.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Traces } from '../telemetry/traces.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { Refused } from '../refused.ts'
import { sendJson } from '../calls/route.ts'
import { cutStream, http2Options } from './http2.ts'
import { answerBroken, type BrokenRequest, type RawAnswers } from './broken-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, when longer than usual. */
    bodyMs?: number
    /** The handler reads the parts of the body itself. */
    multipart?: boolean
  }
  interface FastifyInstance {
    /** For code that answers on the port outside the framework. */
    rawAnswers: RawAnswers
  }
}

/** How long and how large a request may be; docs/security.md lists them. */
const httpLimits = {
  bodyBytes: 64 * 1024,
  headersMs: 5_000,
  requestMs: 10_000,
  /** Node checks for slow requests only this often; its default of 30 s would make the limits above meaningless. */
  checkEveryMs: 1_000,
  idleSocketMs: 65_000,
  paramLength: 200,
} as const

/** What of the settings of the process the server needs. */
type HttpConfig = {
  production: boolean
  host: string
  port: number
  tls: { key: string; cert: string } | null
  trustedProxies: string[]
  rateLimitFactor: number
}

export type HttpDeps = {
  config: Pick<HttpConfig, 'production' | 'tls' | 'trustedProxies' | 'rateLimitFactor'>
  ids: Ids
  log: Log
  metrics: Metrics
  /** Only where a collector is set. */
  traces?: Pick<Traces, 'note'> | undefined
  /** Smaller ones in tests. */
  connections?: Partial<ConnectionLimits>
}

/** Builds the framework with everything that holds for every request; routes are added afterwards. */
export function buildHttp(deps: HttpDeps): FastifyInstance {
  const { config, ids } = deps
  const processMark = ids.code()
  const headers = safetyHeaders(config)
  let requestCount = 0
  const newRequestId = () => `${processMark}-${(requestCount += 1).toString(36)}`
  const rawAnswers = { headers, log: deps.log, newRequestId }
  const answerBrokenRequest = (broken: BrokenRequest) => answerBroken(rawAnswers, broken)
  const app = fastify({
    // The framework's own log would write addresses, which hold passwords here; the hooks below log instead.
    logger: false,
    genReqId: newRequestId,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: httpLimits.idleSocketMs,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: httpLimits.paramLength, ignoreTrailingSlash: true },
    // Paths that cannot be decoded arrive here and pass no hook.
    frameworkErrors: (error, request, reply) => {
      addHeaders(headers, { request, reply })
      answerFault(deps, error, { request, reply })
      noteCall(deps, { request, reply })
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest({ error, socket, requestId: newRequestId() }),
    ...serverOptions(config.tls),
  }) as unknown as FastifyInstance
  guardConnections(app.server, {
    answers: rawAnswers,
    log: deps.log,
    trustedProxies: config.trustedProxies,
    isTls: config.tls !== null,
    factor: config.rateLimitFactor,
    ...(deps.connections && { limits: deps.connections }),
  })
  addParsers(app)
  app.decorate('rawAnswers', rawAnswers)
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(headers, { request, reply })
    limitBodyTime(request, answerBrokenRequest)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    noteCall(deps, { request, reply })
    done()
  })
  app.setErrorHandler((error, request, reply) => answerFault(deps, error, { request, reply }))
  return app
}

function serverOptions(tls: HttpConfig['tls']): object {
  const timing = {
    headersTimeout: httpLimits.headersMs,
    // The longest that any call may take; calls without files have less, see limitBodyTime.
    requestTimeout: uploadTimeoutMs,
    connectionsCheckingInterval: httpLimits.checkEveryMs,
    shouldUpgradeCallback: asksForSocket,
    // Our own code answers these, after counting them.
    requireHostHeader: false,
  }
  return tls ? http2Options(tls, timing, httpLimits.idleSocketMs) : { http: timing }
}

/**
 * Parsing longer JSON takes a noticeable part of a millisecond; no call needs that much, and anyone may send a
 * hundred.
 */
const longJsonLength = 8 * 1024

/** JSON is the only body that is read by default; nothing else is guessed. */
function addParsers(app: FastifyInstance): void {
  const turns = createFairTurns(connectionLimits.turnMsMax)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const parse = (): void => {
        try {
          done(null, parseJson(text))
        } catch (error) {
          done(error as Error)
        }
      }
      if (text.length < longJsonLength) parse()
      else turns.run(networkOf(request.ip), parse)
    },
  )
}

/** Node has one limit for all requests, and a picture from a phone takes longer than a few fields may. */
function limitBodyTime(
  { raw, headers, routeOptions, id: requestId }: FastifyRequest,
  answer: (broken: BrokenRequest) => void,
): void {
  const isAnnounced = headers['content-length'] ?? headers['transfer-encoding']
  if (isAnnounced === undefined && (raw.httpVersionMajor < 2 || raw.complete)) return
  const timer = setTimeout(() => {
    if (raw.complete || cutStream(raw)) return
    const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    answer({ error, socket: raw.socket, requestId })
  }, routeOptions.config?.bodyMs ?? httpLimits.requestMs)
  raw.once('close', () => clearTimeout(timer))
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Within a few seconds a slot is free, a lock is released, or another database has taken over. */
const busySeconds = 5

function addHeaders(headers: Record<string, string>, { request, reply }: Exchange): void {
  void reply.headers(headers).header('x-request-id', request.id)
  // Uses the matched route: an address has many spellings, and `/%61pi` leads to the same call.
  const path = request.routeOptions?.url ?? request.url
  if (isApi(path)) void reply.header('cache-control', 'no-store')
}

/** The template of the route stands for the address, which may hold a password. */
function noteCall({ log, metrics, traces }: HttpDeps, { request, reply }: Exchange): void {
  const call = {
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
  }
  metrics.observeCall(call)
  const { traceparent } = request.headers
  traces?.note({
    ...call,
    requestId: request.id,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
  log.info({ requestId: request.id, ...call }, 'call')
}

export function isApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

function answerFault(deps: HttpDeps, error: unknown, { request, reply }: Exchange): FastifyReply {
  // A client that hangs up in the middle of a body has sent an unreadable request, which is not an internal fault.
  const isCutOff = error instanceof Error && error === request.raw.errored
  const answer = answerOfError(isCutOff ? new Refused('KEY_INVALID') : error)
  const { status, body, isOurs, waitSeconds = status === 503 ? busySeconds : null } = answer
  if (isOurs) {
    const route = request.routeOptions?.url ?? 'none'
    const { method, id: requestId } = request
    deps.log.error({ requestId, method, route, err: error }, 'call failed')
  }
  // A request refused half-read cannot be followed by another on the same connection.
  if (status === 413 || status === 408) reply.header('connection', 'close')
  if (error instanceof Refused && error.waitSeconds !== null)
    reply.header('retry-after', error.waitSeconds)
  // Calls that know better have set it.
  if (waitSeconds !== null && !reply.hasHeader('retry-after'))
    reply.header('retry-after', waitSeconds)
  void sendJson(reply, status, body)
  // No hook sees the end of an answer that the client does not take.
  if (isCutOff) noteCall(deps, { request, reply })
  return reply
}

export type ListeningPort = { port: number }

/**
 * After a restart thousands of pages connect at once; a client that finds the queue full retries after a second, then
 * three.
 */
const knockingMax = 4_096

export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<HttpConfig, 'host' | 'port'>,
): Promise<ListeningPort> {
  // For `localhost` the framework would open a second server of its own, which nothing guards.
  const only = host === 'localhost' ? '127.0.0.1' : host
  await app.listen({ host: only, port, backlog: knockingMax })
  const address = (app.server as NetServer).address()
  return { port: typeof address === 'object' && address !== null ? address.port : port }
}
