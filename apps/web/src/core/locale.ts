import type { Language } from '@kapao/contract/limits'
import { chooseLanguage, documentLanguage } from './language.ts'
import type { Settings } from './settings.ts'
import { readCookie, readStored, writeCookie, writeStored } from './storage.ts'

/** The name under which both the browser's storage and the cookie keep the language. */
const localeKey = 'locale'

/** Starts the page in the language that this browser chose before, or in the default. */
export function restoreLanguage(settings: Settings): Language {
  const stored = readStored(localeKey)
  // The cookie helps where storage is blocked, and is renewed where it was lost.
  const remembered = [stored, readCookie(localeKey)]
  const language = chooseLanguage(remembered, settings.defaultLanguage)
  if (stored === language) writeCookie(localeKey, language)
  document.documentElement.lang = documentLanguage[language]
  return language
}

/** Keeps the language for the next visit, and for the server through the cookie, and tells the browser about it. */
export function rememberLanguage(language: Language): void {
  writeStored(localeKey, language)
  writeCookie(localeKey, language)
  document.documentElement.lang = documentLanguage[language]
}
