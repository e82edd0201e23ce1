import { afterEach, expect, test, vi } from 'vitest'
import { rememberLanguage, restoreLanguage } from './locale.ts'
import { parseSettings } from './settings.ts'

afterEach(() => vi.unstubAllGlobals())

/** The few parts of a browser that store a language. */
function openBrowser({ stored = '', cookie = '' }) {
  const kept = new Map(stored === '' ? [] : [['locale', stored]])
  const page = { cookie, documentElement: { lang: '' } }
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return { kept, page }
}

const thai = parseSettings('{}')
const laos = parseSettings('{"variant":"laos"}')

test('LANG-02 a first visit starts in the default and stores no language that nobody chose', () => {
  const { kept, page } = openBrowser({})
  expect(restoreLanguage(laos)).toBe('la')
  expect(page).toEqual({ cookie: '', documentElement: { lang: 'lo' } })
  expect(kept.size).toBe(0)
})

test('a choice is kept in storage and cookie, and found again after a reload', () => {
  const { kept, page } = openBrowser({})
  rememberLanguage('en')
  expect(kept.get('locale')).toBe('en')
  expect(page.cookie).toMatch(/^locale=en; /)
  expect(page.documentElement.lang).toBe('en')
  expect(restoreLanguage(thai)).toBe('en')
})

test('the cookie alone is enough, and a lost cookie is written again', () => {
  openBrowser({ cookie: 'locale=la' })
  expect(restoreLanguage(thai)).toBe('la')
  const { page } = openBrowser({ stored: 'en' })
  expect(restoreLanguage(thai)).toBe('en')
  expect(page.cookie).toMatch(/^locale=en; /)
})

test('an unknown language is replaced by the default', () => {
  openBrowser({ stored: 'lo', cookie: 'locale=de' })
  expect(restoreLanguage(thai)).toBe('th')
})
