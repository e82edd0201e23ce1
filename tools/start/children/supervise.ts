import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../environment.ts'

/** A process that was started. */
export type RunningProcess = {
  /** Resolves when it has ended, on request or not, and says how. */
  exited: Promise<string>
  isGone: () => boolean
  stop: () => Promise<void>
  /** Ends it immediately. */
  kill: () => void
  /** The end of its log, for the message when it does not start. */
  explain: () => string
}

export type Service = {
  name: string
  start: () => Promise<RunningProcess>
  /** Resolves once it really answers. */
  answers: (running: RunningProcess) => Promise<void>
}

export type SupervisedProcess = {
  stop: () => Promise<void>
  kill: () => void
  /** Ends it and starts it again on purpose, for example with changed sources. */
  restart: () => Promise<void>
}

export type Watcher = {
  /** Per minute; while sources are being edited there is no limit. */
  restartsMax?: number
  log: (line: string) => void
  /** Called once when it dies so often that restarting it is pointless. */
  onGivenUp: (reason: string) => void
}

const restartsMaxByDefault = 5
const restartsWindowMs = 60_000
const backoffFirstMs = 100
const backoffMaxMs = 2_000

/** Starts a service, waits until it answers, and from then on restarts it whenever it dies. */
export async function supervise(service: Service, watcher: Watcher): Promise<SupervisedProcess> {
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
      // It may have been stopped during the sleep; the compiler cannot know.
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

/** At the first start an error is reported at once instead of being retried five times. */
async function startOnce(service: Service): Promise<RunningProcess> {
  const running = await service.start()
  try {
    await answerOrEnd(service, running)
    return running
  } catch (error) {
    if (!running.isGone()) await running.stop()
    throw error
  }
}

async function answerOrEnd(service: Service, running: RunningProcess): Promise<void> {
  const ended = running.exited.then((how) => {
    throw new StartRefused(`${service.name} did not start (${how}); ${running.explain()}`)
  })
  // Relevant only until the first answer; a later death is handled elsewhere.
  ended.catch(() => undefined)
  await Promise.race([service.answers(running), ended])
}

function deadOnArrival(error: Error): RunningProcess {
  return {
    exited: Promise.resolve(error.message),
    isGone: () => true,
    stop: async () => undefined,
    kill: () => undefined,
    explain: () => error.message,
  }
}
