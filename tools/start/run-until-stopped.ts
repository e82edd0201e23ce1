import { StartRefused } from './environment.ts'
import { startStack, type Stack, type StackDeps } from './stack.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs the stack until Ctrl-C, then ends it in order; a second Ctrl-C ends it at once. */
export async function runUntilStopped(
  start: (deps: StackDeps, startIt: typeof startStack) => Promise<Stack>,
): Promise<void> {
  // The reader of the output may close it before this process ends.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  const starting = new AbortController()
  let kill = (): void => undefined
  const { promise: ending, resolve: end } = Promise.withResolvers<{ reason: string | null }>()

  let asked = 0
  for (const signal of stopSignals)
    process.on(signal, () => {
      asked += 1
      if (asked > 1) {
        kill()
        process.exit(130)
      }
      say(signal === 'SIGINT' ? '\nStopping; Ctrl-C once more does not wait.' : 'Stopping.')
      starting.abort()
      end({ reason: null })
    })

  try {
    const stack = await start(
      {
        log: say,
        signal: starting.signal,
        onGivenUp: (reason) => end({ reason }),
        onKillable: (how) => (kill = how),
      },
      startStack,
    )
    const { reason } = await ending
    await stack.stop()
    if (reason) process.stderr.write(`\nEverything was stopped, for ${reason}.\n`)
    process.exit(reason ? 1 : 0)
  } catch (error) {
    if (asked > 0 && starting.signal.aborted) process.exit(0)
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function explain(error: unknown): string {
  if (error instanceof StartRefused) return `\nKapao did not start: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
