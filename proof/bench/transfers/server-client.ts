import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Order, ServerOptions } from './server.ts'

export type BenchServer = {
  address: string
  pid: number
  /** Processor time, user and system, in milliseconds, since the start. */
  spentMs: () => number
  send: (order: Order) => void
  /** How many have reached the failpoint so far. */
  countArrived: () => number
  /** SIGKILL; resolves when the process has ended. */
  kill: () => Promise<void>
}

/** The unit in which Linux counts processor time, the same on every machine. */
const ticksMs = 10
const program = join(import.meta.dirname, 'server.ts')

export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const child = fork(program, [JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (part: string) => (said += part))
  const exited = once(child, 'exit')
  const ready = once(child, 'message') as Promise<[{ port: number }]>
  const first = await Promise.race([ready, exited.then(() => null)])
  if (!first) throw new Error(`the server ended before it was ready:\n${said}`)
  let isKilled = false
  // The exit was not requested: the last output explains it.
  void exited.then(
    () => isKilled || console.error(`the server ended by itself:\n${said.slice(-2_000)}`),
  )
  return {
    address: `http://127.0.0.1:${first[0].port}`,
    pid: child.pid!,
    spentMs: () => {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
      return (Number(user) + Number(system)) * ticksMs
    },
    send: (order) => void child.send(order),
    countArrived: () => said.split('failpoint ').length - 1,
    kill: async () => {
      isKilled = true
      child.kill('SIGKILL')
      await exited
    },
  }
}
