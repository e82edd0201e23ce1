import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToken, keepToken, readToken } from './token.ts'

function openStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let local: ReturnType<typeof openStorage>
let session: ReturnType<typeof openStorage>

beforeEach(() => {
  local = openStorage()
  session = openStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

test('LOGIN-09 STORE-03 a login to be remembered is kept beyond the tab, and only there', () => {
  keepToken('old', false)
  keepToken('new', true)
  expect([...local.kept]).toEqual([['token', 'new']])
  expect(session.kept.size).toBe(0)
})

test('LOGIN-10 STORE-03 any other login ends with the tab', () => {
  keepToken('old', true)
  keepToken('new', false)
  expect([...session.kept]).toEqual([['token', 'new']])
  expect(local.kept.size).toBe(0)
})

test("OP-B01 the tab's own token takes precedence over the shared one", () => {
  local.setItem('token', 'shared')
  expect(readToken()).toBe('shared')
  session.setItem('token', 'own')
  expect(readToken()).toBe('own')
})

test('NAV-22 clearing empties both storages', () => {
  local.setItem('token', 'shared')
  session.setItem('token', 'own')
  clearToken()
  expect(readToken()).toBeNull()
  expect(local.kept.size + session.kept.size).toBe(0)
})

test('STORE-08 where storage is blocked a login lasts as long as the page', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.stubGlobal('localStorage', blocked)
  vi.stubGlobal('sessionStorage', blocked)
  keepToken('kept', true)
  expect(readToken()).toBe('kept')
  clearToken()
  expect(readToken()).toBeNull()
})
