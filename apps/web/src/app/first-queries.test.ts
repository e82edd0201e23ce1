import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToken, keepToken } from '#core/session/token.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'
import { readFirst, takeQueries } from './first-queries.ts'

let asked: string[]

beforeEach(() => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  asked = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    asked.push((headers as Record<string, string>)['authorization'] ?? 'nobody')
    return new Response(JSON.stringify({ currency: 'BAHT', profile: { name: 'Nok' } }))
  })
})

afterEach(() => {
  takeQueries()
  clearToken()
  vi.unstubAllGlobals()
})

const walletOf = (queries: ReturnType<typeof takeQueries>) =>
  queries.stateOf(walletQuery.queryKey).data

test('a query that was prefetched is there when home is drawn, and is not sent again', async () => {
  keepToken('nok', false)
  await readFirst([walletQuery])
  const queries = takeQueries()
  expect(walletOf(queries)).toMatchObject({ currency: 'BAHT', profile: { name: 'Nok' } })
  queries.watch(walletQuery, () => undefined)
  expect(asked).toEqual(['Bearer nok'])
})

test('queries prefetched for one member are not given to the next member on the same page', async () => {
  keepToken('nok', false)
  await readFirst([walletQuery])
  clearToken()
  keepToken('lek', false)
  expect(walletOf(takeQueries())).toBeUndefined()
  // They are not kept for later either.
  clearToken()
  keepToken('nok', false)
  expect(walletOf(takeQueries())).toBeUndefined()
})
