import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActorWorld } from '../actor.ts'
import type { Answer, Call } from '../call.ts'
import { operation } from '../operation.ts'
import { playKey, playSecret } from './credentials.ts'
import type { Inbox } from './inbox.ts'
import { readPhone } from './phone.ts'

const startCredit = 10_000
// Letters per message part, fewer when any of them is Thai or Lao (UCS-2), per 3GPP TS 23.038.
const partLetters = { latin: 160, other: 70 }

const sendBody = z.object({
  msisdn: z.string().min(1),
  message: z.string().min(1),
  sender: z.string().min(1).max(11),
  force: z.enum(['standard', 'corporate']).default('standard'),
})

type SmsActor = { routes: (stage: ActorWorld) => void; reset: () => void }

/**
 * The plain text service of ThaiBulkSMS, a separate product with a different API than its OTP (docs/outside/sms.md).
 */
export function createSending(inbox: Inbox): SmsActor {
  let credit = startCredit

  const send = ({ headers, body }: Call): Answer => {
    if (!isAuthorized(headers.authorization)) return unauthorized
    const read = sendBody.safeParse(body)
    if (!read.success) return refusal(400, 'ERROR_INVALID_PARAMETER', describe(read.error))
    const { message, sender, force } = read.data
    const numbers = read.data.msisdn.split(',').map((text) => text.trim())
    const price = messageParts(message)

    const sent = numbers.flatMap((number) => {
      const phone = readPhone(number)
      if (phone === null) return []
      inbox.receive({ phone, sender, text: message })
      credit -= price
      return [{ number: phone, message_id: randomUUID(), used_credit: price }]
    })
    const bad = numbers.filter((number) => readPhone(number) === null)
    return {
      status: 201,
      body: {
        remaining_credit: credit,
        total_use_credit: price * sent.length,
        credit_type: force,
        phone_number_list: sent,
        bad_phone_number_list: bad.map((number) => ({
          number,
          message: 'Phone number is invalid.',
        })),
      },
    }
  }

  const readCredit = ({ headers }: Call): Answer =>
    isAuthorized(headers.authorization) ? { body: { remaining_credit: credit } } : unauthorized

  return {
    routes: (stage) => {
      operation(stage, { ...sendShape, ownFaults: { 'out-of-credit': outOfCredit } }, send)
      operation(stage, creditShape, readCredit)
    },
    reset: () => {
      credit = startCredit
    },
  }
}

const sendShape = {
  name: 'sms.send',
  method: 'POST',
  path: '/sms',
  summary: 'Send a plain text message',
} as const

const creditShape = {
  name: 'sms.credit',
  method: 'GET',
  path: '/credit',
  summary: 'Read the SMS credit left',
} as const

function refusal(status: number, name: string, description: string): Answer {
  return { status, body: { error: { code: status, name, description } } }
}

const unauthorized = refusal(401, 'ERROR_UNAUTHORIZED', 'API key or secret is invalid.')

const outOfCredit = {
  summary: 'The account has no SMS credit left; nothing is sent.',
  answer: {
    status: 423,
    body: {
      error: { code: 116, name: 'ERROR_INSUFFICIENT_CREDIT', description: 'Insufficient credit.' },
    },
  },
}

function isAuthorized(header: string | string[] | undefined): boolean {
  return header === `Basic ${Buffer.from(`${playKey}:${playSecret}`).toString('base64')}`
}

function messageParts(message: string): number {
  const isLatin = Buffer.byteLength(message) === message.length
  return Math.ceil(message.length / (isLatin ? partLetters.latin : partLetters.other))
}

function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}
