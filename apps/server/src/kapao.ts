import type { Command, CliContext, Group } from './kapao/command.ts'
import { openCliContext } from './kapao/cli-context.ts'
import { everyGroup } from './kapao/every-group.ts'
import { explain } from './kapao/explain.ts'
import { exitCodes, type ExitCode } from './kapao/terminal/fault.ts'
import { helpOfAll, helpOfCommand, helpOfGroup } from './kapao/help.ts'
import { parseLine } from './kapao/parse.ts'
import { harmless, jsonOf } from './kapao/terminal/print.ts'

// Not process.exit, which would cut off output in a pipe.
process.exitCode = await runLine(process.argv.slice(2))

async function runLine(line: string[]): Promise<ExitCode> {
  let cli: CliContext | null = null
  try {
    const parsed = parseLine(everyGroup, line)
    if ('help' in parsed) {
      console.log(helpOf(parsed.help))
      return exitCodes.done
    }
    cli = openCliContext(parsed.command, parsed.typed)
    const { text, json } = await parsed.command.run(cli, parsed.typed)
    console.log(parsed.typed.flag('json') ? jsonOf(json) : harmless(text))
    return exitCodes.done
  } catch (error) {
    const { exitCode, sentence } = explain(error)
    console.error(harmless(sentence))
    return exitCode
  } finally {
    await cli?.reads?.close()
    await cli?.db.close()
  }
}

function helpOf(topic: Group | Command | null): string {
  if (!topic) return helpOfAll(everyGroup)
  return 'commands' in topic ? helpOfGroup(topic) : helpOfCommand(topic)
}
