import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callOnce } from '../call-once.ts'
import { waitForOutcome } from './outcome.ts'
import { addPending } from './pending-book.ts'
import { listPending } from './pending.ts'

const key = 'k'.repeat(32)
const kept = new Map<string, string>()
let server: Server
let answers: (string | null)[]
let asked: string[]

/** Stubs what the page has in a browser and Node lacks. */
beforeEach(async () => {
  kept.clear()
  answers = []
  asked = []
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('sessionStorage', store)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true })
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer == null) return void request.socket.destroy()
    response.writeHead(200).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = fetch
  // The page calls its own server, by addresses without a host.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(origin + path, init))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const outcome = (state: string, code?: string) => JSON.stringify({ state, route: null, code })
const at = () => new AbortController()

test('an outcome is returned and forgotten, and only the question is sent', async () => {
  addPending({ key, route: 'POST /api/wallet/transfer' })
  answers = [outcome('done', 'SUCCESS')]
  const ended = await waitForOutcome(key, { stop: at().signal })
  expect(ended).toMatchObject({ state: 'done', code: 'SUCCESS' })
  expect(listPending()).toEqual([])
  expect(asked).toEqual([`GET /api/outcome/${key}`])
})

test('a running call stays on the list, and a push makes the page ask earlier', async () => {
  addPending({ key, route: 'POST /api/wallet/transfer' })
  answers = [outcome('running'), outcome('done', 'TRANSFER_FAIL')]
  let wakes = 0
  const began = Date.now()
  const ended = await waitForOutcome(key, {
    stop: at().signal,
    onRunning: () => expect(listPending()).toHaveLength(1),
    wake: (ask) => {
      wakes += 1
      const timer = setTimeout(ask, 20)
      return () => clearTimeout(timer)
    },
  })
  expect(ended?.code).toBe('TRANSFER_FAIL')
  expect(wakes).toBe(1)
  expect(Date.now() - began).toBeLessThan(2_000)
})

test('a question without an answer is repeated', async () => {
  answers = [null, outcome('never')]
  const ended = await waitForOutcome(key, {
    stop: at().signal,
    wake: (ask) => {
      setTimeout(ask, 10)
      return () => undefined
    },
  })
  expect(ended?.state).toBe('never')
  expect(asked).toHaveLength(2)
})

test(
  'after a stop nothing more is reported, and the call stays on the list',
  { tags: 'long-2' },
  async () => {
    addPending({ key, route: 'POST /api/wallet/transfer' })
    answers = [outcome('running')]
    const stop = at()
    const waiting = waitForOutcome(key, { stop: stop.signal, onRunning: () => stop.abort() })
    expect(await waiting).toBeNull()
    expect(listPending()).toHaveLength(1)
  },
)

test('without a connection nothing is sent and nothing is noted', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const sent = callOnce('POST /api/wallet/transferAll', { to: 'wallet' })
  await expect(sent).rejects.toMatchObject({ kind: 'offline', key: null })
  expect(asked).toEqual([])
  expect(listPending()).toEqual([])
})
