import type {
  ConsoleCallByName,
  ConsoleCallInput,
  ConsoleCallName,
  ConsoleCallOutput,
} from '@kapao/contract/console/calls'
import { consoleMark } from '@kapao/contract/console/limits'
import { fillTemplate } from '@kapao/contract/paths'
import { CallFault, isOpen, refused, unreachable } from './calls/fault.ts'
import { forgetKey, keyFor } from './calls/keys.ts'

const timeoutMs = 20_000

type KeyedName = {
  [N in ConsoleCallName]: ConsoleCallByName[N] extends { keyed: true }
    ? ConsoleCallByName[N] extends { multipart: object }
      ? never
      : N
    : never
}[ConsoleCallName]
/** Calls with a file are sent by `core/calls/upload.ts`. */
export type UploadName = {
  [N in ConsoleCallName]: ConsoleCallByName[N] extends { multipart: object } ? N : never
}[ConsoleCallName]
export type PlainName = Exclude<ConsoleCallName, KeyedName | UploadName>

type Rest<N extends ConsoleCallName> =
  ConsoleCallInput<N> extends undefined ? [] : [input: ConsoleCallInput<N>]

type Ends = {
  /** The session is over, or there was none. */
  onLost: () => void
  /** Asks for a fresh touch; false when the operator declines. */
  onTouch: () => Promise<boolean>
}
const ends: Ends = { onLost: () => undefined, onTouch: async () => false }

/** The app decides what a lost session and a missing touch look like. */
export function connectCalls(to: Ends): void {
  Object.assign(ends, to)
}

/** Calls without a key; those that move something carry one and go through `act`. */
export function call<N extends PlainName>(
  name: N,
  ...rest: Rest<N>
): Promise<ConsoleCallOutput<N>> {
  return send(name, rest[0])
}

/** A call that counts once: the same request sent again before an answer has come carries the same key. */
export async function act<N extends KeyedName>(
  name: N,
  subject: string,
  input: ConsoleCallInput<N>,
): Promise<ConsoleCallOutput<N>> {
  const kept = `${name} ${subject}`
  try {
    const answer = await send(name, input, { 'idempotency-key': keyFor(kept, input) })
    forgetKey(kept)
    return answer
  } catch (error) {
    if (!isOpen(error) && !isTouch(error)) forgetKey(kept)
    throw error
  }
}

/** Only a call that was refused for lack of a touch is sent again automatically; it has changed nothing. */
async function send<N extends ConsoleCallName>(
  name: N,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<ConsoleCallOutput<N>> {
  try {
    return (await exchange(name, input, headers)) as ConsoleCallOutput<N>
  } catch (error) {
    if (!isTouch(error) || !(await ends.onTouch())) throw error
    return (await exchange(name, input, headers)) as ConsoleCallOutput<N>
  }
}

function isTouch(error: unknown): boolean {
  return error instanceof CallFault && error.code === 'TOUCH_NEEDED'
}

async function exchange(
  name: ConsoleCallName,
  input: unknown,
  headers: Record<string, string>,
): Promise<unknown> {
  const { path, init } = describeRequest(name, input)
  Object.assign(init.headers, headers)
  return readAnswer(await fetchWhole(path, init))
}

/** The body of an answer, or the fault that it reports. */
export function readAnswer({ status, body }: { status: number; body: unknown }): unknown {
  if (status >= 200 && status <= 299) {
    // A 2xx that is not JSON comes from something between us and the server.
    if (body === undefined) throw unreachable()
    return body
  }
  const fault = refused(status, body)
  if (fault.code === 'NOT_SIGNED_IN' || fault.code === 'SESSION_ENDED') ends.onLost()
  throw fault
}

type Request = { method: string; headers: Record<string, string>; body?: string }

export function describeRequest(
  name: ConsoleCallName,
  input: unknown,
): { path: string; init: Request } {
  const [method = '', template = ''] = name.split(' ')
  const headers: Record<string, string> = { 'x-client': consoleMark }
  const { path, body } = fillTemplate(template, (input ?? {}) as Record<string, unknown>)
  if (method === 'GET') return { path: path + queryOf(body), init: { method, headers } }
  headers['content-type'] = 'application/json'
  return { path, init: { method, headers, body: JSON.stringify(body) } }
}

export function queryOf(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** The limit covers the whole answer, not only its first byte. */
async function fetchWhole(path: string, init: Request): Promise<{ status: number; body: unknown }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(path, { ...init, cache: 'no-store', signal })
    return { status: response.status, body: parseBody(await response.text()) }
  } catch {
    throw unreachable()
  }
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
