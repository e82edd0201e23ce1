import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openSandbox, requestWithHeaders } from './testing/open-sandbox.ts'
import type { OpenSandbox } from './testing/open-sandbox.ts'

async function openWith(rule: Record<string, unknown>): Promise<OpenSandbox> {
  const sandbox = await openSandbox()
  const added = await sandbox.addFault({ operation: 'sms.request', ...rule })
  expect(added.status).toBe(200)
  return sandbox
}

/** The reply to one request for a code, and how many messages it caused. */
async function ask(sandbox: OpenSandbox) {
  const startedAt = performance.now()
  const reply = await sandbox.requestOtp('0812345678')
  const text = await reply.text()
  return {
    status: reply.status,
    type: reply.headers.get('content-type') ?? '',
    text,
    ms: performance.now() - startedAt,
    messages: (await sandbox.inbox()).length,
  }
}

test('OP-C10 delay holds the call back before it is done', async () => {
  const sandbox = await openWith({ kind: 'delay', delayMs: 300 })
  const pending = sandbox.requestOtp('0812345678')
  const held = [{ fault: 'delay', applied: 0, reply: null }]
  await expect.poll(() => sandbox.journal()).toMatchObject(held)
  expect(await sandbox.inbox()).toEqual([])
  expect((await pending).status).toBe(200)
  expect(await sandbox.inbox()).toHaveLength(1)
})

test('OP-C10 delay-after does it at once and replies late', async () => {
  const sandbox = await openWith({ kind: 'delay-after', delayMs: 300 })
  const startedAt = performance.now()
  const pending = sandbox.requestOtp('0812345678')
  await expect.poll(() => sandbox.inbox()).toHaveLength(1)
  expect((await pending).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

test('OP-C10 drop-before cuts the connection and nothing happened', async () => {
  const sandbox = await openWith({ kind: 'drop-before' })
  await expect(sandbox.requestOtp('0812345678')).rejects.toThrow('fetch failed')
  expect(await sandbox.inbox()).toEqual([])
  expect(await sandbox.journal()).toMatchObject([{ applied: 0, reply: 'dropped' }])
})

test('OP-C10 drop-after cuts the connection; the code was sent and is valid', async () => {
  const sandbox = await openWith({ kind: 'drop-after' })
  await expect(sandbox.requestOtp('0812345678')).rejects.toThrow('fetch failed')
  expect(await sandbox.inbox()).toMatchObject([{ phone: '0812345678' }])
  expect(await sandbox.journal()).toMatchObject([
    { fault: 'drop-after', applied: 1, reply: 'dropped' },
  ])
})

test('OP-C10 status-before answers with the status and does nothing; status-after does the work and answers with the status', async () => {
  expect(await ask(await openWith({ kind: 'status-before', status: 502 }))).toMatchObject({
    status: 502,
    messages: 0,
  })
  expect(await ask(await openWith({ kind: 'status-after' }))).toMatchObject({
    status: 503,
    messages: 1,
  })
})

test('OP-C10 garbage answers 200 with content type JSON and a body that is neither whole nor readable', async () => {
  const reply = await ask(await openWith({ kind: 'garbage' }))
  expect(reply).toMatchObject({
    status: 200,
    type: expect.stringContaining('application/json'),
    messages: 1,
  })
  expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  expect(reply.text).toMatch(/^\{"status":"succ/)
})

test('OP-C10 html-403 and maintenance are pages, and nothing happened', async () => {
  for (const [kind, status] of [
    ['html-403', 403],
    ['maintenance', 503],
  ] as const) {
    const reply = await ask(await openWith({ kind }))
    expect(reply).toMatchObject({ status, type: 'text/html; charset=utf-8', messages: 0 })
    expect(reply.text).toContain('<!doctype html>')
  }
})

test('OP-C10 empty is a 200 without a body, after doing the work', async () => {
  expect(await ask(await openWith({ kind: 'empty' }))).toMatchObject({
    status: 200,
    text: '',
    messages: 1,
  })
})

test('OP-C10 drip sends the whole reply, but slowly and in pieces', async () => {
  const sandbox = await openWith({ kind: 'drip', delayMs: 400 })
  const startedAt = performance.now()
  const reply = await sandbox.requestOtp('0812345678')
  const headersMs = performance.now() - startedAt
  let pieces = 0
  let text = ''
  for await (const piece of reply.body!) {
    pieces += 1
    text += Buffer.from(piece).toString()
  }
  expect(JSON.parse(text)).toMatchObject({ status: 'success' })
  expect(pieces).toBeGreaterThan(5)
  expect(performance.now() - startedAt - headersMs).toBeGreaterThan(300)
})

test('OP-C10 duplicate does it twice and answers once, with the first', async () => {
  const sandbox = await openWith({ kind: 'duplicate' })
  const reply = await ask(sandbox)
  expect(reply).toMatchObject({ status: 200, messages: 2 })
  const [second, first] = await sandbox.inbox()
  const { refno } = JSON.parse(reply.text) as { refno: string }
  expect(first!.text).toContain(refno)
  expect(second!.text).not.toContain(refno)
  expect(await sandbox.journal()).toMatchObject([{ applied: 2 }])
})

test('the journal shows requests and answers, also of calls that no actor handles', async () => {
  const sandbox = await openSandbox()
  await sandbox.requestOtp('0812345678')
  await fetch(`${sandbox.url}/v3/otp/request?a=1`, {
    method: 'POST',
    body: 'x',
    headers: { 'x-test': 'y' },
  })
  expect(await sandbox.journal()).toMatchObject([
    { operation: 'unknown', headers: { 'x-test': 'y' }, applied: 0, reply: { status: 404 } },
    {
      operation: 'sms.request',
      request: { key: 'sandbox-key', secret: 'sandbox-secret', msisdn: '0812345678' },
      fault: null,
      applied: 1,
      reply: { status: 200, body: { status: 'success' } },
    },
  ])
})

test('a body that is not JSON reaches the actor, which refuses it in its own way', async () => {
  const sandbox = await openSandbox()
  const reply = await requestWithHeaders(`${sandbox.url}/v2/otp/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"key":',
  })
  expect(reply.status).toBe(400)
  expect(JSON.parse(reply.text)).toMatchObject({
    code: 400,
    errors: [{ detail: 'Invalid Parameter' }],
  })
  expect(await sandbox.journal()).toMatchObject([{ request: { unreadable: '{"key":' } }])
})
