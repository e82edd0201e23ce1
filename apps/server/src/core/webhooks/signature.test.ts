import { describe, expect, test } from 'vitest'
import { movableClock } from '#testing/worlds/test-app.ts'
import { signWebhook, verifyWebhook, type SignedEvent, type WebhookVerdict } from './signature.ts'

const clock = movableClock()
const secrets = { current: 'current secret', previous: 'previous secret' }
const body = Buffer.from(JSON.stringify({ ref: 'R1', amount: 100.5, paid: true }))

function eventAt(offsetMs = 0, secret = secrets.current) {
  const timestamp = String(Math.floor((clock.now().getTime() + offsetMs) / 1000))
  const signed = { eventId: 'evt-1', timestamp, body }
  return { ...signed, signature: signWebhook(secret, signed) }
}

const verify = (event: SignedEvent): WebhookVerdict => verifyWebhook(clock, secrets, event)

describe('a webhook', () => {
  test('is accepted with either live secret and passes on its event id', () => {
    expect(verify(eventAt())).toEqual({ ok: true, eventId: 'evt-1' })
    expect(verify(eventAt(0, secrets.previous))).toEqual({ ok: true, eventId: 'evt-1' })
    expect(
      verifyWebhook(clock, { current: secrets.current }, eventAt(0, secrets.previous)).ok,
    ).toBe(false)
  })

  test('is accepted within five minutes of our clock, either way', () => {
    for (const offset of [-299_000, 0, 299_000]) expect(verify(eventAt(offset)).ok).toBe(true)
    for (const offset of [-360_000, -301_000, 301_000, 360_000])
      expect(verify(eventAt(offset))).toEqual({ ok: false, why: 'outside-window' })
  })

  test('F24 every mutation of more than 200 is refused, none throws', () => {
    const good = eventAt()
    const forged: SignedEvent[] = []
    for (let i = 0; i < good.signature.length; i += 1) {
      const other = good.signature[i] === '0' ? '1' : '0'
      forged.push({
        ...good,
        signature: good.signature.slice(0, i) + other + good.signature.slice(i + 1),
      })
      forged.push({ ...good, signature: good.signature.slice(0, i) })
    }
    for (let i = 0; i < body.length; i += 1) {
      const flipped = Buffer.from(body)
      flipped[i] = flipped[i]! ^ 1
      forged.push({ ...good, body: flipped }, { ...good, body: body.subarray(0, i) })
    }
    const signature = [
      `${good.signature}0`,
      good.signature.toUpperCase(),
      'x'.repeat(64),
      `${good.signature}\n`,
    ]
    forged.push(...signature.map((text) => ({ ...good, signature: text })))
    forged.push({
      ...good,
      body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)),
    })
    forged.push({ ...good, body: Buffer.concat([body, Buffer.from(' ')]) })
    forged.push({ ...good, timestamp: String(Number(good.timestamp) + 1) })
    forged.push({ ...good, timestamp: `${good.timestamp}.0` }, { ...good, timestamp: 'NaN' })
    forged.push(
      { ...good, eventId: 'evt-2' },
      { ...good, eventId: '' },
      { ...good, eventId: 'a b' },
    )
    // The border between the signed parts cannot be moved.
    const ten = { eventId: 'evt-10', timestamp: good.timestamp, body }
    const borrowed = { eventId: 'evt-1', timestamp: `0${good.timestamp}`, body }
    forged.push({ ...borrowed, signature: signWebhook(secrets.current, ten) })
    // Correctly signed, but with an invalid time.
    for (const timestamp of ['NaN', '', '-1', '1e9', `${good.timestamp}000000000`]) {
      const signed = { eventId: 'evt-1', timestamp, body }
      forged.push({ ...signed, signature: signWebhook(secrets.current, signed) })
    }
    forged.push(eventAt(0, 'another secret'))
    for (const name of ['signature', 'timestamp', 'eventId'] as const)
      forged.push({ ...good, [name]: undefined })

    expect(forged.length).toBeGreaterThan(200)
    expect(forged.filter((event) => verify(event).ok)).toEqual([])
    expect(verify(good).ok).toBe(true)
  })

  test('an empty secret is an error and never a match', () => {
    expect(() => verifyWebhook(clock, { current: '' }, eventAt())).toThrow('empty')
  })
})
