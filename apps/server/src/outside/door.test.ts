import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { movableClock } from '#testing/worlds/test-app.ts'
import { openDoorFigures } from './door-figures.ts'
import { openOutboundDoor, shareWork, type DoorLimits, type NoReply } from './door.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function neighbour(listener: RequestListener) {
  let connections = 0
  const server = createServer(listener).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  closing.push(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, countConnections: () => connections, close }
}

function knock(url: string, timeoutMs = 8_000) {
  const door = openOutboundDoor({
    name,
    clock: movableClock(),
    figures: openDoorFigures(),
    timeoutMs,
    atOnceMax: 8,
    waitingMax: 0,
    waitMs: 0,
  })
  return door({ method: 'POST', url, body: 'a=1' })
}

test('consecutive calls share a connection', async () => {
  const there = await neighbour((_, response) => response.end('\uFEFFyes'))
  for (let call = 0; call < 3; call += 1)
    expect(await knock(there.url)).toEqual({ status: 200, text: 'yes' })
  expect(there.countConnections()).toBe(1)
})

test('a redirect is a reply and is not followed', async () => {
  const there = await neighbour((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )
  expect(await knock(there.url)).toEqual({ status: 302, text: '' })
})

test('without a listener, or at an invalid address, the request never arrived', async () => {
  const there = await neighbour(() => undefined)
  there.close()
  await expect(knock(there.url)).rejects.toMatchObject({ reached: 'never' })
  await expect(knock('no address')).rejects.toMatchObject({ reached: 'never' })
})

test('a connection that is cut before or within the reply may have delivered the request', async () => {
  const before = await neighbour((request) => request.socket.destroy())
  await expect(knock(before.url)).rejects.toMatchObject({ reached: 'perhaps' })
  const within = await neighbour((request, response) => {
    response.writeHead(200, { 'content-length': 9 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(knock(within.url)).rejects.toMatchObject({ reached: 'perhaps' })
})

test(
  'a reply that takes longer than a connection may be idle is waited for, up to the limit',
  { tags: 'long-1', timeout: 40_000 },
  async () => {
    const slow = await neighbour((_, response) => setTimeout(() => response.end('late'), 4_500))
    await expect(knock(slow.url, 500)).rejects.toMatchObject({ reached: 'perhaps' })
    expect(await knock(slow.url, 30_000)).toEqual({ status: 200, text: 'late' })
  },
)

test('a reply that never ends is cut off', async () => {
  const there = await neighbour((_, response) => {
    response.on('error', () => undefined)
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  const cut = { reached: 'perhaps', message: 'the reply is too long' }
  await expect(knock(there.url)).rejects.toMatchObject(cut)
})

/** A system that answers when the test says so, and records the order of requests. */
async function slowNeighbour() {
  const asked: string[] = []
  const waiting: { name: string; answer: (status: number) => void }[] = []
  const there = await neighbour((request, response) => {
    const name = request.url!.slice(1)
    asked.push(name)
    waiting.push({ name, answer: (status) => void response.writeHead(status).end(name) })
  })
  const answerOne = async (status = 200): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!.answer(status)
  }
  return { ...there, asked, waiting, answerOne }
}

const name = { system: 'test', party: '', kind: 'knock' }

const usual: DoorLimits = { timeoutMs: 5_000, waitMs: 2_000, atOnceMax: 2, waitingMax: 10 }

async function openStreet(limits: Partial<DoorLimits> = {}) {
  const there = await slowNeighbour()
  const clock = movableClock()
  const figures = openDoorFigures()
  const door = openOutboundDoor({ clock, figures, name, ...usual, ...limits })
  /** The result: the body, or whether the request may have arrived, and why not. */
  const knock = (name: string, timeoutMs?: number): Promise<string> => {
    const [owner] = name.split('-')
    const request = { method: 'GET' as const, url: there.url + name, owner: owner! }
    return door(timeoutMs === undefined ? request : { ...request, timeoutMs }).then(
      ({ text }) => text,
      (error: NoReply) => `${error.reached}: ${error.message}`,
    )
  }
  return { ...there, clock, knock }
}

describe('the queue in front of a door', () => {
  test('RUN-04 requests beyond the slots wait, and owners take turns', async () => {
    const { knock, asked, answerOne } = await openStreet({ ownerAtOnceMax: 2 })
    const all = ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'c-1'].map((name) => knock(name))
    for (let n = 0; n < 6; n += 1) await answerOne()
    expect(await Promise.all(all)).toEqual(['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'c-1'])
    expect(asked.indexOf('b-1')).toBeLessThan(asked.indexOf('a-4'))
    expect(asked.indexOf('c-1')).toBeLessThan(asked.indexOf('a-4'))
  })

  test('RUN-04 a request that gives up in the queue was never sent, whatever comes later', async () => {
    const { knock, asked, answerOne } = await openStreet({
      atOnceMax: 1,
      waitingMax: 1,
      waitMs: 50,
    })
    const first = knock('a-1')
    const late = knock('b-1')
    expect(await knock('c-1')).toBe('never: the line is full at our own door')
    expect(await late).toBe('never: no turn in time at our own door')
    await answerOne()
    expect(await first).toBe('a-1')
    const next = knock('d-1')
    await answerOne()
    expect(await next).toBe('d-1')
    expect(asked).toEqual(['a-1', 'd-1'])
  })

  test('RUN-04 one owner has a limited number of requests running and queued', async () => {
    const { knock, asked, waiting, answerOne } = await openStreet({
      atOnceMax: 3,
      ownerAtOnceMax: 1,
      ownerWaitingMax: 1,
    })
    const mine = ['a-1', 'a-2', 'a-3'].map((name) => knock(name))
    expect(await mine[2]).toContain('never')
    const others = ['b-1', 'c-1'].map((name) => knock(name))
    await expect.poll(() => waiting.length).toBe(3)
    expect(asked.toSorted()).toEqual(['a-1', 'b-1', 'c-1'])
    for (let n = 0; n < 4; n += 1) await answerOne()
    expect(await Promise.all(others)).toEqual(['b-1', 'c-1'])
    expect(await mine[1]).toBe('a-2')
  })

  test(
    'RUN-04 the time in the queue counts: a request gets what is left of the whole, and at least half of it',
    { tags: 'long-2' },
    async () => {
      const { knock, answerOne } = await openStreet({
        atOnceMax: 1,
        timeoutMs: 4_000,
        waitMs: 5_000,
      })
      const began = performance.now()
      const first = knock('a-1')
      const second = knock('b-1')
      const third = knock('c-1', 200)
      // It gives up after half of its time, and is not sent with the rest.
      expect(await third).toBe('never: no turn in time at our own door')
      expect(performance.now() - began).toBeLessThan(1_000)
      // The second request spends this of its time in the queue.
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await answerOne()
      await first
      // It gets no answer: it gives up four seconds after the call, not after it was sent.
      expect(await second).toBe('perhaps: no reply in time')
      expect(performance.now() - began).toBeLessThan(5_000)
    },
  )

  test('RUN-04 an opening breaker refuses queued requests immediately, and lets one try after its pause', async () => {
    const { knock, asked, waiting, clock, answerOne } = await openStreet({
      waitMs: 60_000,
      timeoutMs: 120_000,
      ownerAtOnceMax: 1,
    })
    for (let n = 0; n < 4; n += 1) {
      const failing = knock('a-1')
      await answerOne(500)
      await failing
    }
    const under = ['a-5', 'b-1'].map((name) => knock(name))
    const inLine = ['a-6', 'b-2', 'c-1', 'd-1'].map((name) => knock(name))
    await expect.poll(() => waiting.length).toBe(2)
    await answerOne(500)
    const said = await Promise.all(inLine)
    expect(said).toEqual(inLine.map(() => 'never: the breaker is open'))
    expect(asked.length).toBe(6)
    await answerOne(500)
    await Promise.all(under)
    expect(await knock('e-1')).toBe('never: the breaker is open')

    clock.moveMs(10_000)
    const probes = ['f-1', 'g-1', 'h-1'].map((name) => knock(name))
    await answerOne()
    const refused = 'never: the breaker is open'
    expect(await Promise.all(probes)).toEqual(['f-1', refused, refused])
    expect(asked.length).toBe(7)
  })
})

test('concurrent requests for the same thing share one call, and the next time makes another', async () => {
  let asked = 0
  const share = shareWork(async () => {
    asked += 1
    const mine = asked
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (mine === 2) throw new Error('not now')
    return mine
  })
  expect(await Promise.all([share(), share(), share()])).toEqual([1, 1, 1])
  await expect(share()).rejects.toThrow('not now')
  expect(await share()).toBe(3)
})
