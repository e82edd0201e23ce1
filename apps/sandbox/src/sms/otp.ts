import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { ActorWorld } from '../actor.ts'
import type { Answer, Call } from '../call.ts'
import type { SandboxClock } from '../clock.ts'
import { operation } from '../operation.ts'
import { playKey, playSecret } from './credentials.ts'
import type { Inbox } from './inbox.ts'
import { readPhone } from './phone.ts'
import { minuteMs } from '../times.ts'

const pinLifetimeMinutes = 5
const refLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

type Pin = { pin: string; expiresAt: number }
type Otp = { routes: (stage: ActorWorld) => void; reset: () => void }

const account = { key: z.string(), secret: z.string() }
const requestBody = z.object({ ...account, msisdn: z.string() })
const verifyBody = z.object({ ...account, token: z.string(), pin: z.string() })

/** The one-time code service of ThaiBulkSMS: it makes, sends, times and checks the codes (docs/outside/sms.md). */
export function createOtp(clock: SandboxClock, inbox: Inbox): Otp {
  const pins = new Map<string, Pin>()

  const request = ({ body }: Call): Answer => {
    const read = requestBody.safeParse(body)
    if (!read.success) return refusal('Invalid Parameter', 'key, secret and msisdn are required.')
    if (!isAccount(read.data)) return unknownAccount
    const phone = readPhone(read.data.msisdn)
    if (phone === null) return refusal('Invalid Parameter', 'msisdn is invalid.')

    forgetExpired()
    const pin = String(randomInt(1_000_000)).padStart(6, '0')
    const token = randomBytes(16).toString('hex')
    const refno = Array.from(randomBytes(4), (byte) => refLetters[byte % refLetters.length]).join(
      '',
    )
    pins.set(token, { pin, expiresAt: clock.now().getTime() + pinLifetimeMinutes * minuteMs })
    inbox.receive({
      phone,
      sender: 'OTP',
      text: `TBS Code: ${pin}. Ref: ${refno}. Valid for ${pinLifetimeMinutes} minutes.`,
      code: pin,
    })
    return { body: { status: 'success', token, refno } }
  }

  const verify = ({ body }: Call): Answer => {
    const read = verifyBody.safeParse(body)
    if (!read.success)
      return refusal('Invalid Parameter', 'key, secret, token and pin are required.')
    if (!isAccount(read.data)) return unknownAccount
    const sent = pins.get(read.data.token)
    if (!sent || sent.expiresAt <= clock.now().getTime())
      return refusal('Bad Request', 'Token is expire.')
    if (sent.pin !== read.data.pin) return refusal('Bad Request', 'Code is invalid.')
    // Single use: from here on the token counts as expired.
    pins.delete(read.data.token)
    return { body: { status: 'success', message: 'Code is correct.' } }
  }

  const forgetExpired = () => {
    const now = clock.now().getTime()
    for (const [token, { expiresAt }] of pins) if (expiresAt <= now) pins.delete(token)
  }

  return {
    routes: (stage) => {
      operation(stage, { ...requestShape, ownFaults: { 'out-of-credit': outOfCredit } }, request)
      operation(stage, verifyShape, verify)
    },
    reset: () => pins.clear(),
  }
}

const requestShape = {
  name: 'sms.request',
  method: 'POST',
  path: '/v2/otp/request',
  summary: 'Make and send a one-time code',
} as const

const verifyShape = {
  name: 'sms.verify',
  method: 'POST',
  path: '/v2/otp/verify',
  summary: 'Check a one-time code',
} as const

const outOfCredit = {
  summary: 'The account has no SMS credit left; nothing is sent.',
  answer: {
    status: 423,
    body: { code: 116, errors: [{ detail: 'Locked', message: 'ERROR_INSUFFICIENT_CREDIT' }] },
  },
}

function refusal(detail: string, message: string): Answer {
  return { status: 400, body: { code: 400, errors: [{ detail, message }] } }
}

const unknownAccount = refusal('Bad Request', 'Application not found.')

function isAccount({ key, secret }: { key: string; secret: string }): boolean {
  return key === playKey && secret === playSecret
}
