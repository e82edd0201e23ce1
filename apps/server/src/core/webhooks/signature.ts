import { createHmac, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '../clock.ts'

/** How far a sender's clock may differ from ours; an older signature is a replay. */
const webhookWindowMs = 5 * minuteMs

export type WebhookSecrets = {
  current: string
  /** Still accepted while the sender rotates. */
  previous?: string
}

export type SignedEvent = {
  /** The bytes as received; JSON that was parsed and serialized again has another signature. */
  body: Uint8Array
  eventId: string | undefined
  /** Seconds since the epoch, as decimal text. */
  timestamp: string | undefined
  /** HMAC-SHA256 in lower-case hex. */
  signature: string | undefined
}

export type WebhookVerdict = { ok: true; eventId: string } | { ok: false; why: WebhookFault }

export type WebhookFault = 'incomplete' | 'malformed' | 'outside-window' | 'signature'

const eventIdForm = /^[\w.:-]{1,100}$/
const timestampForm = /^\d{1,12}$/
const signatureForm = /^[0-9a-f]{64}$/

/** Verifies that an event comes from the holder of the secret. The caller's row must still make the event id unique. */
export function verifyWebhook(
  clock: Clock,
  secrets: WebhookSecrets,
  event: SignedEvent,
): WebhookVerdict {
  const { body, eventId, timestamp, signature } = event
  if (!eventId || !timestamp || !signature) return { ok: false, why: 'incomplete' }
  if (
    !eventIdForm.test(eventId) ||
    !timestampForm.test(timestamp) ||
    !signatureForm.test(signature)
  )
    return { ok: false, why: 'malformed' }
  const given = Buffer.from(signature, 'hex')
  const signed = { eventId, timestamp, body }
  const secretList = secrets.previous ? [secrets.current, secrets.previous] : [secrets.current]
  if (!secretList.some((secret) => isEqual(given, hmac(secret, signed))))
    return { ok: false, why: 'signature' }
  // Checked after the signature, so that a stranger learns nothing about our clock.
  const skewMs = Math.abs(clock.now().getTime() - Number(timestamp) * 1000)
  return skewMs > webhookWindowMs ? { ok: false, why: 'outside-window' } : { ok: true, eventId }
}

type WebhookContent = { eventId: string; timestamp: string; body: Uint8Array }

/** The signature covers id, time and body, so that none can be swapped for another's. */
export function signWebhook(secret: string, signed: WebhookContent): string {
  return hmac(secret, signed).toString('hex')
}

function hmac(secret: string, { eventId, timestamp, body }: WebhookContent): Buffer {
  if (secret.length === 0) throw new Error('a webhook secret is empty')
  return createHmac('sha256', secret).update(`${eventId}.${timestamp}.`).update(body).digest()
}

function isEqual(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
