import { buildPagesIfStale, buildPreviewIfStale } from './build.ts'
import { describeStack } from './start/block.ts'
import { readSettings } from './start/environment.ts'
import { followEdits } from './start/edits/follow-edits.ts'
import { runUntilStopped } from './start/run-until-stopped.ts'
import { watchSources } from './start/edits/watch-sources.ts'

await runUntilStopped(async (deps, startStack) => {
  const settings = readSettings(process.argv.slice(2))
  const stack = await startStack(settings, { ...deps, restartsMax: Infinity })
  const { log } = deps
  const { restart } = stack
  watchSources(async (changed) => {
    const begin = performance.now()
    const buildPages = async () => [...(await buildPagesIfStale()), await buildPreviewIfStale()]
    const done = await followEdits(changed, { buildPages, restart, log })
    if (done.length > 0) log(`${done.join(', ')} in ${Math.round(performance.now() - begin)} ms`)
  })
  process.stdout.write(describeStack(stack, settings))
  return stack
})
