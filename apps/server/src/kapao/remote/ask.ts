import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { consoleMark } from '@kapao/contract/console/limits'
import { appVersion } from '@kapao/contract/limits'
import { fillTemplate } from '@kapao/contract/paths'
import { minuteMs, secondMs } from '@kapao/contract/times'
import { CommandFault, exitCodes, refuseCommand } from '../terminal/fault.ts'
import type { Session } from './session-file.ts'

export type CallRequest = {
  call: ConsoleEndpointShape
  input: Record<string, unknown>
  file: string | null
  /** A repeated call with the same key counts once. */
  key: string
}

export type Around = {
  /** A line for who sits at the terminal. */
  say: (line: string) => void
  /** Somebody types here, who can touch the passkey. */
  isTyped: boolean
  touchEveryMs: number
}

const timeoutMs = 20 * secondMs
const touchWaitMs = 2 * minuteMs

type Answer = { status: number; body: unknown; release: string | null }

/** The console's answer to a call, or a fault in one sentence. */
export async function ask(session: Session, asked: CallRequest, around: Around): Promise<unknown> {
  let answer = await sendTwice(session, asked)
  if (codeOf(answer) === 'TOUCH_NEEDED' && around.isTyped) {
    around.say(`Touch your passkey for ${session.machine} at ${session.console}/me`)
    for (let leftMs = touchWaitMs; leftMs > 0; leftMs -= around.touchEveryMs) {
      await sleep(around.touchEveryMs)
      answer = await sendTwice(session, asked)
      if (codeOf(answer) !== 'TOUCH_NEEDED') break
    }
  }
  if (answer.status === 200) return answer.body
  return refuseCommand(sentenceOf(answer))
}

/** Once more after a lost answer, where that cannot be a second act. */
async function sendTwice(session: Session, asked: CallRequest): Promise<Answer> {
  const { call, key } = asked
  try {
    return await send(session, asked)
  } catch (error) {
    if (!(error instanceof Lost)) throw error
    if (call.method !== 'GET' && call.keyed !== true)
      throw unreachable(
        `${error.message}, so this may or may not have been done. Look before you try again.`,
      )
  }
  try {
    return await send(session, asked)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const again = call.keyed === true ? ` Send it again with --key ${key}: it counts once.` : ''
    throw unreachable(`${error.message}.${again}`)
  }
}

/** The call may have reached the console. */
class Lost extends Error {
  override readonly name = 'Lost'
}

function unreachable(sentence: string): CommandFault {
  return new CommandFault(exitCodes.unreachable, sentence)
}

/** Before these nothing has been sent. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|CERT|SELF_SIGNED|TLS/

async function send(session: Session, { call, input, file, key }: CallRequest): Promise<Answer> {
  const { path, body } = fillTemplate(call.path, input)
  const query = call.method === 'GET' ? queryOf(body) : ''
  const headers = {
    authorization: `Bearer ${session.token}`,
    'x-client': consoleMark,
    ...(call.keyed === true && { 'idempotency-key': key }),
    ...(call.method === 'POST' && file === null && { 'content-type': 'application/json' }),
  }
  const sent =
    call.method === 'GET' ? null : file === null ? JSON.stringify(body) : await formOf(call, file)
  try {
    const answer = await fetch(`${session.console}${path}${query}`, {
      method: call.method,
      headers,
      body: sent,
      // A token is for the console alone, wherever that points to.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = answer
    const release = answer.headers.get('x-release')
    return { status, body: readBody(status, await answer.text()), release }
  } catch (error) {
    if (error instanceof Lost) throw error
    const { code = '', message } = ((error as Error).cause ?? error) as {
      code?: string
      message: string
    }
    if (neverSent.test(code))
      throw unreachable(`The console at ${session.console} cannot be reached (${code}).`)
    throw new Lost(`No answer came from ${session.console} (${code || message})`)
  }
}

/** What is no JSON, or a fault without a code, comes from something between us and the console. */
function readBody(status: number, text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Lost(`The console has not answered (${status})`)
  }
  if (status >= 500 && codeOf({ status, body }) === null)
    throw new Lost(`The console has not answered (${status})`)
  return body
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return query.size === 0 ? '' : `?${query.toString()}`
}

async function formOf({ multipart }: ConsoleEndpointShape, file: string): Promise<FormData> {
  const form = new FormData()
  const blob = await openAsBlob(file).catch(() => refuseCommand(`Cannot read ${file}.`))
  form.set(multipart!.files[0]!, blob, basename(file))
  return form
}

function codeOf({ body }: Pick<Answer, 'status' | 'body'>): string | null {
  const code = (body as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : null
}

const hints: Record<string, string> = {
  NOT_SIGNED_IN: 'This session is not known there. Make a code on your page of the console.',
  SESSION_ENDED: 'The session has ended. Make a new code on your page of the console.',
  TOUCH_NEEDED:
    'This needs a touch of your passkey on the page of the console. Nothing was changed.',
  SCRIPT_WITHOUT_TOUCH: 'A script cannot touch a passkey. Nothing was changed.',
  NO_RIGHT: 'Your roles do not allow it.',
  IN_PROGRESS: 'A first call with this key may still be at work. Send it again in half a minute.',
  ALREADY_DECIDED: 'Somebody else has decided this in the meantime.',
  NOT_FOUND: 'There is nothing with this id, or your roles do not include it.',
}

function sentenceOf({ status, body, release }: Answer): string {
  const code = codeOf({ status, body }) ?? String(status)
  const { message = '', why, decided } = body as Record<string, unknown>
  const said = message === code || message === '' ? (hints[code] ?? '') : String(message)
  const more = [why, decided].filter((one) => one !== undefined).map((one) => JSON.stringify(one))
  const releases =
    release === null || release === appVersion
      ? ''
      : ` (The console is release ${release}, this terminal ${appVersion}.)`
  return `${[code, said].filter(Boolean).join(': ')}${more.map((one) => ` ${one}`).join('')}${releases}`
}
