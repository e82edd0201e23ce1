import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(
  (path) => spawnSync(path, ['-v']).status === 0,
)
const deploy = join(import.meta.dirname, '../../deploy/haproxy')
/** Ports are those of deploy/, so that each run needs addresses of its own. */
const machine = `127.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`
const [first, second, desk] = [`${machine}.1`, `${machine}.2`, `${machine}.9`]
const name = 'desk.example.com'

let members: number
let operators: number

async function serve(address: string, port: number, text: string): Promise<void> {
  const server = createServer((asked, answer) =>
    answer.end(`${text} ${String(asked.headers['x-forwarded-for'])}`),
  ).listen(port, address)
  await once(server, 'listening')
  server.unref()
}

type Asking = { port: number; host: string; from: string; claimed?: string }

/** What is answered; null where the connection is not taken. */
function ask({ port, host, from, claimed = '10.9.9.9' }: Asking): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { host, 'x-forwarded-for': claimed }
    request({ host: '127.0.0.1', port, localAddress: from, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += String(part)))
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`.trim()))
    })
      .on('error', () => resolve(null))
      .end()
  })
}

beforeAll(async () => {
  if (haproxy === undefined) return
  ;[members, operators] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'kapao-proxy-'))
  const networks = join(folder, 'console-networks')
  writeFileSync(networks, `# Who works here.\n${desk}/32\n`)
  for (const [port, text] of [
    [8080, 'api'],
    [9100, 'ready'],
    [8081, 'console'],
    [9102, 'ready'],
  ] as const)
    for (const address of [first, second]) await serve(address, port, text)
  const child = spawn(haproxy, ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    stdio: 'ignore',
    env: {
      FRONT_LISTEN: `127.0.0.1:${members}`,
      ERROR_FOLDER: join(deploy, 'errors'),
      API1: first,
      API2: second,
      CONSOLE_LISTEN: `127.0.0.1:${operators}`,
      CONSOLE_NAME: name,
      CONSOLE_NETWORKS: networks,
      DATABASE_LISTEN: `127.0.0.1:${await freePort()}`,
      DATABASE_READ_LISTEN: `127.0.0.1:${await freePort()}`,
      DB1: first,
      DB2: second,
      DB3: second,
    },
  })
  const isUp = async () =>
    expect(await ask({ port: members, host: 'any', from: desk })).toMatch(/^200/)
  await vi.waitFor(isUp, { timeout: 10_000, interval: 50 })
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
})

test.skipIf(haproxy === undefined)(
  'RUN-78 the console is reached from a network of the list, by its name alone, and is given the real address',
  async () => {
    const asking = { port: operators, host: name, from: desk }
    expect(await ask(asking)).toBe(`200 console ${desk}`)
    expect(await ask({ ...asking, host: `${name.toUpperCase()}:8443` })).toBe(`200 console ${desk}`)
    expect(await ask({ ...asking, host: '127.0.0.1' })).toMatch(/^404/)
    expect(await ask({ ...asking, host: `${name}.evil.example` })).toMatch(/^404/)
    expect(await ask({ ...asking, from: first, claimed: desk })).toBeNull()
  },
)

test.skipIf(haproxy === undefined)(
  'RUN-78 no name leads from the door of members to the console',
  async () => {
    for (const from of [desk, first])
      expect(await ask({ port: members, host: name, from })).toBe(`200 api ${from}`)
  },
)
