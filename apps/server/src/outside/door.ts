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

async function exchange(letter: Letter, timeoutMs: number): Promise<Reply> {
  const { method, url, headers, body } = letter
  try {
    const response = await fetch(url, {
      method,
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body }),
      // Following one would send secrets to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await readText(response) }
  } catch (error) {
    if (error instanceof NoReply) throw error
    throw new NoReply(reachedOf(error), describe(error), { cause: error })
  }
}

async function readText(response: Response): Promise<string> {
  let text = ''
  if (!response.body) return text
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.length > bodyCharactersMax) throw new NoReply('perhaps', 'the reply is too long')
  }
  return text
}

const neverConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function reachedOf(error: unknown): 'never' | 'perhaps' {
  return neverConnected.includes(codeOf(error)) ? 'never' : 'perhaps'
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return typeof cause === 'object' && cause !== null ? codeOf(cause) : ''
}

/** Without addresses or bodies: they may hold secrets. */
function describe(error: unknown): string {
  const { name } = error as Error
  return name === 'TimeoutError' ? 'no reply in time' : codeOf(error) || name
}
