import { brotliCompressSync, constants } from 'node:zlib'
import { isRead, type EndpointShape } from '@kapao/contract/endpoint'
import { clientMark, uploadTimeoutMs } from '@kapao/contract/limits'
import { splitTemplate } from '@kapao/contract/paths'
import { goneMessage, goneStatus, refusalStatus, type RefusalCode } from '@kapao/contract/refusals'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { whyClosed, type AccessSwitches } from '../limits/addresses/access.ts'
import { findCaller, refuseWhenEnded, type CallerOf } from './caller.ts'
import type { Devices } from '../session/devices/devices.ts'
import { decodeInput, type PathParams } from './decode.ts'
import { refusalBody } from './fault.ts'
import { networkOf, type RateLimiter } from '../limits/rate-limit.ts'
import type { ReadLine, Reader } from '../lines/read-line.ts'
import { Refused } from '../refused.ts'
import type { Sessions } from '../session/session.ts'
import { createGate, type Gate } from '../uploads/gate.ts'
import { cutAfterAnswer, uploadOf, type Upload } from '../uploads/receive.ts'

/** Switches that operators change while the server runs; read at every call, so they must be in memory. */
export type Switches = AccessSwitches & { clientHeaderRequired: boolean }

export type BridgeDeps = {
  /** Uploads are refused while the disk has less. */
  freeBytesMin: number
  sessions: Sessions
  devices: Devices
  limiter: RateLimiter
  switches: () => Promise<Switches>
  /** The few calls that still answer when the whole service has ended. */
  answersWhenGone: (endpoint: EndpointShape) => boolean
  /** Whether Kapao is in recovery after a restore. */
  isClosed: () => Promise<boolean>
  /** The calls that neither move nor promise anything. */
  answersWhenClosed: (endpoint: EndpointShape) => boolean
  /** Where the reads of one caller wait for each other. */
  readLine: ReadLine
}

/** Where rooms register their calls. */
export type Api = {
  addRoute: (options: RouteOptions) => void
  deps: BridgeDeps
  served: EndpointShape[]
  /** Keeps the handlers for who asks in this process, instead of serving them. */
  keep?: (call: KeptCall) => void
}

export type KeptCall = { endpoint: EndpointShape; handler: Handler<EndpointShape> }

/** Calls with files receive the body as a stream, which they read themselves; the others receive the decoded input. */
export type InputOf<E extends EndpointShape> = E extends { multipart: object }
  ? Upload
  : E['input'] extends z.ZodObject
    ? z.output<E['input']>
    : null

/** A handler's answer: the output in its inner form, or that the work continues in the background. */
export type AnswerOf<E extends EndpointShape> =
  | z.output<E['output']>
  | TakenOn<E['refusals'][number]>

export type Handler<E extends EndpointShape> = (
  caller: CallerOf<E>,
  input: InputOf<E>,
) => AnswerOf<E> | Promise<AnswerOf<E>>

type StatusOf = typeof refusalStatus
/** The codes of 202: not an outcome yet, and not a refusal. */
type TakenOnCode = { [C in RefusalCode]: StatusOf[C] extends 202 ? C : never }[RefusalCode]
const takenOnMark = Symbol('taken on')
type TakenOn<C extends RefusalCode> = { readonly [takenOnMark]: Extract<C, TakenOnCode> }

/** The only way to answer with a status other than 200: the call is accepted and its outcome follows. */
export function acceptCall<const C extends TakenOnCode>(code: C): TakenOn<C> {
  return { [takenOnMark]: code } as TakenOn<C>
}

/** The only bridge between HTTP and a room. */
export function route<const E extends EndpointShape>(
  app: Api,
  endpoint: E,
  handler: Handler<E>,
): void {
  app.served.push(endpoint)
  if (app.keep) return app.keep({ endpoint, handler })
  const { method } = endpoint
  const config = endpoint.multipart ? { bodyMs: uploadTimeoutMs, multipart: true } : {}
  const limit = endpoint.access === 'public' ? { bodyLimit: publicBodyBytes } : {}
  const parts = bridge(app.deps, endpoint, handler)
  for (const url of urlsOf(endpoint.path)) app.addRoute({ method, url, config, ...limit, ...parts })
}

/** The longest that a visitor has to say is a registration. */
export const publicBodyBytes = 4 * 1024

/** `/a/{b}[/{c}]` is `/a/:b` and `/a/:b/:c`. */
export function urlsOf(template: string): string[] {
  const { path, optional } = splitTemplate(template)
  const paths = optional === '' ? [path] : [path, path + optional]
  return paths.map((one) => one.replace(/\{(\w+)\}/g, ':$1'))
}

type Bridge = Pick<RouteOptions, 'onRequest' | 'handler'>

/** On the request itself: a weak map of all calls under way keeps the garbage collector busy. */
const callerKey = Symbol('caller')
type AdmittedRequest<E extends EndpointShape> = FastifyRequest & { [callerKey]?: CallerOf<E> }

/** A call is admitted, identified and counted before its body is read, so that a refused one costs little. */
function bridge<E extends EndpointShape>(
  deps: BridgeDeps,
  endpoint: E,
  handler: Handler<E>,
): Bridge {
  const { output: outputSchema } = endpoint
  const { freeBytesMin } = deps
  const gate = endpoint.multipart ? createGate() : null
  const answersWhenGone = deps.answersWhenGone(endpoint)
  const answersWhenClosed = deps.answersWhenClosed(endpoint)
  const changesByGet = endpoint.method === 'GET' && !isRead(endpoint)

  const admit = async (request: AdmittedRequest<E>, reply: FastifyReply): Promise<void> => {
    if (gate) cutAfterAnswer(request, reply)
    const switches = await deps.switches()
    const serviceActive = switches.serviceActive || answersWhenGone
    const shut = whyClosed({ ...switches, serviceActive }, request.ip)
    if (shut === goneMessage) return void sendJson(reply, goneStatus, { message: goneMessage })
    if (shut !== null) throw new Refused(shut)
    if (switches.clientHeaderRequired) checkClientHeader(request)
    if (changesByGet) refuseNavigation(request)
    if (!answersWhenClosed && (await deps.isClosed())) throw new Refused('RECOVERY')
    request[callerKey] = await findCaller(deps, endpoint, { request, reply })
  }
  const answerCall = async (
    request: AdmittedRequest<E>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const caller = request[callerKey]!
    // The session may have ended while the body arrived, which is as slow as its sender likes.
    if (endpoint.method === 'POST') await refuseWhenEnded(deps.sessions, caller)
    const work = async () =>
      handler(caller, readInput(endpoint, { request, caller, gate, freeBytesMin }))
    const writeAnswer = (answer: AnswerOf<E>): void => {
      const takenOn = takenOnCodeOf(answer)
      if (takenOn !== null) sendJson(reply, refusalStatus[takenOn], refusalBody(takenOn))
      // Encoding by the contract drops every field that it does not name.
      else sendJson(reply, 200, z.encode(outputSchema, answer))
    }
    if (isRead(endpoint)) await deps.readLine(readerOf(caller), work, writeAnswer)
    else writeAnswer(await work())
    return reply
  }
  return { onRequest: admit, handler: answerCall }
}

function readerOf({ memberId, address }: CallerOf): Reader {
  return memberId === null ? { network: networkOf(address) } : { id: memberId }
}

type IncomingCall = Pick<BridgeDeps, 'freeBytesMin'> & {
  request: FastifyRequest
  caller: CallerOf
  gate: Gate | null
}

function readInput<E extends EndpointShape>(
  { input, multipart }: EndpointShape,
  { request, caller, gate, freeBytesMin }: IncomingCall,
): InputOf<E> {
  if (multipart && gate) {
    const network = networkOf(caller.address)
    const isGuest = caller.memberId === null
    // A household owns a whole network of addresses and would have slots for each of them.
    const who = { owner: caller.memberId ?? network, network, isGuest }
    return uploadOf(request, multipart, { gate, who, freeBytesMin }) as InputOf<E>
  }
  if (input === null) return null as InputOf<E>
  return decodeInput(input, request.params as PathParams, request.body) as InputOf<E>
}

function takenOnCodeOf(answer: unknown): TakenOnCode | null {
  return typeof answer === 'object' && answer !== null && takenOnMark in answer
    ? (answer[takenOnMark] as TakenOnCode)
    : null
}

/**
 * Larger answers than one packet are compressed, since a phone on mobile data waits for each packet. Very long ones
 * would hold up others.
 */
const packedBytes = { from: 1_200, to: 64 * 1024 }
const quickest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** Serialized here, because null is an answer too and the framework would send nothing for it. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  void reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (text.length < packedBytes.from || text.length > packedBytes.to) return reply.send(text)
  // Set on both forms, so that no cache gives one of them to a client that asked for the other.
  void reply.header('vary', 'accept-encoding')
  if (!readsBrotli(reply.request)) return reply.send(text)
  return reply.header('content-encoding', 'br').send(brotliCompressSync(text, quickest))
}

export function readsBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b/.test(headers['accept-encoding'] ?? '')
}

/** OP-B34: every one of our clients marks itself. */
function checkClientHeader(request: FastifyRequest): void {
  const given = request.headers['x-client']
  if (given === undefined) throw new Refused('KEY_MISSING', 'the header x-client is missing')
  if (given !== clientMark) throw new Refused('KEY_INVALID', 'the header x-client is wrong')
}

/** The spec has GET calls that change data; a link, a prefetch or the address bar must not trigger them. */
function refuseNavigation(request: FastifyRequest): void {
  const { 'sec-fetch-mode': mode, 'sec-purpose': purpose, purpose: oldPurpose } = request.headers
  if (mode === 'navigate' || purpose !== undefined || oldPurpose === 'prefetch')
    throw new Refused('KEY_INVALID', 'this call cannot be opened as a page')
}
