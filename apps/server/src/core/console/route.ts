import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { hasRight, type SessionWay, type Role } from '@kapao/contract/console/roles'
import { idempotencyKeyForm } from '@kapao/contract/limits'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../audit/audit-store.ts'
import { decodeInput, type PathParams } from '../calls/decode.ts'
import { guardRefusal } from '../audit/guards.ts'
import { OperatorRefused } from '../refused.ts'
import { sendJson, urlsOf } from '../calls/route.ts'
import { ConsoleRefused } from './refuse.ts'

/** Who is signed in at the console. */
export type SignedIn = {
  name: string
  actor: Actor
  roles: readonly Role[]
  /** Identifies the session without being its token. */
  session: string
  way: SessionWay
  /** Until when no further touch is needed; null when one is needed now. */
  touchedUntil: Date | null
}

/** The caller of a console call, as far as its access identifies them. */
export type OperatorCaller<E extends ConsoleEndpointShape = ConsoleEndpointShape> = {
  operator: E['access'] extends 'public' ? SignedIn | null : SignedIn
  key: E extends { keyed: true } ? string : null
  address: string
  userAgent: string
  requestId: string
  /** Sets a header of the answer, such as the cookie of a new session. */
  setHeader: (name: string, value: string) => void
}

export type ConsoleBridge = {
  /** Uploads are refused while the disk has less. */
  freeBytesMin: number
  /** Refuses addresses outside the listed networks, foreign sites, and too many calls. */
  admit: (
    request: FastifyRequest,
    endpoint: ConsoleEndpointShape,
    reply: FastifyReply,
  ) => Promise<void>
  /** Throws NOT_SIGNED_IN or SESSION_ENDED, except for public calls. */
  findOperator: (request: FastifyRequest) => Promise<SignedIn>
  /** Counts a call of a known operator. */
  count: (operator: SignedIn, endpoint: ConsoleEndpointShape, reply: FastifyReply) => Promise<void>
  /** Does work that costs much when it is the operator's turn, or refuses. */
  inTurn: <T>(
    operator: SignedIn,
    turn: { kind: 'search' | 'file'; reply: FastifyReply },
    work: () => Promise<T>,
  ) => Promise<T>
  now: () => Date
}

/** Where rooms register what they offer the console. */
export type ConsoleApi = {
  addRoute: (options: RouteOptions) => void
  bridge: ConsoleBridge
  served: ConsoleEndpointShape[]
}

export type InputOf<E extends ConsoleEndpointShape> = E['input'] extends z.ZodObject
  ? z.output<E['input']>
  : null

export type ConsoleHandler<E extends ConsoleEndpointShape> = (
  caller: OperatorCaller<E>,
  input: InputOf<E>,
) => z.output<E['output']> | Promise<z.output<E['output']>>

/** The only bridge between HTTP and what a room offers the console. */
export function consoleRoute<const E extends ConsoleEndpointShape>(
  api: ConsoleApi,
  endpoint: E,
  handler: ConsoleHandler<E>,
): void {
  api.served.push(endpoint)
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const caller = await callerOf(api.bridge, endpoint, { request, reply })
      const input = readInput<E>(endpoint, request)
      const work = async () => handler(caller, input)
      const { operator } = caller
      const answered =
        endpoint.rate === 'search' && operator !== null
          ? await api.bridge.inTurn(operator, { kind: 'search', reply }, work)
          : await work()
      // Encoding by the contract drops every field that it does not name.
      return sendJson(reply, 200, z.encode(endpoint.output, answered))
    } catch (error) {
      return answerRefusal(reply, error)
    }
  }
  for (const url of urlsOf(endpoint.path))
    api.addRoute({ method: endpoint.method, url, handler: answer })
}

/** Admits, identifies and counts the caller, or refuses. */
export async function callerOf<E extends ConsoleEndpointShape>(
  bridge: ConsoleBridge,
  endpoint: E,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<OperatorCaller<E>> {
  const { access } = endpoint
  await bridge.admit(request, endpoint, reply)
  const operator = access === 'public' ? null : await bridge.findOperator(request)
  if (operator) {
    await bridge.count(operator, endpoint, reply)
    if (access !== 'public' && access !== 'session' && !hasRight(operator.roles, access))
      throw new ConsoleRefused('NO_RIGHT')
    const { touchedUntil, way } = operator
    if (endpoint.atBrowser && way !== 'browser') throw new ConsoleRefused('BROWSER_ONLY')
    if (endpoint.touch && way === 'script') throw new ConsoleRefused('SCRIPT_WITHOUT_TOUCH')
    if (endpoint.touch && (touchedUntil === null || touchedUntil <= bridge.now()))
      throw new ConsoleRefused('TOUCH_NEEDED')
  }
  const { headers } = request
  // The types of the parts depend on the endpoint in a way that a literal cannot express.
  return {
    operator,
    key: endpoint.keyed ? keyOf(headers['idempotency-key']) : null,
    address: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 200),
    requestId: request.id,
    setHeader: (name: string, value: string) => void reply.header(name, value),
  } as OperatorCaller<E>
}

/** At the console every keyed call carries a key: its page makes one for each decision. */
function keyOf(header: string | string[] | undefined): string {
  if (header === undefined)
    throw new ConsoleRefused('KEY_MISSING', { sentence: 'the header idempotency-key is missing' })
  if (typeof header !== 'string' || !idempotencyKeyForm.test(header))
    throw new ConsoleRefused('KEY_INVALID', { sentence: 'the header idempotency-key is wrong' })
  return header
}

export function readInput<E extends ConsoleEndpointShape>(
  { input, method }: ConsoleEndpointShape,
  { query, body, params }: Pick<FastifyRequest, 'query' | 'body' | 'params'>,
): InputOf<E> {
  if (input === null) return null as InputOf<E>
  const fields = method === 'GET' ? query : body
  return decodeInput(input, params as PathParams, fields) as InputOf<E>
}

export function answerRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof ConsoleRefused) {
    const { code, status, detail } = error
    return sendJson(reply, status, { code, message: error.message, ...detail })
  }
  const refused = error instanceof OperatorRefused ? error : guardRefusal(error)
  if (refused) {
    const { message, why } = refused
    return sendJson(reply, 409, { code: 'DECISION_REFUSED', message, ...(why && { why }) })
  }
  throw error
}
