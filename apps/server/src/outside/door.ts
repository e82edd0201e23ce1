import { Agent as HttpAgent, request as requestOverTcp, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent, request as requestOverTls } from 'node:https'
import type { Clock } from '#core/clock.ts'

/** What came back, whatever it was; the body is cut off where nobody would send that much. */
export type Reply = { status: number; text: string }

export type Letter = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Shorter than the door's own limit where somebody waits. */
  timeoutMs?: number
}

/** Sends one request through a time limit, a bulkhead and a breaker. */
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

export type DoorOptions = {
  clock: Clock
  timeoutMs: number
  /** The bulkhead: a slow neighbour may hold up so many calls and no more. */
  atOnceMax: number
}

const bodyCharactersMax = 64 * 1024
const failuresUntilShut = 5
const shutMs = 10_000

/** One for each outside system, so that the trouble of one is not the trouble of another. */
export function openDoor({ clock, timeoutMs, atOnceMax }: DoorOptions): Door {
  let atOnce = 0
  let failures = 0
  let shutUntilMs = 0

  const enter = (): void => {
    if (atOnce >= atOnceMax) throw new NoReply('never', 'too many calls are under way')
    const now = clock.now().getTime()
    if (now < shutUntilMs) throw new NoReply('never', 'the breaker is open')
    // Whoever comes first after the pause tries it; the others wait for what becomes of that.
    if (failures >= failuresUntilShut) shutUntilMs = now + shutMs
  }
  const note = (failed: boolean): void => {
    failures = failed ? failures + 1 : 0
    shutUntilMs = failures >= failuresUntilShut ? clock.now().getTime() + shutMs : 0
  }

  return async (letter) => {
    enter()
    atOnce += 1
    try {
      const reply = await exchange(letter, Math.min(letter.timeoutMs ?? timeoutMs, timeoutMs))
      note(reply.status >= 500)
      return reply
    } catch (error) {
      note(true)
      throw error
    } finally {
      atOnce -= 1
    }
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
