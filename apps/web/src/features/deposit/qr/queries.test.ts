import { qrMinimums, qrPresets } from '@kapao/contract/limits-of-parts'
import { expect, test, vi } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { createQueries } from '#core/queries/query-store.ts'
import { depositTexts } from '../text/deposit-text.ts'
import {
  anotherProvider,
  createQr,
  qrAmountIsEnough,
  qrEndsAt,
  qrLeastNamed,
  qrPicture,
  qrRulesOf,
  readQrSettings,
} from './queries.ts'

test('BUILD-02 OP-A06 DEP-Q12 DEP-Q13 CONST-26 each provider has its minimum and presets, and settings override them', () => {
  for (const provider of ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY'] as const) {
    const rules = qrRulesOf(provider.toLowerCase(), {})
    expect(rules).toEqual({
      minimum: qrMinimums[provider],
      presets: qrPresets[provider],
      minutes: 15,
    })
    expect(qrAmountIsEnough(rules.minimum, rules)).toBe(true)
    expect(qrAmountIsEnough(rules.minimum - 0.01, rules)).toBe(false)
  }
  expect(qrRulesOf('KBANK', { 'qr.minimum.KBANK': '25.00', 'qr.minutes': 5 })).toMatchObject({
    minimum: 25,
    minutes: 5,
  })
  expect(qrAmountIsEnough(0.5, qrRulesOf('KBANK', { 'qr.minimum.KBANK': '0' }))).toBe(false)
})

test('OP-A06 DEP-Q11 below one nothing is sent', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', sent)
  for (const amount of [0, 0.99, -5, Number.NaN])
    expect(await createQr(createQueries(), 'KBANK', amount)).toBeNull()
  expect(sent).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('DEP-Q08 after a code was requested, the codes of all providers are loaded again, even if the answer is lost', async () => {
  const client = createQueries()
  const asked = { KBANK: vi.fn(async () => 1), WW: vi.fn(async () => 1) }
  const profile = vi.fn(async () => 1)
  for (const [provider, queryFn] of Object.entries(asked))
    client.watch({ queryKey: ['qrcode', provider], queryFn }, () => undefined)
  client.watch({ queryKey: ['profile'], queryFn: profile }, () => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(createQr(client, 'KBANK', 50)).rejects.toMatchObject({ kind: 'unreachable' })
  vi.unstubAllGlobals()
  const times = [asked.KBANK, asked.WW, profile].map(({ mock }) => mock.calls.length)
  expect(times).toEqual([2, 2, 1])
})

test('OP-Q the end is given as an instant, as milliseconds, or as seconds left', () => {
  const now = Date.UTC(2026, 10, 21, 5)
  expect(qrEndsAt('2026-11-21T05:15:00.000Z', now)).toBe(now + 900_000)
  expect(qrEndsAt(now + 900_000, now)).toBe(now + 900_000)
  expect(qrEndsAt(900, now)).toBe(now + 900_000)
  expect(qrEndsAt('soon', now)).toBe(now)
})

test('DEP-Q23 a device with a wrong clock uses the server’s', () => {
  const server = Date.UTC(2026, 10, 21, 5)
  const tenMinutes = 600_000
  const end = new Date(server + tenMinutes).toISOString()
  for (const wrong of [-hourMs, 0, hourMs])
    expect(qrEndsAt(end, server + wrong, server)).toBe(server + wrong + tenMinutes)
})

test('BUILD-03 DEP-Q14 OP-B30 the texts name the configured minimum, else the provider’s own', () => {
  const rules = qrRulesOf('WW', {})
  expect(qrLeastNamed({}, 'BAHT', rules)).toBe(100)
  expect(qrLeastNamed({ 'deposit.minimum.BAHT': null }, 'BAHT', rules)).toBe(100)
  expect(qrLeastNamed({ 'deposit.minimum.BAHT': '150.00' }, 'BAHT', rules)).toBe(150)
  expect(qrLeastNamed({ 'deposit.minimum.BAHT': '150.00' }, 'LAK', rules)).toBe(100)
})

test('BUILD-09 the lifetime of a code is set in minutes, and shown in each language', async () => {
  const { minutes } = qrRulesOf('WW', { 'qr.minutes': 7 })
  for (const language of ['th', 'la', 'en'] as const)
    expect((await depositTexts.load(language)).qr.minutes(minutes)).toContain('7')
})

test('settings are those of the page, and empty if there are none', () => {
  expect(readQrSettings('{"settings":{"qr.minutes":20}}')).toEqual({ 'qr.minutes': 20 })
  for (const block of ['', 'null', '7', '{}', '{"settings":null}', '{"settings":3}', 'x'])
    expect(readQrSettings(block), block).toEqual({})
})

test('the markup is a picture, whatever is in it', () => {
  const picture = qrPicture('<svg onload="x()"># %</svg>')
  expect(picture).toMatch(/^data:image\/svg\+xml/)
  expect(picture).not.toMatch(/[<>"#]/)
})

test('REACH-04 the next provider that takes the amount, in the order of the page', () => {
  const codes = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY']
  const after = (provider: string, amount: number, set = {}) =>
    anotherProvider(codes, { provider, amount }, set)
  expect(after('ZPAY', 80)).toBe('KBANK')
  expect(after('KBANK', 150)).toBe('WW')
  expect(after('KBANK', 80)).toBe('PAYTIMZ')
  expect(after('KBANK', 150, { 'qr.minimum.WW': 200 })).toBe('PAYONEX')
  expect(after('KBANK', 5)).toBeNull()
  expect(anotherProvider(['KBANK'], { provider: 'KBANK', amount: 50 }, {})).toBeNull()
})
