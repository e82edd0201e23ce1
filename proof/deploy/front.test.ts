import { once } from 'node:events'
import { Agent, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseMachines, hasHaproxy, listen, startFront } from './front.ts'

type Machine = {
  /** What its health says; null leaves the question without an answer. */
  ready: number | null
  answer: (response: ServerResponse) => void
  calls: number
  /** As a process that ends: what it has is reset, and nothing listens any more. */
  die: () => void
}

async function openMachine(address: string): Promise<Machine> {
  const machine: Machine = {
    ready: 200,
    answer: (response) => void response.end('done'),
    calls: 0,
    die: () => undefined,
  }
  const calls = await listen(address, 8080, (_, response) => {
    machine.calls += 1
    machine.answer(response)
  })
  calls.on('upgrade', (_, socket) => {
    socket.on('error', () => undefined)
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
        'sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    )
  })
  const health = await listen(address, 9100, (_, response) => {
    if (machine.ready !== null) response.writeHead(machine.ready).end()
  })
  machine.die = () => {
    for (const server of [calls, health]) {
      server.close()
      server.closeAllConnections()
    }
  }
  onTestFinished(machine.die)
  return machine
}

const until = (isSo: () => Promise<void> | void, timeout = 20_000) =>
  vi.waitFor(isSo, { timeout, interval: 50 })

async function openFront() {
  const { first, second } = chooseMachines()
  const machines = [await openMachine(first), await openMachine(second)] as const
  const front = await startFront({ first, second })
  onTestFinished(front.stop)
  // Until its first check is answered, a process is one failure away from being down.
  await until(async () => {
    for (const name of ['api1', 'api2', 'api1-busy', 'api2-busy'])
      for (const way of ['api', 'sockets']) expect(await front.stateOf(`${way}/${name}`)).toBe('UP')
  })
  return { machines, front }
}

type Call = { status: number; ms: number }

function call(port: number, path = '/api/wallet'): Promise<Call> {
  const begun = performance.now()
  const agent = new Agent({ maxSockets: 1 })
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume().on('end', () => {
        agent.destroy()
        resolve({ status: answer.statusCode!, ms: performance.now() - begun })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** As a page does; the socket stays open. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: any\r\nupgrade: websocket\r\n' +
      'connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [said] = (await once(socket, 'data')) as [Buffer]
  if (!said.toString().startsWith('HTTP/1.1 101')) throw new Error(said.toString())
  socket.on('error', () => undefined)
  return socket
}

describe.skipIf(!hasHaproxy)('HAProxy with our file', () => {
  test(
    'FRONT-01 more open pages than a process takes calls leave every place of calls free',
    { tags: 'long-1' },
    async () => {
      const { front } = await openFront()
      // As far as the open files of this process go: each page has two here, and two at HAProxy.
      const pages = 4_400
      for (let at = 0; at < pages; at += 100)
        await Promise.all(Array.from({ length: 100 }, () => openSocket(front.members)))
      const calls = await Promise.all(Array.from({ length: 20 }, () => call(front.members)))
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200))
      expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(2_000)
    },
  )

  test(
    'FRONT-02 a busy process is neither called dead nor are its calls cut; a dead one is out within three seconds',
    { tags: 'long-2' },
    async () => {
      const { front, machines } = await openFront()
      const [busy, dead] = machines
      const cuts = vi.fn()
      const socket = await openSocket(front.members)
      socket.on('close', cuts)
      for (const machine of machines)
        machine.answer = (response) => void setTimeout(() => response.end('late'), 5_000)
      const running = Promise.all([call(front.members), call(front.members)])
      for (const machine of machines) machine.ready = null
      await sleep(4_500)
      expect(await front.stateOf('api/api1')).toMatch(/^UP/)
      expect(await front.stateOf('api/api2')).toMatch(/^UP/)
      expect((await running).map(({ status }) => status)).toEqual([200, 200])
      expect(cuts).not.toHaveBeenCalled()

      for (const machine of machines) {
        machine.ready = 200
        machine.answer = (response) => void response.end('done')
      }
      await until(async () => expect(await front.stateOf('api/api2')).toBe('UP'))
      dead.die()
      const died = performance.now()
      const asked: number[] = []
      while (!(await front.stateOf('api/api2')).startsWith('DOWN'))
        asked.push((await call(front.members)).status)
      expect(performance.now() - died).toBeLessThan(3_000)
      expect(asked.every((status) => status === 200)).toBe(true)
      expect(busy.calls).toBeGreaterThan(0)
    },
  )

  test('FRONT-03 a process that says 503 to its check gets nothing new at once, and ends what it has', async () => {
    const { front, machines } = await openFront()
    const [stopping] = machines
    stopping.answer = (response) => void setTimeout(() => response.end('late'), 1_500)
    const running = [call(front.members), call(front.members)]
    await until(() => expect(stopping.calls).toBe(1))
    stopping.ready = 503
    await until(async () => expect(await front.stateOf('api/api1')).toMatch(/^NOLB/), 1_500)
    for (let at = 0; at < 10; at += 1) expect((await call(front.members)).status).toBe(200)
    expect(stopping.calls).toBe(1)
    expect((await call(front.members, '/front-is-well')).status).toBe(200)
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
  })

  test(
    'FRONT-04 when no process answers its check, calls still go to all of them: busy is not dead',
    { tags: 'long-3' },
    async () => {
      const { front, machines } = await openFront()
      for (const machine of machines) machine.ready = null
      await until(async () => {
        for (const name of ['api/api1', 'api/api2'])
          expect(await front.stateOf(name)).toMatch(/^DOWN/)
      })
      for (let at = 0; at < 10; at += 1) expect((await call(front.members)).status).toBe(200)
      await openSocket(front.members)
      // One that has said that it is not ready is not busy.
      for (const machine of machines) machine.ready = 503
      await until(async () => expect((await call(front.members)).status).toBe(503))
      expect((await call(front.members, '/front-is-well')).status).toBe(503)
    },
  )

  test('FRONT-05 a call that one process cannot do is done by the other one, and a brown-out is not multiplied', async () => {
    const { front, machines } = await openFront()
    const [failing, sound] = machines
    const count = () => machines.reduce((sum, { calls }) => sum + calls, 0)
    failing.answer = (response) => void response.writeHead(503).end()
    for (let at = 0; at < 10; at += 1) expect((await call(front.members)).status).toBe(200)
    sound.answer = failing.answer
    let before = count()
    expect((await call(front.members)).status).toBe(503)
    expect(count() - before).toBe(2)

    for (const machine of machines)
      machine.answer = (response) => void setTimeout(() => response.writeHead(503).end(), 1_000)
    before = count()
    const crowd = await Promise.all(Array.from({ length: 1_500 }, () => call(front.members)))
    expect(crowd.every(({ status }) => status === 503)).toBe(true)
    // Those that came first have nobody beside them, and may be sent a second time.
    expect(count() - before).toBeLessThan(1_500 * 1.4)
  })
})
