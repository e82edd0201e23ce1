import type { Log } from '../telemetry/log.ts'

const drainMs = 10_000

/** Ends the process in good order on a signal or when its parent has died; a second signal ends it at once. */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let isStopping = false
  const end = (why: string): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, drainMs + 1_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  process.on('disconnect', () => end('parent gone'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      // The memory of the process cannot be trusted any more; everything that counts is in the database.
      log.fatal({ err: error }, event)
      process.exit(1)
    })
}

export type Connections = {
  /** Ends idle connections. */
  cutIdle: () => void
  cutAll: () => void
}

const lookEveryMs = 50

/** Waits for running calls, and then cuts the remaining connections. */
export async function drain(
  close: () => Promise<unknown>,
  connections: Connections,
): Promise<void> {
  const timer = setTimeout(connections.cutAll, drainMs)
  // An answered client keeps its connection open for a next call, which would delay the end to the last moment.
  const looking = setInterval(connections.cutIdle, lookEveryMs)
  try {
    await close()
  } finally {
    clearTimeout(timer)
    clearInterval(looking)
  }
}
