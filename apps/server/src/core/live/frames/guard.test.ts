import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Conversation } from '@kapao/contract/chat'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSocket, quietDoor } from '#testing/doubles/member-socket.ts'
import {
  frame,
  opcodes,
  openRawWebSocket,
  type RawWebSocket,
} from '#testing/attacks/raw-websocket.ts'
import { roomOfGuest } from '../admit.ts'
import { openLive, type Live, type LiveDeps } from '../live.ts'
import { frameLimits } from './guard.ts'

let live: Live
let server: Server
let port: number
let admissions = 0
let admitting: () => Promise<string | null>
const lines: RawWebSocket[] = []

const start = async (more: Partial<LiveDeps> = {}): Promise<void> => {
  live = openLive({
    sessions: {
      findInCrowd: async () => ({ lost: 'UNAUTHORIZED' }),
      listLost: async () => [],
      onEnded: () => undefined,
    },
    limiter: { take: async () => null, giveBack: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
    switches: async () => ({
      serviceActive: true,
      clientHeaderRequired: false,
      isBlocked: () => false,
    }),
    findGuest: () => {
      admissions += 1
      return admitting()
    },
    origins: [],
    trustedProxies: [],
    relay: null,
    ...more,
  })
  server = createServer((_, answer) => answer.end('fine'))
  live.attach(server, quietDoor)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
}
const stop = async (): Promise<void> => {
  for (const { socket } of lines.splice(0)) socket.destroy()
  await live.close()
  await new Promise((resolve) => server.close(resolve))
}
beforeEach(() => {
  admissions = 0
  admitting = async () => 'g1'
  return start()
})
afterEach(stop)

const knock = async (options: Parameters<typeof openRawWebSocket>[1] = {}) => {
  const line = await openRawWebSocket(port, options)
  lines.push(line)
  return line
}
const join = frame('40{"guestId":"one"}')
/** Opened, and joined as the page does. */
const enter = async (from = '127.0.0.1'): Promise<RawWebSocket> => {
  const line = await knock({ from })
  await line.waitFor('"sid"')
  line.send(join)
  await line.waitFor('40{"sid"')
  return line
}
const settled = (ms = 100) => new Promise((resolve) => setTimeout(resolve, ms))
const times = (count: number, one: Buffer): Buffer[] => Array.from({ length: count }, () => one)
const echo = `x${'y'.repeat(500)}`

test.each([
  ['another namespace', frame('40/x,')],
  ['another namespace with a long name', frame(`40/${echo},`)],
  ['an event before it has joined', frame('42["join","x"]')],
  ['a packet of an older protocol', frame('2')],
  ['a packet that is allowed, but binary', frame('3', opcodes.binary)],
  ['a binary event', frame('451-["x",{"_placeholder":true,"num":0}]')],
  ['an answer to nothing', frame('430[]')],
  ['a packet that is none', frame('9')],
])('RUN-11 %s ends the line, and is not answered', async (_title, packet) => {
  const line = await knock()
  await line.waitFor('"sid"')
  const before = line.text()
  line.send(packet)
  // The library would wait for its goodbye to be answered.
  await expect.poll(line.isClosed, { timeout: frameLimits.closingPatienceMs - 2_000 }).toBe(true)
  expect(line.text().slice(before.length)).not.toContain('Invalid namespace')
  expect(line.text()).not.toContain(echo)
})

test.each([
  ['events', frame('42["join","x"]')],
  ['pongs', frame('3')],
  ['joining again', frame('40{"guestId":"one"}')],
  ['pings of the line', frame('', opcodes.ping)],
  ['pongs of the line', frame('', opcodes.pong)],
])('RUN-11 %s without end are counted, and end the line', async (_title, packet) => {
  const line = await enter()
  line.send(...times(frameLimits.frames.burst + 5, packet))
  await line.closed
  expect(line.isClosed()).toBe(true)
})

test('RUN-11 a page that sends what our page sends, and as much, stays', async () => {
  const line = await enter()
  line.send(...times(frameLimits.frames.burst - 10, frame('42["join","x"]')))
  line.send(frame('3'))
  await settled(300)
  expect(line.isClosed()).toBe(false)
  expect(live.here.rooms()).toEqual([roomOfGuest('g1')])
})

test('RUN-11 one connection joins once, however often it asks while it waits', async () => {
  let letIn: (guest: string) => void = () => undefined
  admitting = () => new Promise((resolve) => (letIn = resolve))
  const line = await knock()
  await line.waitFor('"sid"')
  line.send(...times(30, join))
  await expect.poll(() => admissions).toBe(1)
  await settled(200)
  expect(admissions).toBe(1)
  letIn('g1')
  await line.waitFor('40{"sid"')
  expect(line.text().match(/40\{"sid"/g)).toHaveLength(1)
})

test(
  'RUN-11 an unreadable join ends the connection, and nothing after it is read',
  { tags: 'long-2' },
  async () => {
    const line = await knock()
    await line.waitFor('"sid"')
    line.send(...times(50, frame('40{bad}')))
    await line.closed
    expect(admissions).toBe(0)
  },
)

test('RUN-11 a message in so many parts that it never completes ends the connection', async () => {
  const line = await enter()
  line.send(frame('4', opcodes.text, false))
  line.send(...times(4_000, frame('', opcodes.more, false)))
  await line.closed
  expect(line.isClosed()).toBe(true)
})

test('RUN-11 a message over 4 KB ends the connection, and nothing is compressed', async () => {
  const offered = 'sec-websocket-extensions: permessage-deflate\r\n'
  const line = await knock({ headers: offered })
  await line.waitFor('"sid"')
  expect(line.text()).not.toContain('permessage-deflate')
  line.send(frame(`40{"guestId":"${'x'.repeat(frameLimits.messageBytesMax)}"}`))
  await line.closed
  expect(admissions).toBe(0)
})

test('RUN-11 frames that come with the handshake end the connection before any lookup', async () => {
  const early = await knock({ early: join })
  await early.closed
  expect(early.text()).not.toContain('"sid"')
})

test('RUN-11 the sockets of one network share what they may send, and other networks keep theirs', async () => {
  await stop()
  await start({ frames: { networkFrames: { burst: 20, perMinute: 1 } } })
  const flooding = await enter('127.0.0.3')
  const other = await enter('127.0.0.2')
  flooding.send(...times(25, frame('3')))
  await flooding.closed
  other.send(frame('3'))
  await settled()
  expect(other.isClosed()).toBe(false)
})

test('RUN-11 a network that connects endlessly is refused for a while, and others are not', async () => {
  await stop()
  await start({ factor: 0.01 })
  for (let n = 0; n < 3; n += 1) await (await knock({ from: '127.0.0.3' })).waitFor('"sid"')
  const fourth = await knock({ from: '127.0.0.3' })
  await fourth.closed
  expect(fourth.text()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: [\s\S]*REQUEST_LIMIT/)
  await (await knock({ from: '127.0.0.2' })).waitFor('"sid"')
})

/** Long enough that the system's buffers do not hold many of them. */
const message: Conversation = {
  _id: 'c1',
  seq: 1,
  sender: 'other',
  message: { message_type: 'text', payload: { message: 'x'.repeat(64 * 1024) } },
  createdAt: '2026-11-21T05:00:00Z',
  session_id: 's1',
  userId: null,
  guestId: 'g1',
  username: null,
  name: null,
  deviceToken: '',
}

test('RUN-11 a client that does not read pushes is cut before it costs memory, and one that reads gets all of them', async () => {
  const reader = await openSocket(`http://127.0.0.1:${port}`, { guestId: 'one' })
  const deaf = await enter()
  deaf.socket.pause()
  const room = roomOfGuest('g1')
  let sent = 0
  const isCut = () => {
    if (!deaf.isClosed()) deaf.socket.write(frame('3'))
    return deaf.isClosed()
  }
  while (sent < 400 && !(sent % 20 === 19 && isCut())) {
    live.here.send(room, { messaging: message })
    sent += 1
    await settled(2)
  }
  await expect.poll(isCut).toBe(true)
  await expect.poll(() => reader.messages.length, { timeout: 10_000 }).toBe(sent)
  reader.socket.close()
}, 30_000)

test('RUN-11 a client that leaves a little unread for long is cut too', async () => {
  await stop()
  await start({ frames: { unreadPatienceMs: 200, lookEveryMs: 50, unreadBytesMax: 2 ** 30 } })
  const deaf = await enter()
  deaf.socket.pause()
  for (let n = 0; n < 200; n += 1) live.here.send(roomOfGuest('g1'), { messaging: message })
  const isCut = () => {
    if (!deaf.isClosed()) deaf.socket.write(frame('', opcodes.pong))
    return deaf.isClosed()
  }
  await expect.poll(isCut, { timeout: 5_000, interval: 200 }).toBe(true)
})
