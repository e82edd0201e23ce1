import { expect, test } from 'vitest'
import { account, openSandbox, startMs } from '../testing/open-sandbox.ts'
import type { OpenSandbox } from '../testing/open-sandbox.ts'
import { minuteMs } from '../times.ts'

type OtpAnswer = { status: string; token: string; refno: string }

async function sendCode(sandbox: OpenSandbox) {
  const sent = (await (await sandbox.requestOtp('0812345678')).json()) as OtpAnswer
  const [message] = await sandbox.inbox()
  return { ...sent, pin: message!.code! }
}

async function verify(sandbox: OpenSandbox, fields: { token: string; pin: string }) {
  const reply = await sandbox.postForm('/v2/otp/verify', { ...account, ...fields })
  return { status: reply.status, body: await reply.json() }
}

const refused = (detail: string, message: string) => ({
  status: 400,
  body: { code: 400, errors: [{ detail, message }] },
})

test('OP-C11 a code arrives as a readable SMS and is accepted exactly once', async () => {
  const sandbox = await openSandbox()
  const { status, token, refno, pin } = await sendCode(sandbox)

  expect(status).toBe('success')
  expect(refno).toMatch(/^[0-9A-Z]{4}$/)
  expect(pin).toMatch(/^\d{6}$/)
  expect(await sandbox.inbox()).toMatchObject([
    {
      phone: '0812345678',
      text: `TBS Code: ${pin}. Ref: ${refno}. Valid for 5 minutes.`,
      at: new Date(startMs).toISOString(),
    },
  ])
  expect(await verify(sandbox, { token, pin })).toEqual({
    status: 200,
    body: { status: 'success', message: 'Code is correct.' },
  })
  expect(await verify(sandbox, { token, pin })).toEqual(refused('Bad Request', 'Token is expire.'))
})

test('codes differ, and JSON is accepted as well as a form', async () => {
  const sandbox = await openSandbox()
  const tokens = new Set<string>()
  for (let i = 0; i < 5; i += 1) {
    const reply = await fetch(`${sandbox.url}/v2/otp/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, msisdn: '66812345678' }),
    })
    tokens.add(((await reply.json()) as OtpAnswer).token)
  }
  expect(tokens.size).toBe(5)
  expect(new Set((await sandbox.inbox()).map(({ code }) => code)).size).toBeGreaterThan(1)
})

test('a wrong code is refused and leaves the right one valid', async () => {
  const sandbox = await openSandbox()
  const { token, pin } = await sendCode(sandbox)
  const wrong = pin === '000000' ? '000001' : '000000'
  expect(await verify(sandbox, { token, pin: wrong })).toEqual(
    refused('Bad Request', 'Code is invalid.'),
  )
  expect((await verify(sandbox, { token, pin })).status).toBe(200)
})

test('a code is valid until five minutes have passed on the clock of the sandbox', async () => {
  const sandbox = await openSandbox()
  const first = await sendCode(sandbox)
  await sandbox.control('POST', '/clock', { byMs: 5 * minuteMs - 1 })
  expect((await verify(sandbox, first)).status).toBe(200)

  const second = await sendCode(sandbox)
  await sandbox.control('POST', '/clock', { byMs: 5 * minuteMs })
  expect(await verify(sandbox, second)).toEqual(refused('Bad Request', 'Token is expire.'))
})

test.each([
  [
    'an unknown token',
    '/v2/otp/verify',
    { token: 'none', pin: '123456' },
    'Bad Request',
    'Token is expire.',
  ],
  [
    'a missing token',
    '/v2/otp/verify',
    { pin: '1' },
    'Invalid Parameter',
    'key, secret, token and pin are required.',
  ],
  [
    'a missing number',
    '/v2/otp/request',
    {},
    'Invalid Parameter',
    'key, secret and msisdn are required.',
  ],
  [
    'a landline',
    '/v2/otp/request',
    { msisdn: '021234567' },
    'Invalid Parameter',
    'msisdn is invalid.',
  ],
  [
    'a wrong key',
    '/v2/otp/request',
    { key: 'x', msisdn: '0812345678' },
    'Bad Request',
    'Application not found.',
  ],
  [
    'a wrong secret',
    '/v2/otp/verify',
    { secret: 'x', token: 'a', pin: 'b' },
    'Bad Request',
    'Application not found.',
  ],
])('%s is refused and sends nothing', async (...[, path, fields, detail, message]) => {
  const sandbox = await openSandbox()
  const reply = await sandbox.postForm(path, { ...account, ...fields })
  expect({ status: reply.status, body: await reply.json() }).toEqual(refused(detail, message))
  expect(await sandbox.inbox()).toEqual([])
})

test('numbers of Thailand and Laos are read in every common format', async () => {
  const sandbox = await openSandbox()
  for (const msisdn of [
    '+66 81-234-5678',
    '0066812345678',
    '02055512345',
    '8562055512345',
    '0301234567',
  ]) {
    expect((await sandbox.requestOtp(msisdn)).status).toBe(200)
  }
  const phones = (await sandbox.inbox()).map(({ phone }) => phone)
  expect(phones).toEqual(['0301234567', '02055512345', '02055512345', '0812345678', '0812345678'])
  const ofOne = await sandbox.control('GET', '/sms/inbox?phone=66812345678')
  expect(ofOne.body).toHaveLength(2)
})

test('OP-C10 an account without credit answers 423 and sends nothing', async () => {
  const sandbox = await openSandbox()
  await sandbox.addFault({ operation: 'sms.request', kind: 'out-of-credit', count: 1 })
  const reply = await sandbox.requestOtp('0812345678')
  expect(reply.status).toBe(423)
  expect(await reply.json()).toMatchObject({
    code: 116,
    errors: [{ message: 'ERROR_INSUFFICIENT_CREDIT' }],
  })
  expect(await sandbox.inbox()).toEqual([])
  expect((await sandbox.requestOtp('0812345678')).status).toBe(200)
})
