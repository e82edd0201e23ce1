import type { SmsAccount } from './account.ts'
import {
  openOutboundDoors,
  type DoorContext,
  type DoorLimits,
  type OutboundRequest,
  type Reply,
} from '../door.ts'
import { isGood, replyOr } from '../reply.ts'
import { isCodeRight, isTextSent, readCodeRefusal, readCodeSent } from './replies.ts'

/** Of one number, and not of the account. */
export const numberNotTaken = 'the number was not taken'

/** `refused`: certainly not done. `unknown`: outcome unknown, and it cannot be looked up (docs/outside/sms.md). */
export type CallFailure = { outcome: 'refused' | 'unknown'; why: string }

export type SentCode = { outcome: 'sent'; token: string; reference: string }
export type PinCheck = { outcome: 'right' | 'wrong' | 'expired' }

export type SmsClient = {
  /** Has a one-time code made and sent. A second call sends and bills a second message. */
  requestCode: (phone: string, timeoutMs?: number) => Promise<SentCode | CallFailure>
  verifyCode: (token: string, pin: string) => Promise<PinCheck | CallFailure>
  /** Sends a plain message. A second call sends and bills a second one. */
  sendText: (phone: string, message: string) => Promise<{ outcome: 'sent' } | CallFailure>
}

/**
 * Each message is billed, so none is sent twice; docs/security.md. Members wait for codes, but not for plain messages.
 */
const timeoutMs = 8_000
const code: DoorLimits = {
  timeoutMs,
  waitMs: 3_000,
  atOnceMax: 16,
  ownerAtOnceMax: 1,
  waitingMax: 64,
  ownerWaitingMax: 2,
}
const text: DoorLimits = {
  ...code,
  totalMs: 18_000,
  waitMs: 9_000,
  waitingMax: 256,
  ownerWaitingMax: 4,
}

/** The client of ThaiBulkSMS: one-time codes and plain messages are two products on two hosts. */
export function openSms(account: SmsAccount | null, around: DoorContext): SmsClient {
  if (!account) return noSms
  const { key, secret, codeUrl, textUrl, sender } = account
  const doors = openOutboundDoors({ request: code, verify: code, text }, around, {
    system: 'sms',
    party: '',
  })
  const post = (url: string, fields: Record<string, string>): OutboundRequest => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(fields),
  })

  return {
    requestCode: async (phone, limitMs = timeoutMs) => {
      const msisdn = withoutPlus(phone)
      const request = post(`${codeUrl}/v2/otp/request`, { key, secret, msisdn })
      const reply = await replyOr(
        'refused',
        doors.request({ ...request, owner: phone, timeoutMs: limitMs }),
      )
      if ('outcome' in reply) return reply
      const sent = isGood(reply) ? readCodeSent(reply.text) : null
      if (!sent) return undone(reply)
      return { outcome: 'sent', token: sent.token, reference: sent.refno }
    },
    verifyCode: async (token, pin) => {
      const request = post(`${codeUrl}/v2/otp/verify`, { key, secret, token, pin })
      const reply = await replyOr('refused', doors.verify({ ...request, owner: token }))
      if ('outcome' in reply) return reply
      if (isGood(reply) && isCodeRight(reply.text)) return { outcome: 'right' }
      const refusal = reply.status === 400 ? readCodeRefusal(reply.text) : 'other'
      return refusal === 'other' ? undone(reply) : { outcome: refusal }
    },
    sendText: async (phone, message) => {
      const request = post(`${textUrl}/sms`, { msisdn: withoutPlus(phone), message, sender })
      const credentials = Buffer.from(`${key}:${secret}`).toString('base64')
      const headers = { ...request.headers, authorization: `Basic ${credentials}` }
      const reply = await replyOr('refused', doors.text({ ...request, headers, owner: phone }))
      if ('outcome' in reply) return reply
      if (isGood(reply) && isTextSent(reply.text)) return { outcome: 'sent' }
      // A number that they do not accept is a clear refusal with a success status.
      return isGood(reply) && reply.text.includes('bad_phone_number_list')
        ? { outcome: 'refused', why: numberNotTaken }
        : undone(reply)
    },
  }
}

const withoutAccount: CallFailure = { outcome: 'refused', why: 'there is no account: set SMS_KEY' }
const noSms: SmsClient = {
  requestCode: async () => withoutAccount,
  verifyCode: async () => withoutAccount,
  sendText: async () => withoutAccount,
}

function withoutPlus(phone: string): string {
  return phone.replace(/^\+/, '')
}

/** 4xx refuses before anything was done; 5xx and an unreadable success may come after it was. */
function undone({ status }: Reply): CallFailure {
  const why = `they answered ${status}`
  return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', why }
}
