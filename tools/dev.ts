import { buildPagesIfStale } from './build.ts'
import { describeStack } from './start/block.ts'
import { readSettings } from './start/environment.ts'
import { runUntilStopped } from './start/run-until-stopped.ts'
import type { Stack } from './start/stack.ts'
import { watchSources } from './start/watch-sources.ts'

await runUntilStopped(async (deps, startStack) => {
  const settings = readSettings(process.argv.slice(2))
  const stack = await startStack(settings, { ...deps, restartsMax: Infinity })
  watchSources((changed) => apply(changed, stack, deps.log))
  process.stdout.write(describeStack(stack, settings))
  return stack
})

const pageParts = ['apps/web', 'apps/console', 'packages/ui', 'packages/contract']

/** Applies saved changes to the running stack; an error is reported and leaves the last good state running. */
async function apply(
  changed: ReadonlySet<string>,
  stack: Stack,
  log: (line: string) => void,
): Promise<void> {
  const begin = performance.now()
  const done: string[] = []
  try {
    if (pageParts.some((part) => changed.has(part)))
      for (const { page, built } of await buildPagesIfStale())
        if (built) done.push(`page of ${page} built`)
    if (changed.has('apps/sandbox')) {
      await stack.restart('sandbox')
      done.push('sandbox restarted')
    }
    // The server reads the page once, at its start.
    if (done.includes('page of web built') || changed.has('apps/server')) {
      await stack.restart('server')
      done.push('server restarted')
    }
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
  }
  if (done.length > 0) log(`${done.join(', ')} in ${Math.round(performance.now() - begin)} ms`)
}
