// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isEarly, leaveShell, takeEarlyAnswer } from './early.ts'

const rows = '/api/statement{"page":1,"limit":10}'

/** As the head of the page leaves it, with an answer for each call. */
function request(token: string, ...calls: string[]) {
  const answers = Object.fromEntries(
    calls.map((call) => [
      call,
      { answer: Promise.resolve(new Response(call)), stop: new AbortController() },
    ]),
  )
  vi.stubGlobal('early', { token, answers })
  return answers
}

async function take(path: string, token: string | null, sent: RequestInit = {}) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  return (await takeEarlyAnswer(path, { headers, ...sent }))?.text()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('SAY-87 each answer is given once, to a call that asks the same with the same token', async () => {
  request('nok', '/api/wallet', rows)
  expect(await take('/api/statement', 'nok', { body: '{"page":2,"limit":10}' })).toBeUndefined()
  expect(await take('/api/statement', 'nok', { body: '{"page":1,"limit":10}' })).toBe(rows)
  expect(await take('/api/wallet', 'nok')).toBe('/api/wallet')
  expect(await take('/api/wallet', 'nok')).toBeUndefined()
})

test('SAY-87 another member gets none, nor does anybody after that', async () => {
  request('nok', '/api/wallet', '/api/account/profile')
  expect(await take('/api/wallet', 'lek')).toBeUndefined()
  expect(await take('/api/account/profile', null)).toBeUndefined()
  for (const path of ['/api/wallet', '/api/account/profile'])
    expect(await take(path, 'nok')).toBeUndefined()
})

test('SAY-87 what was requested as nobody is given to nobody who has a token', async () => {
  request('', '/api/lookup/contact', '/api/lookup/info')
  expect(await take('/api/lookup/contact', 'nok')).toBeUndefined()
  expect(await take('/api/lookup/info', null)).toBe('/api/lookup/info')
})

test('SAY-87 a second after the screen was drawn what nobody has taken is gone', async () => {
  request('nok', '/api/wallet', '/api/account/profile')
  leaveShell()
  vi.advanceTimersByTime(999)
  expect(isEarly()).toBe(true)
  expect(await take('/api/wallet', 'nok')).toBe('/api/wallet')
  vi.advanceTimersByTime(1)
  expect(isEarly()).toBe(false)
  expect(await take('/api/account/profile', 'nok')).toBeUndefined()
})

test('SAY-87 scripts that ask before the head does ask themselves, and the head asks no more', async () => {
  const early: { token?: string } = { token: 'nok' }
  vi.stubGlobal('early', early)
  expect(await take('/api/wallet', 'nok')).toBeUndefined()
  expect(early.token).toBeUndefined()
})

test('SAY-88 a call that is given up ends the request that was made for it, and no other', async () => {
  const answers = request('nok', '/api/wallet', '/api/account/profile')
  const stops = Object.values(answers).map(({ stop }) => stop.signal)
  const giveUp = new AbortController()
  await take('/api/wallet', 'nok', { signal: giveUp.signal })
  giveUp.abort()
  expect(stops.map(({ aborted }) => aborted)).toEqual([true, false])
})
