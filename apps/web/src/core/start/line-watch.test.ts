// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#core/api.ts'
import { line } from '#core/calls/line.ts'
import { startI18n } from '#core/i18n.tsx'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { watchLine } from './line-watch.ts'

type House = 'answers' | 'hangs' | 'is dead' | 'is behind a gate'

let house: House
let isBack: number
const count = (): number => (isBack += 1)

beforeEach(async () => {
  const packs = { loadPublicText, loadVisitorText, loadMemberText }
  const i18n = await startI18n('en', packs, { remember: () => undefined })
  await i18n.loadVisitorText()
  vi.useFakeTimers()
  isBack = 0
  addEventListener('online', count)
  vi.stubGlobal('fetch', answer)
  watchLine(i18n)
})

afterEach(() => {
  removeEventListener('online', count)
  Object.assign(line, { follow: undefined, words: '' })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function answer(_url: string, { signal }: RequestInit): Promise<Response> {
  if (house === 'answers') return Response.json({ name: 'Kapao', website: '' })
  if (house === 'is behind a gate') return new Response('<html>', { status: 502 })
  if (house === 'is dead') throw new TypeError('no connection')
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))
  })
}

const ask = (): void => void call('GET /api/lookup/info').catch(() => undefined)
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('SAY-66 a house that hangs is said to after eight seconds, and not before', async () => {
  house = 'hangs'
  ask()
  await after(7_900)
  expect(line.words).toBe('')
  await after(200)
  expect(line.words).toMatch(/We cannot be reached right now. Your money is safe/)
})

test.each(['is dead', 'is behind a gate'] as const)(
  'SAY-66 a house that %s is said to be',
  async (how) => {
    house = how
    ask()
    await after(100)
    expect(line.words).not.toBe('')
  },
)

test('SAY-66 when it answers again everything is read again, once, and nothing is said any more', async () => {
  house = 'is dead'
  ask()
  await after(100)
  house = 'answers'
  expect(isBack).toBe(0)
  await after(8_100)
  expect([line.words, isBack]).toEqual(['', 1])
  await after(60_000)
  expect(isBack).toBe(1)
})

test('SAY-66 one long call alone is no silence', async () => {
  house = 'hangs'
  ask()
  house = 'answers'
  await after(30_000)
  expect([line.words, isBack]).toEqual(['', 0])
})
