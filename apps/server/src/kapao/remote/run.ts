import { rm } from 'node:fs/promises'
import { secondMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { exitCodes, type ExitCode } from '../terminal/fault.ts'
import { harmless, jsonOf } from '../terminal/print.ts'
import { ask, type Around } from './ask.ts'
import type { CallCommand } from './commands.ts'
import { helpOfCall } from './help.ts'
import { findSessionFile, readSession } from './session-file.ts'
import { textOfAnswer } from './show.ts'
import { readTypedCall } from './typed-call.ts'

export type Ran = { exitCode: ExitCode; text: string }

export type Terminal = Around & {
  /** The file of the session of this name, or of the only one. */
  findFile: (as: string | null) => Promise<string>
}

const atTerminal: Terminal = {
  findFile: findSessionFile,
  say: (line) => process.stderr.write(`${harmless(line)}\n`),
  isTyped: process.stdin.isTTY && process.stderr.isTTY,
  touchEveryMs: 2 * secondMs,
}

/** A typed call, sent under the session of who types it. */
export async function runCall(
  command: CallCommand,
  line: readonly string[],
  around: Terminal = atTerminal,
): Promise<Ran> {
  const typed = await readTypedCall(command, line)
  if (typed.isHelp) return { exitCode: exitCodes.done, text: helpOfCall(command) }
  const file = await around.findFile(typed.as)
  const session = await readSession(file)
  const { input, file: sent } = typed
  const key = typed.key ?? systemIds.key()
  const answer = await ask(session, { call: command.call, input, file: sent, key }, around)
  if (command.name === 'sign-out') await rm(file, { force: true })
  const text = typed.isJson ? jsonOf(answer) : harmless(textOfAnswer(answer))
  return { exitCode: exitOf(answer), text }
}

/** What was confirmed may still be refused where it is carried out. */
function exitOf(answer: unknown): ExitCode {
  const { state } = answer as { state?: unknown }
  return state === 'refused' || state === 'unclear' ? exitCodes.refused : exitCodes.done
}
