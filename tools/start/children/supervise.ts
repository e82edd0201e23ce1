import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../environment.ts'

/** A process that was started. */
export type Running = {
  /** Resolves when it is gone, wanted or not, and says how. */
  exited: Promise<string>
  isGone: () => boolean
  stop: () => Promise<void>
  /** Without any grace. */
  kill: () => void
  /** What its log says, for the message when it does not come up. */
  explain: () => string
}

export type Service = {
  name: string
  start: () => Promise<Running>
  /** Resolves once it really answers. */
  answers: (running: Running) => Promise<void>
}

export type Supervised = {
  stop: () => Promise<void>
  kill: () => void
  /** Ends it on purpose and starts it again, for example with changed sources. */
  restart: () => Promise<void>
}

export type Watcher = {
  /** Within a minute; while somebody edits the sources there is no limit. */
  restartsMax?: number
  log: (line: string) => void
  /** Called once when it dies so often that starting it again makes no sense. */
  onGivenUp: (reason: string) => void
}

const restartsMaxByDefault = 5
const restartsWindowMs = 60_000
const backoffFirstMs = 100
const backoffMaxMs = 2_000

/** Starts a service, waits until it answers, and from then on starts it again whenever it dies. */
export async function supervise(service: Service, watcher: Watcher): Promise<Supervised> {
  let current = await startOnce(service)
  let state: 'wanted' | 'restarting' | 'unwanted' = 'wanted'
  let deaths: number[] = []

  const watch = async (): Promise<void> => {
    while (state !== 'unwanted') {
      const how = await current.exited
      if (state === 'wanted') {
        deaths = [...deaths.filter((at) => at > Date.now() - restartsWindowMs), Date.now()]
        if (deaths.length > (watcher.restartsMax ?? restartsMaxByDefault))
          return watcher.onGivenUp(`${service.name} has died ${deaths.length} times in a minute`)
        watcher.log(`${service.name} has ended (${how}) and is started again.`)
        await sleep(Math.min(backoffFirstMs * 2 ** (deaths.length - 1), backoffMaxMs))
      }
      // It may have become unwanted while we slept; the compiler cannot know.
      if ((state as string) === 'unwanted') return
      state = 'wanted'
      current = await service.start().catch(deadOnArrival)
    }
  }
  const watching = watch()

  const stop = async (): Promise<void> => {
    state = 'unwanted'
    await current.stop()
    await watching
    // A start that was under way has finished only now.
    if (!current.isGone()) await current.stop()
  }
  const restart = async (): Promise<void> => {
    if (state !== 'wanted' || current.isGone()) return
    const before = current
    state = 'restarting'
    await before.stop()
    while (current === before && (state as string) !== 'unwanted') await sleep(10)
    await answerOrEnd(service, current)
  }
  return { stop, restart, kill: () => current.kill() }
}

/** At the first start a mistake is told at once instead of being tried five times. */
async function startOnce(service: Service): Promise<Running> {
  const running = await service.start()
  try {
    await answerOrEnd(service, running)
    return running
  } catch (error) {
    if (!running.isGone()) await running.stop()
    throw error
  }
}

async function answerOrEnd(service: Service, running: Running): Promise<void> {
  const ended = running.exited.then((how) => {
    throw new StartRefused(`${service.name} did not start (${how}); ${running.explain()}`)
  })
  // Looked at only while the first answer is awaited; a death after that is not this promise's matter.
  ended.catch(() => undefined)
  await Promise.race([service.answers(running), ended])
}

function deadOnArrival(error: Error): Running {
  return {
    exited: Promise.resolve(error.message),
    isGone: () => true,
    stop: async () => undefined,
    kill: () => undefined,
    explain: () => error.message,
  }
}
