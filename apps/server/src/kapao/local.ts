import { openCliContext } from './cli-context.ts'
import type { Command, Group } from './command.ts'
import { everyGroup } from './every-group.ts'
import { explain } from './explain.ts'
import { helpOfAll, helpOfCommand, helpOfGroup } from './help.ts'
import { parseLine } from './parse.ts'
import type { Ran } from './remote/run.ts'
import { exitCodes } from './terminal/fault.ts'
import { runCommand } from './terminal/local-actor.ts'
import { harmless, jsonOf } from './terminal/print.ts'

/** A command that works on the database itself, where no console has to be. */
export async function runLocal(line: string[]): Promise<Ran> {
  let cli: ReturnType<typeof openCliContext> | null = null
  try {
    const parsed = parseLine(everyGroup, line)
    if ('help' in parsed) return { exitCode: exitCodes.done, text: helpOf(parsed.help) }
    cli = openCliContext(parsed.command, parsed.typed)
    const { text, json } = await runCommand(parsed.command, cli, parsed.typed)
    const isJson = parsed.typed.flag('json')
    return { exitCode: exitCodes.done, text: isJson ? jsonOf(json) : harmless(text) }
  } catch (error) {
    const { exitCode, sentence } = explain(error)
    return { exitCode, text: harmless(sentence) }
  } finally {
    await cli?.reads?.close()
    await cli?.db.close()
  }
}

function helpOf(topic: Group | Command | null): string {
  if (!topic) return helpOfAll(everyGroup)
  return 'commands' in topic ? helpOfGroup(topic) : helpOfCommand(topic)
}
