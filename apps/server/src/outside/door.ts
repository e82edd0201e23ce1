import { Agent as HttpAgent, request as requestOverTcp, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent, request as requestOverTls } from 'node:https'
import type { Clock } from '#core/clock.ts'
import { createLine, NoTurn, type LineLimits } from '#core/jobs/lines/line.ts'

/** What came back, whatever it was; the body is cut off where nobody would send that much. */
export type Reply = { status: number; text: string }

export type Letter = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Whose turn it takes: the member in whose name it is sent. Left out by jobs of the house, which share one turn. */
  owner?: string | null | undefined
  /** Shorter than the door's own limit where somebody waits; the time in line counts. */
  timeoutMs?: number | undefined
}

/** Sends one request when its turn has come, through a time limit and a breaker. */
export type Door = (letter: Letter) => Promise<Reply>

/**
 * No reply. `never` is certain: the other side has not heard of it. `perhaps` is all that can be said once the request
 * may have left, and no caller may read it as a no.
 */
export class NoReply extends Error {
  readonly reached: 'never' | 'perhaps'

  constructor(reached: 'never' | 'perhaps', why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'NoReply'
    this.reached = reached
  }
}

/** The places are the bulkhead: a slow neighbour may hold up so many calls and no more; the next ones wait in a short line. */
export type DoorLimits = LineLimits & {
  /** One request is given up after this. */
  timeoutMs: number
  /** The time in line and the request together; as long as a request may take where it is left out. */
  totalMs?: number
}

const bodyCharactersMax = 64 * 1024
const failuresUntilShut = 5
const shutMs = 10_000
const house = 'house'

/** One for each kind of work at each outside system, so that the trouble of one is not the trouble of another. */
export function openDoor({ clock, ...limits }: DoorLimits & { clock: Clock }): Door {
  const { timeoutMs, totalMs = timeoutMs } = limits
  const line = createLine(limits)
  // What waits for a neighbour that does not answer is refused with the next ones.
  const breaker = openBreaker(clock, line.refuseWaiting)

  const send = async (letter: Letter, limitMs: number): Promise<Reply> => {
    breaker.enter()
    try {
      const reply = await exchange(letter, Math.min(limitMs, timeoutMs))
      breaker.note(reply.status >= 500)
      return reply
    } catch (error) {
      breaker.note(true)
      throw error
    }
  }

  return async (letter) => {
    breaker.refuseIfOpen()
    const limitMs = Math.min(letter.timeoutMs ?? totalMs, totalMs)
    try {
      return await line.run(
        letter.owner ?? house,
        (waitedMs) => send(letter, limitMs - waitedMs),
        // Who has little time keeps half of it for the request.
        { waitMs: limitMs / 2 },
      )
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      // Given up in line, so it was never sent.
      const why = error.why === 'closed' ? breakerIsOpen : `${error.message} at our own door`
      throw new NoReply('never', why, { cause: error })
    }
  }
}

/** The doors of one outside system, by the kind of work. */
export function openDoors<K extends string>(
  limits: Readonly<Record<K, DoorLimits>>,
  clock: Clock,
): Readonly<Record<K, Door>> {
  const doors = Object.entries<DoorLimits>(limits).map(([kind, one]) => [
    kind,
    openDoor({ clock, ...one }),
  ])
  return Object.fromEntries(doors) as Record<K, Door>
}

/** Whoever wants the same meanwhile shares what is under way, as all who need a token that has ended do at once. */
export function shareWork<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= work().finally(() => {
      running = null
    }))
}

const breakerIsOpen = 'the breaker is open'

/** Holds off whoever asks a neighbour that has failed several times in a row, and now and then lets one through to see. */
function openBreaker(clock: Clock, onOpened: () => void) {
  let failures = 0
  let openUntilMs = 0
  const refuseIfOpen = (): number => {
    const now = clock.now().getTime()
    if (now < openUntilMs) throw new NoReply('never', breakerIsOpen)
    return now
  }
  return {
    refuseIfOpen,
    enter: (): void => {
      const now = refuseIfOpen()
      // Whoever comes first after the pause tries it; the others wait for what becomes of that.
      if (failures >= failuresUntilShut) openUntilMs = now + shutMs
    },
    note: (failed: boolean): void => {
      failures = failed ? failures + 1 : 0
      const isOpen = failures >= failuresUntilShut
      openUntilMs = isOpen ? clock.now().getTime() + shutMs : 0
      if (isOpen) onOpened()
    },
  }
}

/** Connections are used again until they have been idle for so long; most servers close theirs after five seconds. */
const idleMs = 4_000
const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
  https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
}

/** The plain client: `fetch` builds streams and signals for each call, which cost a transfer more than all the rest of it. */
function exchange(letter: Letter, timeoutMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  let request: ClientRequest
  try {
    request = requestOf(letter)
  } catch (error) {
    // What cannot be sent, to an address that is none for example, is not sent.
    reject(new NoReply('never', codeOf(error), { cause: error }))
    return promise
  }
  let mayHaveLeft = false
  let isReplied = false
  const giveUp = (why: string, options?: ErrorOptions): void => {
    reject(new NoReply(mayHaveLeft ? 'perhaps' : 'never', why, options))
    request.destroy()
  }
  const fail = (error: Error) => giveUp(codeOf(error), { cause: error })
  const timer = setTimeout(() => giveUp('no reply in time'), timeoutMs)

  request.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (mayHaveLeft = true))
    else mayHaveLeft = true
  })
  request.on('error', fail)
  request.on('close', () => {
    clearTimeout(timer)
    if (!isReplied) giveUp('the connection was closed')
  })
  request.on('response', (response) => {
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
  request.end(letter.body)
  return promise
}

/** It follows no redirect: that would send secrets to wherever it points. */
function requestOf({ method, url, headers }: Letter): ClientRequest {
  const isTls = url.startsWith('https:')
  const open = isTls ? requestOverTls : requestOverTcp
  return open(url, {
    method,
    agent: isTls ? agents.https : agents.http,
    // Nothing here unpacks a body.
    headers: { accept: '*/*', 'user-agent': 'kapao', 'accept-encoding': 'identity', ...headers },
  })
}

/** Without addresses or bodies: they may hold secrets. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name: string }
  return typeof code === 'string' ? code : name
}
