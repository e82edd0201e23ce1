import { beforeEach, expect, test, vi } from 'vitest'
import { addRecent, readRecent } from './recent.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('the newest four, each once', () => {
  for (const code of ['pg', 'imi', 'pg', 'usun', 'sport', 'circus']) addRecent('m1', code)
  expect(readRecent('m1')).toEqual(['circus', 'sport', 'usun', 'pg'])
})

test('another member sees none of it, and starts empty', () => {
  addRecent('m1', 'pg')
  expect(readRecent('m2')).toEqual([])
  addRecent('m2', 'imi')
  expect(readRecent('m2')).toEqual(['imi'])
  expect(readRecent('m1')).toEqual([])
})

test.each(['no json', '{}', 'null', '["m1",7]'])('a stored value of %s counts as empty', (kept) => {
  localStorage.setItem('recent-games', kept)
  expect(readRecent('m1')).toEqual([])
})
