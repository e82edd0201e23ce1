import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as sendSlipModule from './send-slip.ts'

type SentFile = { bytes: number; type: string; mark: string }

let server: Server
let browser: Browser
let page: Page
let got: SentFile[] = []
/** The answer to the next upload; null leaves it without one. */
let answer: { status: number; body: object } | null = null

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: `${import.meta.dirname}/send-slip.ts`, formats: ['iife'], name: 'slip' },
    },
  })
  const [{ output }] = built as unknown as [{ output: { code: string }[] }]
  server = createServer((request, reply) => {
    if (request.method === 'GET') return reply.end('<!doctype html><title>slip</title>')
    let bytes = 0
    request.on('data', (part: Buffer) => (bytes += part.length))
    request.on('end', () => {
      const { 'content-type': type = '', 'x-client': mark } = request.headers
      got.push({ bytes, type, mark: String(mark) })
      if (!answer) return
      reply.writeHead(answer.status, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: ['--no-sandbox'],
  })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.addScriptTag({ content: output[0]!.code })
}, 60_000)
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

const send = (cancelAfterMs: number | null) =>
  page.evaluate(async (afterMs) => {
    const { slip } = globalThis as unknown as { slip: typeof sendSlipModule }
    const shares: number[] = []
    const cancel = new AbortController()
    if (afterMs !== null) setTimeout(() => cancel.abort(), afterMs)
    const picture = new Blob([new Uint8Array(3_000_000)], { type: 'image/jpeg' })
    const options = { onProgress: (share: number) => shares.push(share), signal: cancel.signal }
    const end = await slip.sendSlip({ picture, code: 'CODE' }, options).catch((error: unknown) => {
      const { kind, code } = error as { kind: string; code: string | null }
      return { kind, code }
    })
    return {
      end,
      last: shares.at(-1),
      rises: shares.every((one, at) => one >= (shares[at - 1] ?? 0)),
      sent: [...slip.codesSent()],
    }
  }, cancelAfterMs)

test('API-01 DEP-S01 a refused slip is reported by its code, and is not remembered as sent', async () => {
  answer = { status: 400, body: { code: 'SLIP_UPLOAD_FAIL', message: 'SLIP_UPLOAD_FAIL' } }
  expect(await send(null)).toMatchObject({
    end: { kind: 'refused', code: 'SLIP_UPLOAD_FAIL' },
    sent: [],
  })
  expect(got.at(-1)).toMatchObject({ mark: 'wallet-user' })
})

test('a cancelled slip ends at once, reports nothing and is not sent again', async () => {
  answer = null
  got = []
  const { end, sent } = await send(400)
  expect(end).toMatchObject({ kind: 'leaving' })
  expect(sent).toEqual([])
  expect(got.length).toBeLessThanOrEqual(1)
})

test('API-04 a file may take five minutes', async () => {
  answer = { status: 200, body: { reference: 'R0', status: 'PENDING' } }
  await page.evaluate(() => {
    const { prototype } = XMLHttpRequest
    const own = Object.getOwnPropertyDescriptor(prototype, 'timeout')!
    Object.defineProperty(prototype, 'timeout', {
      set(this: XMLHttpRequest, ms: number) {
        document.title = `at most ${ms}`
        own.set!.call(this, ms)
      },
    })
  })
  await send(null)
  expect(await page.title()).toBe('at most 300000')
})

test('a slip is sent completely, with progress to the end, and is remembered', async () => {
  answer = { status: 200, body: { reference: 'R1', status: 'PENDING' } }
  const { end, last, rises, sent } = await send(null)
  expect(end).toEqual({ reference: 'R1' })
  expect(last).toBe(1)
  expect(rises).toBe(true)
  expect(sent).toEqual(['CODE'])
  expect(got.at(-1)!.bytes).toBeGreaterThan(3_000_000)
  expect(got.at(-1)!.type).toMatch(/^multipart\/form-data; boundary=/)
})

test('NAV-22 the next member to log in on this page has sent nothing', async () => {
  const codesOf = (token: string) =>
    page.evaluate((held) => {
      const { slip } = globalThis as unknown as { slip: typeof sendSlipModule }
      sessionStorage.setItem('token', held)
      return [...slip.codesSent()]
    }, token)
  await codesOf('first')
  await send(null)
  expect(await codesOf('first')).toEqual(['CODE'])
  expect(await codesOf('second')).toEqual([])
})

test('a missing server is a fault with a text', async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  expect(await send(null)).toMatchObject({ end: { kind: 'unreachable' } })
})
