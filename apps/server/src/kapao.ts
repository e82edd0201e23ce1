import { callsUnder, findCall } from './kapao/remote/commands.ts'
import { helpOfCall } from './kapao/remote/help.ts'
import { runCall, type Ran } from './kapao/remote/run.ts'
import { CommandFault, exitCodes, wrongUsage } from './kapao/terminal/fault.ts'
import { harmless } from './kapao/terminal/print.ts'

const { exitCode, text } = await runLine(process.argv.slice(2))
if (exitCode === exitCodes.done) console.log(text)
else console.error(text)
// Not process.exit, which would cut off output in a pipe.
process.exitCode = exitCode

/** Only what a line needs is loaded: a call of the console none of the server. */
async function runLine(line: string[]): Promise<Ran> {
  try {
    const [first = '', ...rest] = line
    if (first === 'sign-in') return await signInHere(line)
    const call = findCall(first === 'help' ? rest : line)
    if (call) {
      const help = { exitCode: exitCodes.done, text: helpOfCall(call) }
      return first === 'help' ? help : await runCall(call, line)
    }
    const under = callsUnder((first === 'help' ? rest[0] : first) ?? '')
    if (under.length > 0 && first === 'help')
      return { exitCode: exitCodes.done, text: under.map(helpOfCall).join('\n\n') }
    const names = under.map(({ name }) => name).join(', ')
    if (names !== '') wrongUsage(`Say which: ${names}. See: npx kapao help ${first}`)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    return { exitCode: error.exitCode, text: harmless(error.message) }
  }
  const { runLocal } = await import('./kapao/local.ts')
  return runLocal(line)
}

async function signInHere(line: string[]): Promise<Ran> {
  const { signIn } = await import('./kapao/remote/sign-in.ts')
  return signIn(line, async () => {
    const { examineConfigOfRepository } = await import('./kapao/cli-context.ts')
    return examineConfigOfRepository().config.console.origin
  })
}
