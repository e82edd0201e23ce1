import { expect, test } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'
import type { OpenSandbox } from '../testing/open-sandbox.ts'

const authorization = `Basic ${Buffer.from('sandbox-key:sandbox-secret').toString('base64')}`

async function send(
  sandbox: OpenSandbox,
  fields: Record<string, string>,
  headers = { authorization },
) {
  const reply = await fetch(`${sandbox.url}/sms`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  return { status: reply.status, body: await reply.json() }
}

test('OP-C11 a plain message arrives, valid and invalid numbers are distinguished, and credit is used', async () => {
  const sandbox = await openSandbox()
  const message = 'รหัสผ่านของคุณถูกเปลี่ยนแล้ว'
  const reply = await send(sandbox, { msisdn: '66812345678,12', message, sender: 'KAPAO' })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      remaining_credit: 9999,
      total_use_credit: 1,
      credit_type: 'standard',
      phone_number_list: [{ number: '66812345678', used_credit: 1 }],
      bad_phone_number_list: [{ number: '12' }],
    },
  })
  expect(await sandbox.inbox()).toMatchObject([
    { phone: '0812345678', sender: 'KAPAO', text: message, code: null },
  ])
  const credit = await fetch(`${sandbox.url}/credit`, { headers: { authorization } })
  expect(await credit.json()).toEqual({ remaining_credit: 9999 })
})

test('a long message costs by parts, and Thai letters take more room', async () => {
  const sandbox = await openSandbox()
  const cost = async (message: string) =>
    (
      (await send(sandbox, { msisdn: '0812345678', message, sender: 'KAPAO' })).body as {
        total_use_credit: number
      }
    ).total_use_credit
  expect(await cost('a'.repeat(160))).toBe(1)
  expect(await cost('a'.repeat(161))).toBe(2)
  expect(await cost('ก'.repeat(71))).toBe(2)
})

test('a wrong account and a missing field are refused and nothing is sent', async () => {
  const sandbox = await openSandbox()
  const fields = { msisdn: '0812345678', message: 'x', sender: 'KAPAO' }
  expect(await send(sandbox, fields, { authorization: 'Basic eDp5' })).toMatchObject({
    status: 401,
    body: { error: { name: 'ERROR_UNAUTHORIZED' } },
  })
  expect(await send(sandbox, { ...fields, message: '' })).toMatchObject({
    status: 400,
    body: { error: { name: 'ERROR_INVALID_PARAMETER' } },
  })
  await sandbox.addFault({ operation: 'sms.send', kind: 'out-of-credit' })
  expect(await send(sandbox, fields)).toMatchObject({
    status: 423,
    body: { error: { code: 116, name: 'ERROR_INSUFFICIENT_CREDIT' } },
  })
  expect(await sandbox.inbox()).toEqual([])
})
