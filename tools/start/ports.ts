import { createServer } from 'node:net'
import { StartRefused, type StartSettings } from './environment.ts'

/** Checks before anything is started, so that the message comes at once and names what to change. */
export async function checkPorts(settings: StartSettings): Promise<void> {
  const outside = settings.lan ? '0.0.0.0' : '127.0.0.1'
  const wanted = [
    { name: 'PORT', port: settings.port, host: outside },
    { name: 'SANDBOX_PORT', port: settings.sandboxPort, host: outside },
    { name: 'CONTROL_PORT', port: settings.controlPort, host: '127.0.0.1' },
    ...(settings.consolePort === null
      ? []
      : [{ name: 'CONSOLE_PORT', port: settings.consolePort, host: '127.0.0.1' }]),
  ]
  for (const [at, { name, port }] of wanted.entries()) {
    const same = wanted.slice(0, at).find((other) => other.port === port)
    if (same) throw new StartRefused(`${same.name} and ${name} are both ${port}; change one`)
  }
  for (const { name, port, host } of wanted) await checkPort(name, port, host)
}

async function checkPort(name: string, port: number, host: string): Promise<void> {
  const problem = await tryToListen(port, host)
  if (problem === null) return
  if (problem === 'EACCES')
    throw new StartRefused(`port ${port} is not allowed to this user: choose another ${name}`)
  if (problem !== 'EADDRINUSE') throw new StartRefused(`port ${port} (${name}): ${problem}`)
  throw new StartRefused(
    `port ${port} is taken, perhaps by another copy: set ${name} to a free one, for example ${name}=${port + 100} npm start`,
  )
}

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host }, () => server.close(() => resolve(null)))
  })
}

// Below the range that the system uses for outgoing connections.
const freeFrom = 20_000
const freeUpTo = 30_000

/** Ports that are free at this moment, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = freeFrom + Math.floor(Math.random() * (freeUpTo - freeFrom))
    if ((await tryToListen(port, '0.0.0.0')) === null) found.add(port)
  }
  return [...found]
}
