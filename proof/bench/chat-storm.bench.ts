import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { startSession } from '../../apps/server/src/core/session/session.ts'
import { insertMember } from '../../apps/server/src/records/account/store.ts'
import { openGuests } from '../../apps/server/src/talk/chat/guests.ts'
import type { Bench } from './report.ts'
import type { Job, StormReport } from '../../apps/server/src/testing/chat/storm-clients.ts'
import type {
  TurnsRequest,
  Turns,
  TurnsReport,
} from '../../apps/server/src/testing/chat/turn-watch.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const guestCount = 1_500
const memberCount = 300
/** Tabs and phones of one member. */
const pagesOfMember = 5
const pagesOfNetwork = 150
const pollsPerSecond = 20
const patienceMs = 120_000
/**
 * The pages would be phones elsewhere; here they share two processors with the server and must not distort the
 * measurement.
 */
const clientsPriority = 10
const folder = import.meta.dirname
const testing = join(folder, '../../apps/server/src/testing/chat')

/**
 * F48: the server is killed under 3,000 open pages of members and guests, which all reconnect at once while other calls
 * go on.
 */
export const bench: Bench = {
  name: 'chat-storm',
  proves: ['F48'],
  run: async (report, { long }) => {
    const stage = await setStage({ members: 0, connections: 8 })
    const port = await freePort()
    const clients = fork(join(testing, 'storm-clients.ts'))
    setPriority(clients.pid!, clientsPriority)
    let server: ChildProcess | null = null
    try {
      const crowd = await gather(stage)
      const count = crowd.pages.length
      server = await startServer(stage, port)
      const seen = follow(clients)
      clients.send({ address: `http://127.0.0.1:${port}`, pages: crowd.pages } satisfies Job)
      await until(() => seen.connected === count, 'all are there')
      report({ name: 'chat-storm.sockets', value: count, unit: 'sockets', target: '>= 3000' })
      for (let round = 1; round <= (long ? 5 : 1); round += 1) {
        const died = once(server, 'exit')
        server.kill('SIGKILL')
        await died
        await until(() => seen.connected === 0, 'all have noticed')
        server = await startServer(stage, port)
        const up = performance.now()
        await askTurns(server)
        const polling = poll(port, crowd.guests)
        await until(() => seen.connected === count, 'all are back')
        const backMs = performance.now() - up
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        const { p50, p99, failed } = await polling.stop()
        const turns = await askTurns(server)
        // The measure that holds on a busy machine: processor time equals the duration on an otherwise idle one.
        report({
          name: 'chat-storm.cpu',
          value: cpuSecondsOf(server.pid!),
          unit: 's',
          target: '<= 6',
        })
        report({ name: 'chat-storm.back', value: backMs / 1_000, unit: 's', target: '<= 6' })
        report({ name: 'chat-storm.http.p50', value: p50, unit: 'ms' })
        report({ name: 'chat-storm.http.p99', value: p99, unit: 'ms', target: '<= 500' })
        report({ name: 'chat-storm.turn.p99', value: turns.delayP99Ms, unit: 'ms' })
        report({ name: 'chat-storm.turn.max', value: turns.delayMaxMs, unit: 'ms' })
        report({ name: 'chat-storm.turn.cpu', value: turns.cpuMaxMs, unit: 'ms' })
        report({ name: 'chat-storm.http.failed', value: failed, unit: 'calls', target: '<= 0' })
        // Errors of a server that is still starting are not counted here; those of an overloaded one are.
        report({ name: 'chat-storm.refused', value: seen.refused, unit: 'sockets', target: '<= 0' })
        report({ name: 'chat-storm.memory', value: megabytesOf(server.pid!), unit: 'MB' })
      }
      // Every reconnected page receives a greeting, the message sent, and the answer.
      const before = seen.received
      for (const guest of crowd.guests.slice(0, 20)) await say(port, guest)
      await until(() => seen.received - before >= 60, 'the senders have received all answers')
      report({
        name: 'chat-storm.heard',
        value: seen.received - before,
        unit: 'messages',
        target: '= 60',
      })
    } finally {
      clients.kill()
      server?.kill('SIGKILL')
      await stage.stop()
    }
  },
}

type Crowd = { pages: Job['pages']; guests: string[] }

async function gather({ db }: BenchDatabase): Promise<Crowd> {
  const around = { db, clock: systemClock, ids: systemIds }
  const guests = openGuests(around)
  const auths: Record<string, string>[] = []
  const guestIds: string[] = []
  for (let at = 0; at < guestCount; at += 1) guestIds.push(await guests.make())
  for (const guestId of guestIds) auths.push({ guestId })
  for (let at = 0; at < memberCount; at += 1) {
    const id = await addMember(db, at)
    for (let page = 0; page < pagesOfMember; page += 1) {
      const who = { memberId: id, address: '127.0.0.1', device: 'bench' }
      auths.push({ token: await startSession(around, db, who) })
    }
  }
  // The pages have been open for a while, so that reconnecting is the first use that is recorded.
  await db.query("update core_session set last_used_at = now() - interval '10 minutes'")
  const pages = auths.map((auth, at) => ({
    auth,
    network: `10.${Math.floor(at / pagesOfNetwork)}.0.1`,
  }))
  return { pages, guests: guestIds }
}

async function addMember(db: BenchDatabase['db'], at: number): Promise<string> {
  const id = systemIds.code()
  const phone = `08${String(at).padStart(8, '0')}`
  await db.begin((tx) =>
    insertMember(tx, {
      id,
      phone: `+66${phone.slice(1)}`,
      username: phone,
      name: 'Storm',
      currency: 'BAHT',
      bankCode: 'KBANK',
      bankAccountName: 'STORM BENCH',
      bankAccountNo: String(1_000_000_000 + at),
      sourceCode: null,
      invitedBy: null,
      language: 'th',
      createdAt: systemClock.now(),
      passwordHash: 'none',
    }),
  )
  return id
}

async function startServer(stage: BenchDatabase, port: number): Promise<ChildProcess> {
  const child = fork(join(folder, '../../apps/server/src/main.ts'), [], {
    env: {
      DATABASE_URL: stage.url,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1000000',
    },
    execArgv: [...process.execArgv, '--import', join(testing, 'turn-watch.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server ended before it was ready')
  })
  await Promise.race([once(child, 'message'), ended])
  // From here on a kill is expected and no failure.
  ended.catch(() => undefined)
  return child
}

/** The event loop's turns since the last request. */
async function askTurns(server: ChildProcess): Promise<Turns> {
  const answered = once(server, 'message')
  server.send('turns' satisfies TurnsRequest)
  const [{ turns }] = (await answered) as [TurnsReport]
  return turns
}

/** The client's errors when no server listens. */
const notThere = ['websocket error', 'xhr poll error']

function follow(clients: ChildProcess): { connected: number; received: number; refused: number } {
  const seen = { connected: 0, received: 0, refused: 0 }
  clients.on('message', (message: StormReport) => {
    if (message.what === 'received') seen.received = message.received
    else {
      seen.connected = message.connected
      const named = Object.entries(message.refused).filter(([name]) => !notThere.includes(name))
      seen.refused = named.reduce((sum, [, count]) => sum + count, 0)
    }
  })
  return seen
}

/** The load of people without a socket meanwhile: the settings of the chat and a page of history, alternating. */
function poll(port: number, guests: readonly string[]) {
  const latencies: number[] = []
  let failed = 0
  const calls: Promise<void>[] = []
  const call = async (at: number): Promise<void> => {
    const from = performance.now()
    const answer = await ask(port, guests[at % guests.length]!, at % 2 === 0 ? null : 'history')
    if (answer) latencies.push(performance.now() - from)
    else failed += 1
  }
  const timer = setInterval(() => calls.push(call(calls.length)), 1_000 / pollsPerSecond)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(calls)
      latencies.sort((a, b) => a - b)
      const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
      return { p50: at(0.5), p99: at(0.99), failed }
    },
  }
}

async function ask(port: number, guestId: string, what: 'history' | null): Promise<boolean> {
  const headers = { 'x-guest': guestId, 'content-type': 'application/json' }
  const answer =
    what === null
      ? fetch(`http://127.0.0.1:${port}/api/chat/config`, { headers })
      : fetch(`http://127.0.0.1:${port}/api/chat/history`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ skip: 0, limit: 10 }),
        })
  return answer.then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
}

async function say(port: number, guestId: string): Promise<void> {
  const message = { message_type: 'text', payload: { message: 'hello' } }
  const answer = await fetch(`http://127.0.0.1:${port}/api/chat/send-message`, {
    method: 'POST',
    headers: { 'x-guest': guestId, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  if (!answer.ok) throw new Error(`a guest could not speak: ${await answer.text()}`)
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it never came to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const ticksPerSecond = 100

/** User and system time since the process started. */
function cpuSecondsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user! + system!) / ticksPerSecond
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
