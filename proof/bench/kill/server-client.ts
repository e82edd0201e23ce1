import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Answer, Call } from './calls.ts'

export type ServerClient = {
  /** Sends the same call repeatedly until it is acknowledged. */
  ask: (call: Call) => Promise<string>
  /** SIGKILL, then starts a replacement. */
  killServer: () => Promise<void>
  /** How often a call had to be resent. */
  countRetries: () => number
  /** How often callers received each HTTP status, such as 503. */
  countStatuses: () => ReadonlyMap<number, number>
  stop: () => void
}

const program = join(import.meta.dirname, 'killed-server.ts')
const retryDelayMs = 20

export async function startServer(databaseUrl: string): Promise<ServerClient> {
  const waiting = new Map<number, { resolve: (id: string) => void; reject: (e: Error) => void }>()
  let next = 0
  const statuses = new Map<number, number>()
  let retries = 0
  let stopped = false
  let child = await start()

  function start(): Promise<ChildProcess> {
    const started = fork(program, [databaseUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    started.once('exit', () => {
      // The outcome of these is unknown.
      for (const { reject } of waiting.values()) reject(new Error('the server is gone'))
      waiting.clear()
    })
    return new Promise((resolve, reject) => {
      started.once('error', reject)
      started.on('message', (answer: Answer) => {
        if (answer.n === 0) return resolve(started)
        const caller = waiting.get(answer.n)
        waiting.delete(answer.n)
        if ('id' in answer) caller?.resolve(answer.id)
        else {
          const { fault, status } = answer
          if (status !== 503) console.error(`answered ${status}: ${fault}`)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          caller?.reject(new Error(fault))
        }
      })
    })
  }

  function askOnce(call: Call): Promise<string> {
    return new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('the server is gone'))
      next += 1
      waiting.set(next, { resolve, reject })
      child.send({ n: next, call }, (error) => error && reject(error))
    })
  }

  return {
    ask: async (call) => {
      for (;;) {
        try {
          return await askOnce(call)
        } catch (error) {
          if (stopped) throw error
          retries += 1
          await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
        }
      }
    },
    killServer: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      child = await start()
    },
    countRetries: () => retries,
    countStatuses: () => statuses,
    stop: () => {
      stopped = true
      child.kill('SIGKILL')
    },
  }
}
