import type {
  CallByName,
  CallInput,
  CallName,
  CallOutput,
  KeyedCallName,
} from '@kapao/contract/calls'
import { clientMark, requestTimeoutMs } from '@kapao/contract/limits'
import { fillTemplate } from '@kapao/contract/paths'
import type { goneMessage } from '@kapao/contract/refusals'
import { line } from './calls/line.ts'
import { takeEarlyAnswer } from './start/early.ts'
import { CallFault, unreachable } from './calls/fault.ts'
import { endsSession } from './calls/lost-session.ts'
import { dropSession } from './session/session.ts'
import { readToken } from './session/token.ts'

// Checked by its type, because importing it would bundle the list of all codes in that file.
const gone: typeof goneMessage = 'gone'
const takenOn = 202

export type UploadName = {
  [N in CallName]: CallByName[N] extends { multipart: object } ? N : never
}[CallName]

/** Calls that move money go through `callOnce`, calls that carry files through `upload`; the type enforces it. */
type PlainCallName = Exclude<CallName, KeyedCallName | UploadName>

type Rest<N extends CallName> = CallInput<N> extends undefined ? [] : [input: CallInput<N>]

export type CallSettings = {
  /** Empty in the page, because the same server serves the page and the API. */
  origin?: string
  timeoutMs?: number
  headers?: Record<string, string>
}

export function call<N extends PlainCallName>(name: N, ...rest: Rest<N>): Promise<CallOutput<N>> {
  return send(name, rest[0])
}

/**
 * Sends one call exactly once, and never repeats it, whatever happens. Resolves with the body, or throws a `CallFault`.
 */
export async function send<N extends CallName>(
  name: N,
  input: unknown,
  { origin = '', timeoutMs = requestTimeoutMs, headers = {} }: CallSettings = {},
): Promise<CallOutput<N>> {
  const token = readToken()
  const { path, init } = describeRequest(name, input, token)
  Object.assign(init.headers, headers)
  return readAnswer(await exchange(origin + path, init, timeoutMs), token !== null) as CallOutput<N>
}

type Request = { method: string; headers: Record<string, string>; body?: BodyInit }

export function describeRequest(
  name: CallName,
  input: unknown,
  token: string | null,
): { path: string; init: Request } {
  const [method = '', template = ''] = name.split(' ')
  const headers: Record<string, string> = { 'x-client': clientMark }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (input instanceof FormData) return { path: template, init: { method, headers, body: input } }
  const { path, body } = fillTemplate(template, (input ?? {}) as Record<string, unknown>)
  if (method === 'GET' || method === 'DELETE' || input === undefined)
    return { path, init: { method, headers } }
  headers['content-type'] = 'application/json'
  return { path, init: { method, headers, body: JSON.stringify(body) } }
}

type Answer = { status: number; body: unknown; againAtMs?: number | null }

/** The timeout covers the whole answer, not only its first byte. */
export async function exchange(url: string, init: Request, limitMs: number): Promise<Answer> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), limitMs)
  try {
    // Screens make several calls at once, and starting one is work: each read starts in a task of its own.
    if (init.method === 'GET') await new Promise((next) => setTimeout(next))
    const sent: RequestInit = { ...init, cache: 'no-store', signal: giveUp.signal }
    const answer = takeEarlyAnswer(url, sent) ?? fetch(url, sent)
    line.follow?.(answer)
    const response = await answer
    const againAtMs = againAt(response.headers.get('retry-after'))
    return { status: response.status, body: parseBody(await response.text()), againAtMs }
  } catch {
    throw unreachable()
  } finally {
    clearTimeout(timer)
  }
}

/** The moment that a server means which says in how many seconds one may come again. */
export function againAt(retryAfter: string | null): number | null {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Date.now() + Number(retryAfter) * 1_000 : null
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body of an answer, or the fault that it reports. */
export function readAnswer({ status, body, againAtMs = null }: Answer, hadToken: boolean): unknown {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const code = typeof fields['code'] === 'string' ? fields['code'] : null
  const message = typeof fields['message'] === 'string' ? fields['message'] : ''
  const fault = { status, code, message, againAtMs }
  if (message === gone) {
    ends.onGone()
    throw new CallFault('leaving', fault)
  }
  const isRefused = status < 200 || status > 299
  // A visitor has no session to lose: a refusal of a public call is shown where it was made.
  if (isRefused && hadToken && endsSession(fields)) {
    ends.onLostSession(code)
    throw new CallFault('leaving', fault)
  }
  if (isRefused) throw new CallFault('refused', fault)
  // Accepted, but the outcome is not known yet.
  if (status === takenOn && code !== null) throw new CallFault('pending', fault)
  // A 2xx that is not JSON comes from something between us and the server, such as a hotel's login page.
  if (body === undefined) throw unreachable()
  return body
}

type Ends = { onGone: () => void; onLostSession: (why: string | null) => void }
const ends: Ends = { onGone: () => {}, onLostSession: () => {} }

/** The app decides where the page goes when the service or the session has ended. */
export function connectCalls(to: Ends): void {
  Object.assign(ends, to)
}

/** Logs out here at once; the server is notified on a best-effort basis, and its answer changes nothing. */
export function endSession(): void {
  const token = dropSession()
  if (token === null) return
  const { path, init } = describeRequest('POST /api/logout', undefined, token)
  // The page may be closing, and the server should still receive it.
  void fetch(path, { ...init, keepalive: true }).catch(() => undefined)
}
