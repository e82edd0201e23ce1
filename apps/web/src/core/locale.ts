import type { Language } from '@kapao/contract/limits'
import { chooseLanguage, documentLanguage } from './language.ts'
import type { Settings } from './settings.ts'
import { readCookie, readStored, writeCookie, writeStored } from './storage.ts'

/** The name under which both browser storage and the cookie keep the language. */
const localeKey = 'locale'

/** Starts the page in the language chosen before in this browser, or in the default. */
export function restoreLanguage(settings: Settings): Language {
  const stored = readStored(localeKey)
  // The cookie helps if storage is blocked, and is written again if it was lost.
  const remembered = [stored, readCookie(localeKey)]
  const language = chooseLanguage(remembered, settings.defaultLanguage)
  if (stored === language) writeCookie(localeKey, language)
  document.documentElement.lang = documentLanguage[language]
  return language
}

/** Stores the language for the next visit, and for the server in the cookie, and sets it on the document. */
export function rememberLanguage(language: Language): void {
  writeStored(localeKey, language)
  writeCookie(localeKey, language)
  document.documentElement.lang = documentLanguage[language]
}
