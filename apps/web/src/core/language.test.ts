import { languages } from '@kapao/contract/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseLanguage, documentLanguage, isLanguage } from './language.ts'
import { readCookie, readStored, writeCookie, writeStored } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('LANG-01 the languages are th, la and en, and Lao is not called lo', () => {
  expect([...languages]).toEqual(['th', 'la', 'en'])
  expect(isLanguage('lo')).toBe(false)
})

test('the document names Lao as browsers know it', () => {
  expect(documentLanguage).toEqual({ th: 'th', la: 'lo', en: 'en' })
})

test('the first remembered language that exists wins, else the default', () => {
  expect(chooseLanguage(['en', 'th'], 'th')).toBe('en')
  expect(chooseLanguage([null, 'la'], 'th')).toBe('la')
  expect(chooseLanguage(['lo', 'toString'], 'th')).toBe('th')
})

test('STORE-08 storage that is missing or throws loses nothing but memory', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const storage of [undefined, { getItem: refuse, setItem: refuse }]) {
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }))
    expect(readStored('locale')).toBeNull()
    expect(writeStored('locale', 'en')).toBe(false)
    expect(readCookie('locale')).toBeNull()
    expect(() => writeCookie('locale', 'en')).not.toThrow()
  }
})

test('OP-A16 the language cookie lasts a year, for every path, and only for our own site', () => {
  const jar = { cookie: '' }
  vi.stubGlobal('document', jar)
  writeCookie('locale', 'la')
  expect(jar.cookie).toBe('locale=la; Path=/; Max-Age=31536000; SameSite=Lax')
})

test('a cookie is found by its whole name', () => {
  vi.stubGlobal('document', { cookie: 'old-locale=en; locale=la; x=1' })
  expect(readCookie('locale')).toBe('la')
  expect(readCookie('local')).toBeNull()
})
