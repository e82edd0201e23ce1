import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSandbox, requestWithHeaders } from '../testing/open-sandbox.ts'

type Reply = {
  code: number
  data: { amount: number; qrcode: { qrcode_text: string }; payments: unknown[] }
}
type ReceivedCall = { url: string; headers: IncomingMessage['headers']; body: string }

/** A fake app that records the notifications it receives, and answers with one status after another. */
async function openListener(statuses: number[] = []) {
  const received: ReceivedCall[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ url: request.url!, headers: request.headers, body })
      reply.writeHead(statuses.shift() ?? 200).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const awaitReceived = async (count: number) => {
    await expect.poll(() => received.length, { timeout: 2_000 }).toBeGreaterThanOrEqual(count)
    return received
  }
  return { url, received, awaitReceived }
}

async function openGateway() {
  const sandbox = await openSandbox()
  const listener = await openListener()
  await sandbox.control('POST', '/app', { url: listener.url })
  const ask = async (path: string, fields: object, key = 'sandbox-gateway-key') => {
    const body = JSON.stringify(fields)
    const reply = await fetch(`${sandbox.url}/gateways/WW/payment/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-appid': 'sandbox-merchant',
        'x-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
      body,
    })
    return { status: reply.status, body: (await reply.json()) as Reply }
  }
  const order = (refId: string, amount: number) =>
    ask('deposit', {
      refId,
      userId: 'm',
      amount,
      accountName: 'A B',
      accountNo: '1234567890',
      bankCode: 'KBANK',
      timestamp: 1,
    })
  return { ...sandbox, ...listener, sandboxUrl: sandbox.url, ask, order }
}

test('a signed gateway refuses a bad signature, too small an amount, and a used reference', async () => {
  const { ask, order } = await openGateway()
  expect((await ask('query', { refId: 'x' }, 'another-key')).status).toBe(401)
  expect((await order('KA', 99)).body).toMatchObject({ code: 1003 })
  const made = (await order('KA', 100)).body
  // They add satang, and the code asks for the amount in the reply.
  expect(made.data.amount).toBeGreaterThan(100)
  expect(made.data.qrcode.qrcode_text).toContain(`5406${made.data.amount.toFixed(2)}`)
  expect((await order('KA', 100)).body).toMatchObject({ code: 1005 })
  expect((await ask('query', { refId: 'KB' })).body).toMatchObject({ code: 1404 })
})

test('a payment is reported with a signature over id, time and body, and again after a refusal', async () => {
  const { order, control, awaitReceived } = await openGateway()
  await order('KA', 100)
  await control('POST', '/gateways/WW/pay', { reference: 'KA', amount: '12.50' })
  const [notification] = await awaitReceived(1)
  expect(notification!.url).toBe('/webhooks/gateways/WW')
  expect(JSON.parse(notification!.body)).toMatchObject({
    refId: 'KA',
    amount: 12.5,
    status: 'PAID',
  })
  const { 'x-event-id': id, 'x-timestamp': at, 'x-signature': signature } = notification!.headers
  const wanted = createHmac('sha256', 'sandbox-webhook-secret')
    .update(`${String(id)}.${String(at)}.${notification!.body}`)
    .digest('hex')
  expect(signature).toBe(wanted)
  const [message] = (await control('GET', '/messages')).body as { id: number; replies: unknown[] }[]
  expect(message!.replies).toEqual([200])
  await control('POST', `/messages/${message!.id}/again`, {})
  expect((await awaitReceived(2)).map(({ body }) => body)).toEqual([
    notification!.body,
    notification!.body,
  ])
})

test('webhooks can be lost, doubled and delayed; money without a notification arrives all the same', async () => {
  const { order, control, awaitReceived, ask, received } = await openGateway()
  await order('KA', 100)
  await control('POST', '/messages/plan', { kind: 'lose', from: 'gateways.WW' })
  await control('POST', '/gateways/WW/pay', { reference: 'KA' })
  await control('POST', '/gateways/WW/pay', { reference: 'KA', told: false })
  await control('POST', '/messages/plan', { kind: 'duplicate', from: 'gateways' })
  await control('POST', '/gateways/WW/pay', { reference: 'KA', held: true, told: false })
  expect((await ask('query', { refId: 'KA' })).body.data.payments).toHaveLength(2)
  expect(received).toEqual([])
  await control('POST', '/gateways/WW/pay', { reference: 'KA' })
  expect(await awaitReceived(2)).toHaveLength(2)
})

test('the panel shows codes and pays them', async () => {
  const { order, control, sandboxUrl } = await openGateway()
  await order('K<b>', 100)
  const text = await (await fetch(sandboxUrl)).text()
  expect(text).toContain('K&lt;b&gt;')
  const paid = await requestWithHeaders(`${sandboxUrl}/panel/gateways.pay`, {
    method: 'POST',
    headers: { origin: sandboxUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ gateway: 'WW', reference: 'K<b>', amount: '' }).toString(),
  })
  expect(paid.status).toBe(303)
  const { body } = await control('GET', '/gateways/WW/codes')
  expect(body).toMatchObject([{ reference: 'K<b>', state: 'PAID' }])
})
