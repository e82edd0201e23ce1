import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'
import type { OpenSandbox } from '../testing/open-sandbox.ts'

type CreatedTransfer = { reference: string; code: string; at: string }

const pay = async (sandbox: OpenSandbox, more: object = {}) =>
  (await sandbox.control('POST', '/slips/transfers', more)).body as CreatedTransfer
const askSlipOk = async (sandbox: OpenSandbox, data: string, key = 'sandbox-slip-key') => {
  const reply = await fetch(`${sandbox.url}/api/line/apikey/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-authorization': key },
    body: JSON.stringify({ data, log: true }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

test('a transfer is known to the service, once as new and then as a duplicate with all its data', async () => {
  const sandbox = await openSandbox()
  const { code, reference } = await pay(sandbox, { amount: '123.45', fromNameTH: 'นก ทองดี' })
  const first = await askSlipOk(sandbox, code)
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        transRef: reference,
        sendingBank: '004',
        amount: 123.45,
        paidLocalCurrency: '764',
        sender: { displayName: 'นาย นก ท', name: 'MR. NOK T', account: { value: 'xxx-x-x6789-x' } },
      },
    },
  })
  expect(await askSlipOk(sandbox, code)).toMatchObject({
    status: 400,
    body: { code: 1012, data: { transRef: reference } },
  })
})

test('unknown, unreadable and malformed requests are refused by number', async () => {
  const sandbox = await openSandbox()
  const { code } = await pay(sandbox)
  const codeOf = async (data: string, key?: string) =>
    (await askSlipOk(sandbox, data, key)).body['code']
  expect(await codeOf(code, 'other')).toBe(1002)
  expect(await codeOf('')).toBe(1000)
  expect(await codeOf('https://example.com')).toBe(1008)
  expect(await codeOf('0041000600000101030040220013071152533APM077365102TH91048134')).toBe(1011)
  expect(await codeOf(`${code.slice(0, -4)}0000`)).toBe(1011)
})

test('slips are pictures of their variant, for programs and for people, and a reset forgets their transfers', async () => {
  const sandbox = await openSandbox()
  const { reference } = await pay(sandbox)
  const { body } = await sandbox.control('GET', `/slips/pictures/${reference}/photo?seed=3`)
  const { type, base64 } = body as { type: string; base64: string }
  expect(type).toBe('image/jpeg')
  expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
    width: 2_400,
    height: 3_200,
  })
  const plain = await fetch(`${sandbox.url}/slips/pictures/${reference}/plain`)
  expect(plain.headers.get('content-type')).toBe('image/png')
  expect(plain.headers.get('content-disposition')).toContain('slip-plain.png')
  expect((await fetch(`${sandbox.url}/slips/pictures/${reference}/other`)).status).toBe(404)
  expect((await fetch(`${sandbox.url}/slips/pictures/none/plain`)).status).toBe(404)
  const panel = await (await fetch(sandbox.url)).text()
  expect(panel).toContain(`/slips/pictures/${reference}/no-qr`)
  await sandbox.control('POST', '/reset', {})
  expect((await fetch(`${sandbox.url}/slips/pictures/${reference}/plain`)).status).toBe(404)
})
