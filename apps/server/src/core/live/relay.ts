import { createAdapter } from '@socket.io/redis-adapter'
import { createClient } from 'redis'
import type { Log } from '../telemetry/log.ts'

/** Carries pushes to the other processes, which may have the member's sockets. */
export type Relay = {
  adapter: ReturnType<typeof createAdapter>
  /** Resolves when both connections are open. */
  connect: () => Promise<void>
  close: () => void
}

/** Commands that wait while Redis is down; a late push is worth nothing. */
const waitingMax = 1_000
const connectPatienceMs = 5_000
const longestPauseMs = 2_000

/** When Redis is down, only the pushes to other processes are lost: pages poll too. */
export function openRelay(url: string, log: Pick<Log, 'warn'>): Relay {
  const open = () => {
    const client = createClient({
      url,
      commandsQueueMaxLength: waitingMax,
      socket: {
        connectTimeout: connectPatienceMs,
        reconnectStrategy: (tries) => Math.min(100 * tries, longestPauseMs),
      },
    })
    client.on('error', (error: unknown) => warn(error))
    return client
  }
  let warnedOf = ''
  const warn = (error: unknown): void => {
    // It retries many times a minute; the log needs it once.
    const what = error instanceof Error ? error.message : String(error)
    if (what !== warnedOf)
      log.warn({ err: error }, 'Redis does not answer; pushes reach only this process')
    warnedOf = what
  }
  const publisher = open()
  const subscriber = open()
  const connect = async (): Promise<void> => {
    await Promise.all([publisher.connect(), subscriber.connect()])
    warnedOf = ''
  }
  // The adapter awaits none of its commands, and an unhandled rejection would end the process.
  const caught = (work: Promise<unknown>): Promise<unknown> => work.catch(warn)
  const quiet = (client: ReturnType<typeof open>) => ({
    on: client.on.bind(client),
    off: client.off.bind(client),
    publish: (channel: string, message: string) => caught(client.publish(channel, message)),
    pSubscribe: (...args: Parameters<typeof client.pSubscribe>) =>
      caught(client.pSubscribe(...args)),
    subscribe: (...args: Parameters<typeof client.subscribe>) => caught(client.subscribe(...args)),
    pUnsubscribe: (...args: Parameters<typeof client.pUnsubscribe>) =>
      caught(client.pUnsubscribe(...args)),
    unsubscribe: (...args: Parameters<typeof client.unsubscribe>) =>
      caught(client.unsubscribe(...args)),
  })
  return {
    adapter: createAdapter(quiet(publisher), quiet(subscriber)),
    connect,
    close: () => {
      for (const client of [publisher, subscriber]) client.destroy()
    },
  }
}
