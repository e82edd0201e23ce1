import { Agent as HttpAgent, request as requestOverTcp, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent, request as requestOverTls } from 'node:https'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import { createLine, NoTurn, type LineLimits } from '#core/lines/line.ts'
import type { DoorFigures, DoorName } from './door-figures.ts'

/** The reply, whatever it was; the body is cut off at a size that no one needs. */
export type Reply = { status: number; text: string }

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Whose slot it takes: the member in whose name it is sent. Omitted by our own jobs, which share one. */
  owner?: string | null | undefined
  /** Shorter than the door's own limit where a caller waits; the time in the queue counts. */
  timeoutMs?: number | undefined
}

/** Sends one request when it gets a slot, under a time limit and a breaker. */
export type OutboundDoor = (request: OutboundRequest) => Promise<Reply>

/**
 * No reply. `never` is certain: the request did not reach the other side. `perhaps` covers every request that may have
 * left, and no caller may read it as a refusal.
 */
export class NoReply extends Error {
  readonly reached: 'never' | 'perhaps'

  constructor(reached: 'never' | 'perhaps', why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'NoReply'
    this.reached = reached
  }
}

/**
 * The slots are the bulkhead: a slow system can block this many calls and no more; further ones wait in a short queue.
 */
export type DoorLimits = LineLimits & {
  /** One request is given up after this time. */
  timeoutMs: number
  /** The queue and the request together; defaults to the limit of one request. */
  totalMs?: number
}

const bodyCharactersMax = 64 * 1024
const failuresUntilOpen = 5
const openMs = 10_000
/** Longer than between two attempts at anything that is still open. */
const shownOpenMs = 10 * minuteMs
const ourJobs = 'our jobs'

/** What every door of a process is opened with. */
export type DoorContext = { clock: Clock; figures: DoorFigures }

/** One for each kind of work at each outside system, so that they do not affect each other. */
export function openOutboundDoor({
  clock,
  figures,
  name,
  ...limits
}: DoorLimits & DoorContext & { name: DoorName }): OutboundDoor {
  const { timeoutMs, totalMs = timeoutMs } = limits
  const line = createLine(limits)
  // Requests queued for a system that does not answer are refused, too.
  const breaker = openBreaker(clock, line.refuseWaiting)
  let answeredAt: Date | null = null

  figures.register(name, () => ({
    working: line.working,
    waiting: line.waiting,
    isBreakerOpen: breaker.isFailing(),
    answeredAt,
  }))

  const send = async (request: OutboundRequest, limitMs: number): Promise<Reply> => {
    breaker.enter()
    const note = figures.timeReply(name)
    try {
      const reply = await exchange(request, Math.min(limitMs, timeoutMs))
      breaker.note(reply.status >= 500)
      if (reply.status < 400) answeredAt = clock.now()
      note(reply.status >= 500 ? 'failed' : reply.status >= 400 ? 'refused' : 'ok')
      return reply
    } catch (error) {
      breaker.note(true)
      note('no reply')
      throw error
    }
  }

  return async (request) => {
    breaker.refuseIfOpen()
    const limitMs = Math.min(request.timeoutMs ?? totalMs, totalMs)
    try {
      return await line.run(
        request.owner ?? ourJobs,
        (waitedMs) => send(request, limitMs - waitedMs),
        // A caller with little time keeps half of it for the request.
        { waitMs: limitMs / 2 },
      )
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      // It gave up in the queue, so it was never sent.
      const why = error.why === 'closed' ? breakerIsOpen : `${error.message} at our own door`
      throw new NoReply('never', why, { cause: error })
    }
  }
}

/** The doors of one outside system, by the kind of work. */
export function openOutboundDoors<K extends string>(
  limits: Readonly<Record<K, DoorLimits>>,
  around: DoorContext,
  of: Omit<DoorName, 'kind'>,
): Readonly<Record<K, OutboundDoor>> {
  const doors = Object.entries<DoorLimits>(limits).map(([kind, one]) => [
    kind,
    openOutboundDoor({ ...around, name: { ...of, kind }, ...one }),
  ])
  return Object.fromEntries(doors) as Record<K, OutboundDoor>
}

/** Jobs, for which no owner waits, ask by a door of their own, however much they ask about. */
export function lookupDoorOf(
  { ask, watch }: Readonly<Record<'ask' | 'watch', OutboundDoor>>,
  owner: string | null | undefined,
): OutboundDoor {
  return owner == null ? watch : ask
}

/** Concurrent callers share the running call, such as all who need a new token at once. */
export function shareWork<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= work().finally(() => {
      running = null
    }))
}

const breakerIsOpen = 'the breaker is open'

/**
 * After five failures in a row (no reply, or a status of 500 and above) every request is refused for ten seconds, those
 * that wait included. Then one goes through as a test: if it fails, the ten seconds begin again.
 */
function openBreaker(clock: Clock, onOpened: () => void) {
  let failures = 0
  let openUntilMs = 0
  let failedAtMs = 0
  const refuseIfOpen = (): number => {
    const now = clock.now().getTime()
    if (now < openUntilMs) throw new NoReply('never', breakerIsOpen)
    return now
  }
  return {
    refuseIfOpen,
    /** Also in its pauses: who reads it now and then would find it between two calls. */
    isFailing: (): boolean =>
      failures >= failuresUntilOpen && clock.now().getTime() < failedAtMs + shownOpenMs,
    enter: (): void => {
      const now = refuseIfOpen()
      // The first call after the pause is the test; the others are refused until its outcome.
      if (failures >= failuresUntilOpen) openUntilMs = now + openMs
    },
    note: (failed: boolean): void => {
      failures = failed ? failures + 1 : 0
      const isOpen = failures >= failuresUntilOpen
      failedAtMs = clock.now().getTime()
      openUntilMs = isOpen ? failedAtMs + openMs : 0
      if (isOpen) onOpened()
    },
  }
}

/** Connections are reused until they have been idle for this long; most servers close theirs after five seconds. */
const idleMs = 4_000
const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
  https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
}

/**
 * Uses the plain client: `fetch` builds streams and signals for each call, which cost more than the rest of a transfer.
 */
function exchange(request: OutboundRequest, timeoutMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  let sending: ClientRequest
  try {
    sending = openRequest(request)
  } catch (error) {
    // A request that cannot be sent, for example to an invalid address, never reached them.
    reject(new NoReply('never', codeOf(error), { cause: error }))
    return promise
  }
  let mayHaveLeft = false
  let isReplied = false
  const giveUp = (why: string, options?: ErrorOptions): void => {
    reject(new NoReply(mayHaveLeft ? 'perhaps' : 'never', why, options))
    sending.destroy()
  }
  const fail = (error: Error) => giveUp(codeOf(error), { cause: error })
  const timer = setTimeout(() => giveUp('no reply in time'), timeoutMs)

  sending.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (mayHaveLeft = true))
    else mayHaveLeft = true
  })
  sending.on('error', fail)
  sending.on('close', () => {
    clearTimeout(timer)
    if (!isReplied) giveUp('the connection was closed')
  })
  sending.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
      if (text.length > bodyCharactersMax) giveUp('the reply is too long')
    })
    response.on('error', fail)
    response.on('end', () => {
      isReplied = true
      resolve({ status: response.statusCode!, text: text.replace(/^\uFEFF/, '') })
    })
  })
  sending.end(request.body)
  return promise
}

/** Follows no redirect: that would send secrets to wherever it points. */
function openRequest({ method, url, headers }: OutboundRequest): ClientRequest {
  const isTls = url.startsWith('https:')
  const open = isTls ? requestOverTls : requestOverTcp
  return open(url, {
    method,
    agent: isTls ? agents.https : agents.http,
    // Bodies are not unpacked here.
    headers: { accept: '*/*', 'user-agent': 'kapao', 'accept-encoding': 'identity', ...headers },
  })
}

/** Without addresses or bodies: they may contain secrets. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name: string }
  return typeof code === 'string' ? code : name
}
