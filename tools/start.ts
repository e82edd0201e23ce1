import { describeStack } from './start/block.ts'
import { readSettings } from './start/environment.ts'
import { runUntilStopped } from './start/run-until-stopped.ts'

await runUntilStopped(async (deps, startStack) => {
  const settings = readSettings(process.argv.slice(2))
  const stack = await startStack(settings, deps)
  process.stdout.write(describeStack(stack, settings))
  return stack
})
