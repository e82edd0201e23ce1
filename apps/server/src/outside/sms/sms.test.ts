import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { openDoorFigures } from '../door-figures.ts'
import { openSms, type SmsClient } from './client.ts'
import { isTextSent, readCodeRefusal, readCodeSent } from './replies.ts'

let sandbox: Sandbox
let sms: SmsClient
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

const account = () => ({
  key: 'sandbox-key',
  secret: 'sandbox-secret',
  codeUrl: sandbox.url,
  textUrl: sandbox.url,
  sender: 'KAPAO',
})
const around = () => ({ clock: movableClock(), figures: openDoorFigures() })
const open = (changed = {}) => {
  sms = openSms({ ...account(), ...changed }, around())
  return sms
}
const phone = '+66812345678'

describe('against the sandbox', () => {
  test('a code is made, arrives, is wrong, is right, and is used up', async () => {
    const sent = await open().requestCode(phone)
    if (sent.outcome !== 'sent') throw new Error(sent.why)
    const [message] = await sandbox.inbox(phone)
    expect(message!.text).toContain(sent.reference)
    const wrong = String((Number(message!.code) + 1) % 1_000_000).padStart(6, '0')
    expect(await sms.verifyCode(sent.token, wrong)).toEqual({ outcome: 'wrong' })
    expect(await sms.verifyCode(sent.token, message!.code!)).toEqual({ outcome: 'right' })
    expect(await sms.verifyCode(sent.token, message!.code!)).toEqual({ outcome: 'expired' })
  })

  test('a message arrives under our name', async () => {
    expect(await open().sendText('+8562055512345', 'ສະບາຍດີ')).toEqual({ outcome: 'sent' })
    expect(await sandbox.inbox('02055512345')).toMatchObject([{ sender: 'KAPAO', text: 'ສະບາຍດີ' }])
  })

  test('a number that they do not accept is a clear refusal, though their status is a success', async () => {
    expect(await open().sendText('+66212345678', 'x')).toMatchObject({ outcome: 'refused' })
    expect(await sms.requestCode('+66212345678')).toMatchObject({ outcome: 'refused' })
  })

  test('a wrong account and missing credit are never a wrong code', async () => {
    open({ secret: 'other' })
    expect(await sms.verifyCode('x', '123456')).toMatchObject({ outcome: 'refused' })
    expect(await sms.requestCode(phone)).toMatchObject({ outcome: 'refused' })
    expect(await sms.sendText(phone, 'x')).toMatchObject({ outcome: 'refused' })
    await sandbox.addFault({ operation: 'sms.request', kind: 'out-of-credit', count: 1 })
    expect(await open().requestCode(phone)).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    ['drop-before', 'unknown'],
    ['drop-after', 'unknown'],
    ['status-before', 'unknown'],
    ['status-after', 'unknown'],
    ['garbage', 'unknown'],
    ['empty', 'unknown'],
    ['html-403', 'refused'],
    ['maintenance', 'unknown'],
  ])('%s is %s, whichever call it happens to', async (kind, outcome) => {
    open()
    await sandbox.addFault({ operation: '*', kind })
    const answers = [
      await sms.requestCode(phone),
      await sms.verifyCode('x', '123456'),
      await sms.sendText(phone, 'x'),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ outcome })
  })

  test('a caller with a shorter timeout gives up earlier, with an unknown outcome', async () => {
    open()
    await sandbox.addFault({ operation: 'sms.request', kind: 'delay', delayMs: 2_000 })
    const begin = performance.now()
    expect(await sms.requestCode(phone, 200)).toEqual({
      outcome: 'unknown',
      why: 'no reply in time',
    })
    expect(performance.now() - begin).toBeLessThan(1_000)
  })

  test('a reply that drips in is given up in time, too', async () => {
    open()
    await sandbox.addFault({ operation: 'sms.request', kind: 'drip', delayMs: 3_000 })
    expect(await sms.requestCode(phone, 300)).toMatchObject({ outcome: 'unknown' })
  })

  test('an unreachable company is a clear refusal, and so is a missing account', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    open({ codeUrl: `http://127.0.0.1:${port}` })
    expect(await sms.requestCode(phone)).toMatchObject({ outcome: 'refused', why: 'ECONNREFUSED' })
    const none = openSms(null, around())
    expect(await none.requestCode(phone)).toMatchObject({ outcome: 'refused' })
    expect(await none.verifyCode('x', '123456')).toMatchObject({ outcome: 'refused' })
    expect(await none.sendText(phone, 'x')).toMatchObject({ outcome: 'refused' })
  })
})

describe('wrappings that others have met', () => {
  test('success answers inside data', () => {
    const text = '{"data":{"status":"success","token":"t","refno":"9N14"}}'
    expect(readCodeSent(text)).toMatchObject({ token: 't', refno: '9N14' })
    expect(readCodeSent('{"status":"fail"}')).toBeNull()
    expect(isTextSent('{"phone_number_list":[{"number":"1"}],"bad_phone_number_list":[]}')).toBe(
      true,
    )
    expect(isTextSent('{"phone_number_list":[],"bad_phone_number_list":[{"number":"1"}]}')).toBe(
      false,
    )
  })

  test.each([
    ['{"errors":[{"message":"Code is invalid."}]}', 'wrong'],
    ['{"errors":{"detail":"Code is invalid."}}', 'wrong'],
    ['{"message":"Token is expire."}', 'expired'],
    ['{"data":{"errors":[{"message":"token is expired"}]}}', 'expired'],
    ['{"errors":[{"message":"Application not found."}]}', 'other'],
    ['<html>', 'other'],
    ['[]', 'other'],
  ])('%s is %s', (text, refusal) => {
    expect(readCodeRefusal(text)).toBe(refusal)
  })
})
