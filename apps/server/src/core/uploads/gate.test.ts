import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import type { Refused } from '../refused.ts'
import { route } from '../calls/route.ts'
import { createGate, type GateLimits, type Uploader } from './gate.ts'
import type { Pace } from './pace.ts'

const take = endpoint({
  summary: 'A call of this test.',
  access: 'public',
  rate: 'read',
  refusals: [],
  method: 'POST',
  path: '/api/try/take',
  input: null,
  output: z.object({}),
  multipart: { files: ['file'], fields: [] },
})

const takeOfMember = endpoint({ ...take, access: 'member', path: '/api/try/take-of-member' })

let inside = 0
const folder = tempFolder()
const database = testDatabase()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp(database, {
    config: { trustedProxies: ['127.0.0.0/8'] },
    registerCalls: (api) => {
      route(api, take, async (_caller, upload) => {
        inside += 1
        await upload.receive({ path: '/dev/null/none', bytesMax: 100 }).finally(() => (inside -= 1))
        return {}
      })
      route(api, takeOfMember, async (_caller, upload) => {
        const path = join(folder, randomUUID())
        const { file } = await upload.receive({ path, bytesMax: 10_000_000 })
        if (file) rmSync(path)
        return {}
      })
    },
  })
})
afterAll(async () => {
  await app.close()
})

const post = (address: string, body: string) =>
  `POST /api/try/take HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: ${address}\r\n` +
  `content-length: 8\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n${body}`

function hold(address: string): Socket {
  const socket = connect(app.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(post(address, '--b'))
  return socket
}

test('F53 the addresses of one household share its slots, and the next household has its own', async () => {
  const held = ['::1', '::2', ':a:b:c:d', ':a:b:c:e'].map((end) => hold(`2001:db8:1:2${end}`))
  await expect.poll(() => inside).toBe(4)
  const whole = '--b--\r\n\r'
  expect(await exchange(app.port, post('2001:db8:1:2::3', whole))).toMatch(/"REQUEST_LIMIT"/)
  expect(await exchange(app.port, post('2001:db8:1:3::3', whole))).not.toMatch(/"REQUEST_LIMIT"/)
  for (const socket of held) socket.destroy()
  await expect.poll(() => inside).toBe(0)
})

/** Sends the beginning of a file, and nothing more; the answer is collected. */
function begin(token: string): { socket: Socket; text: () => string } {
  const socket = connect(app.port, '127.0.0.1')
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (part) => (text += String(part)))
  socket.write(
    `POST /api/try/take-of-member HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
      `content-length: 1000000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n` +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  )
  return { socket, text: () => text }
}

function uploadWhole(token: string): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(300_000)]), 'a')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${app.address}/api/try/take-of-member`, { method: 'POST', body: form, headers })
}

test(
  'RUN-07 seventy members who hold all slots block no other, and a displaced upload is answered 503',
  { tags: 'long-2', timeout: 90_000 },
  async () => {
    const tokens: string[] = []
    for (let at = 0; at < 70; at += 1) tokens.push(await app.login(`HOLDS${at}`))
    const held = tokens.flatMap((token) => [begin(token), begin(token)])
    // 140 try for 128 slots, so 128 files are begun.
    await expect.poll(() => readdirSync(folder).length, { timeout: 30_000 }).toBe(128)
    const honest: string[] = []
    for (let at = 0; at < 12; at += 1) honest.push(await app.login(`HONEST${at}`))
    const answers = await Promise.all(honest.map(uploadWhole))
    expect(answers.map(({ status }) => status)).toEqual(honest.map(() => 200))
    const displaced = held.filter(({ text }) => text().includes('"SERVICE_BUSY"'))
    expect(displaced.length).toBeGreaterThanOrEqual(12)
    for (const { text } of displaced) {
      expect(text()).toMatch(/^HTTP\/1.1 503 /)
      expect(text()).toMatch(/\r\nretry-after: 5\r\n/i)
    }
    // The connection of a sender that continues ends too.
    await expect
      .poll(() => displaced.every(({ socket }) => socket.destroyed), { timeout: 10_000 })
      .toBe(true)
    for (const { socket } of held) socket.destroy()
    await expect.poll(() => readdirSync(folder), { timeout: 10_000 }).toEqual([])
  },
)

describe('whose slot a newcomer gets', () => {
  const paceOf = (rate: number, more: Partial<Pace> = {}): Pace => ({
    add: () => undefined,
    tick: () => undefined,
    bytesIn: () => 0,
    ageMs: 60_000,
    bytes: 0,
    rate,
    ...more,
  })
  /**
   * Uploads that last until they are ended, by name: `owner@network`, with a number after a space when there are
   * several.
   */
  function world(limits: Partial<GateLimits>) {
    const gate = createGate({ lookEveryMs: 10, waitMs: 200, ...limits })
    const states: Record<string, string> = {}
    const ends = new Map<string, () => void>()
    const come = (name: string, pace: Pace) => {
      const [owner, network] = name.split(' ')[0]!.split('@')
      const who: Uploader = {
        owner: owner!,
        network: network!,
        isGuest: owner!.startsWith('guest'),
      }
      states[name] = 'waits'
      return gate(who, pace, ({ displaced }) => {
        states[name] = 'in'
        return Promise.race([displaced, new Promise<void>((resolve) => ends.set(name, resolve))])
      }).then(
        () => (states[name] = 'done'),
        (error: Refused) => (states[name] = error.code),
      )
    }
    const stateOf = (name: string) => () => states[name]
    return { come, states, stateOf, end: (name: string) => ends.get(name)!() }
  }

  test('RUN-07 that of an owner who holds two, however fast, before the slowest', async () => {
    const { come, states, stateOf } = world({ all: 3 })
    void come('a@1', paceOf(10))
    void come('b@2', paceOf(900_000))
    void come('b@2 2', paceOf(800_000))
    void come('c@3', paceOf(100_000))
    await expect.poll(stateOf('c@3')).toBe('in')
    expect(states).toMatchObject({ 'a@1': 'in', 'b@2': 'in', 'b@2 2': 'SERVICE_BUSY' })
    void come('d@4', paceOf(100_000))
    await expect.poll(stateOf('d@4')).toBe('in')
    expect(states).toMatchObject({ 'a@1': 'SERVICE_BUSY', 'b@2': 'in', 'c@3': 'in' })
  })

  test('RUN-07 among about equally slow ones that of the largest network, and never that of a steady or new one', async () => {
    const { come, states, stateOf, end } = world({ all: 4 })
    void come('a@1', paceOf(1_900))
    void come('b@2', paceOf(2_000))
    void come('c@2', paceOf(40_000))
    void come('d@3', paceOf(0, { ageMs: 1_000 }))
    void come('e@4', paceOf(100_000))
    await expect.poll(stateOf('e@4')).toBe('in')
    expect(states).toMatchObject({ 'a@1': 'in', 'b@2': 'SERVICE_BUSY', 'c@2': 'in', 'd@3': 'in' })
    void come('f@5', paceOf(100_000))
    await expect.poll(stateOf('f@5')).toBe('in')
    expect(states['a@1']).toBe('SERVICE_BUSY')
    // No upload may be displaced now: one newcomer waits, and is admitted when one ends or refused when none does.
    expect(await come('g@6', paceOf(100_000))).toBe('SERVICE_BUSY')
    void come('h@7', paceOf(100_000))
    expect(states['h@7']).toBe('waits')
    end('c@2')
    await expect.poll(stateOf('h@7')).toBe('in')
    expect(states).toMatchObject({ 'd@3': 'in', 'e@4': 'in', 'f@5': 'in' })
  })

  test('RUN-07 guests have half of the slots, and take none from members', async () => {
    const { come, states, stateOf, end } = world({ all: 5, guests: 2 })
    for (const name of ['a@1', 'b@2']) void come(name, paceOf(10))
    for (const name of ['guest1@3', 'guest2@4']) void come(name, paceOf(100_000))
    expect(await come('guest3@5', paceOf(10))).toBe('SERVICE_BUSY')
    expect(states).toMatchObject({ 'a@1': 'in', 'b@2': 'in', 'guest1@3': 'in', 'guest2@4': 'in' })
    void come('guest4@6', paceOf(10))
    end('guest1@3')
    await expect.poll(stateOf('guest4@6')).toBe('in')
    for (const name of ['c@6', 'd@7']) void come(name, paceOf(10))
    await expect.poll(stateOf('d@7')).toBe('in')
    expect(states).toMatchObject({ 'a@1': 'in', 'b@2': 'in', 'guest4@6': 'SERVICE_BUSY' })
  })

  test('RUN-07 half-received bytes on disk have a limit, and the slowest of the large uploads ends', async () => {
    const gate = createGate({ bytes: 1_000 })
    const outcomes: string[] = []
    const take = (owner: string, rate: number, bytes: number) => {
      let all = 0
      const pace: Pace = {
        ...paceOf(rate),
        add: (more) => (all += more),
        get bytes() {
          return all
        },
      }
      const isGuest = false
      return gate({ owner, network: owner, isGuest }, pace, ({ add, displaced }) => {
        add(bytes)
        return displaced
      }).catch(({ code }: Refused) => outcomes.push(`${owner} ${code}`))
    }
    void take('slow', 10, 500)
    void take('fast', 100_000, 450)
    void take('small', 0, 10)
    await Promise.resolve()
    expect(outcomes).toEqual([])
    void take('last', 50_000, 100)
    await expect.poll(() => outcomes).toEqual(['slow SERVICE_BUSY'])
  })
})
