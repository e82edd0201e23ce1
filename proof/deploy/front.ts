import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'

const deploy = join(import.meta.dirname, '../../deploy/haproxy')
const program = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(
  (path) => spawnSync(path, ['-v']).status === 0,
)
/** Where none is installed the tests are skipped visibly. */
export const hasHaproxy = program !== undefined

/** Ports are those of deploy/, so that each front needs machines of its own. */
export function chooseMachines(): { first: string; second: string; other: string } {
  const network = `127.${randomInt(100, 250)}.${randomInt(250)}`
  return { first: `${network}.1`, second: `${network}.2`, other: `${network}.9` }
}

export async function listen(
  address: string,
  port: number,
  answer: RequestListener,
): Promise<Server> {
  const server = createServer(answer).listen(port, address, 4_096)
  await once(server, 'listening')
  server.unref()
  return server
}

export type Front = {
  members: number
  operators: number
  /** What HAProxy says of a server, such as `UP` of `api/api1`. */
  stateOf: (server: string) => Promise<string>
  stop: () => Promise<void>
}

export type FrontOptions = {
  first: string
  second: string
  /** Lines of the file of that name. */
  consoleNetworks?: string
  proxyNetworks?: string
  /** Where a server of members listens that is not checked, in the place of deploy's. */
  serverPort?: number
  env?: Record<string, string>
}

/** HAProxy with the file of deploy/, once it answers members. */
export async function startFront(options: FrontOptions): Promise<Front> {
  const { first, second, consoleNetworks = '', proxyNetworks = '', serverPort, env = {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'kapao-front-'))
  const file = (name: string, lines: string): string => {
    writeFileSync(join(folder, name), lines)
    return join(folder, name)
  }
  const deployed = join(deploy, 'haproxy.cfg')
  const moved = (port: number): string =>
    readFileSync(deployed, 'utf8').replaceAll(':8080" port 9100', `:${port}" no-check`)
  const config = serverPort === undefined ? deployed : file('haproxy.cfg', moved(serverPort))
  const stats = join(folder, 'stats')
  const asked = file('stats.cfg', `global\n  stats socket ${stats} level user\n`)
  const [members, operators] = [await freePort(), await freePort()]
  const child = spawn(program!, ['-db', '-f', config, '-f', asked], {
    stdio: 'ignore',
    env: {
      FRONT_LISTEN: `127.0.0.1:${members}`,
      ERROR_FOLDER: join(deploy, 'errors'),
      API1: first,
      API2: second,
      CONSOLE_LISTEN: `127.0.0.1:${operators}`,
      CONSOLE_NAME: 'desk.example.com',
      CONSOLE_NETWORKS: file('console-networks', consoleNetworks),
      PROXY_NETWORKS: file('proxy-networks', proxyNetworks),
      FIGURES_LISTEN: `127.0.0.1:${await freePort()}`,
      DATABASE_LISTEN: `127.0.0.1:${await freePort()}`,
      DATABASE_READ_LISTEN: `127.0.0.1:${await freePort()}`,
      DB1: first,
      DB2: second,
      DB3: second,
      ...env,
    },
  })
  const stateOf = async (server: string): Promise<string> => {
    const socket = connect(stats)
    socket.end('show stat\n')
    const row = (await text(socket)).split('\n').find((line) => line.startsWith(rowOf(server)))
    return row?.split(',')[17] ?? ''
  }
  const isUp = () => stateOf('api/api1').then(Boolean, () => false)
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error('HAProxy did not start')
    await sleep(50)
  }
  return {
    members,
    operators,
    stateOf,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const rowOf = (server: string): string => `${server.replace('/', ',')},`
