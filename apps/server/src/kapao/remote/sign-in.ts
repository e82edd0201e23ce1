import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { consoleMark } from '@kapao/contract/console/limits'
import { signInAsDemo } from '@kapao/contract/console/sign-in'
import { makeTerminalCode, signInTerminal } from '@kapao/contract/console/terminals'
import { CommandFault, exitCodes, refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { harmless, textOfTime } from '../terminal/print.ts'
import { tokenFolder } from '../terminal/token-file.ts'
import type { Ran } from './run.ts'
import { consoleAt, sessionFileOf, writeSession } from './session-file.ts'

export const signInUsage = 'sign-in CODE [--console ADDRESS] [--out FILE]'

/** Trades the code of a page for a session, which is kept in a file for its owner alone. */
export async function signIn(
  line: readonly string[],
  consoleHere: () => Promise<string>,
): Promise<Ran> {
  const { code, demo, address, out } = readLine(line)
  const console = consoleAt(address ?? (await consoleHere()))
  const machine = nameOfMachine()
  const body = { code: code ?? (await codeOfDemo(console, demo!)), machine }
  const { answer } = await post<typeof signInTerminal>({ console }, signInTerminal, body)
  const { token, name, isScript, endsAt, roles } = answer
  // A script has a file of its own, beside the one that this terminal finds without being given its place.
  const file = out ?? (isScript ? join(tokenFolder(), `${name}.script`) : sessionFileOf(name))
  await writeSession(file, { console, token, name, machine })
  const until = textOfTime(new Date(endsAt))
  const what = isScript ? 'A script of' : 'This terminal is'
  const how = isScript ? ` Name it with KAPAO_SESSION=${file}.` : ''
  return {
    exitCode: exitCodes.done,
    text: harmless(`${what} ${name} (${roles.join(', ') || 'no role'}), until ${until}.${how}`),
  }
}

/** Whose machine it is, for the list of sessions. */
function nameOfMachine(): string {
  return `${userName()}@${hostname()}`.replaceAll(/[^\w.@-]/g, '-').slice(0, 40)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container a user may have no name.
    return 'somebody'
  }
}

function readLine(line: readonly string[]) {
  // A code may begin with a dash, as an option does.
  const isCode = /^[\w-]{43}$/.test(line[1] ?? '')
  try {
    const { values, positionals } = parseArgs({
      args: line.slice(isCode ? 2 : 1),
      allowPositionals: true,
      options: { console: { type: 'string' }, out: { type: 'string' }, demo: { type: 'string' } },
    })
    const { console: address = null, out = null, demo } = values
    const code = isCode ? line[1] : positionals.shift()
    if (positionals.length === 0 && (code === undefined) !== (demo === undefined))
      return { code, demo, address, out }
  } catch {
    // Said below.
  }
  return wrongUsage(`Usage: npx kapao ${signInUsage}`)
}

/** A demo's operators sign in at a page without a key, so a terminal does what that page would. */
async function codeOfDemo(console: string, name: string): Promise<string> {
  const { cookie } = await post<typeof signInAsDemo>({ console }, signInAsDemo, { name })
  const at = { console, cookie }
  const { answer } = await post<typeof makeTerminalCode>(at, makeTerminalCode, { script: null })
  return answer.command.split(' ')[3]!
}

type OutputOf<E extends ConsoleEndpointShape> = E['output']['_output']

async function post<E extends ConsoleEndpointShape>(
  { console, cookie = '' }: { console: string; cookie?: string },
  { path }: E,
  body: object,
): Promise<{ answer: OutputOf<E>; cookie: string }> {
  const sent = await fetch(`${console}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-client': consoleMark,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
  }).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error
    throw new CommandFault(
      exitCodes.unreachable,
      `The console at ${console} cannot be reached (${message}).`,
    )
  })
  const answer = (await sent.json().catch(() => ({}))) as OutputOf<E> & { code?: string }
  if (sent.status !== 200)
    refuseCommand(
      answer.code === 'CHALLENGE_OVER'
        ? 'This code is not known, was used, or is more than two minutes old. Make a new one.'
        : `The console has refused: ${answer.code ?? sent.status}.`,
    )
  return { answer, cookie: (sent.headers.get('set-cookie') ?? '').split(';')[0]! }
}
