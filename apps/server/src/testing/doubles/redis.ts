import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { freePort } from '../processes/free-port.ts'

const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) =>
  existsSync(path),
)

/** Tests of several processes need a Redis; where none is installed they are skipped visibly. */
export const hasRedis = program !== undefined

export type TestRedis = {
  url: string
  port: number
  /** It keeps its connections and answers nothing. */
  pause: () => void
  goOn: () => void
  stop: () => Promise<void>
}

/** A Redis instance without persistence. */
export async function startRedis(wantedPort?: number): Promise<TestRedis> {
  const port = wantedPort ?? (await freePort())
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
