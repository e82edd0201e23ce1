import type { Language } from '@kapao/contract/limits'
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { ConsoleText } from '#text/en/all.ts'

type LoadedText = { language: Language; text: ConsoleText }
type LoadText = (language: Language) => Promise<ConsoleText>

export type I18n = {
  read: () => LoadedText
  subscribe: (listener: () => void) => () => void
  /** False when the texts could not be fetched: the old language then stays, whole and usable. */
  switchTo: (language: Language) => Promise<boolean>
}

const keptAs = 'language'
/** The language codes for HTML and screen readers. */
const documentLanguage: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' }

export function rememberedLanguage(): Language | null {
  const kept = localStorage.getItem(keptAs)
  return kept === 'th' || kept === 'la' || kept === 'en' ? kept : null
}

/** A language and its texts always change as one. */
export async function startI18n(first: Language, load: LoadText): Promise<I18n> {
  let shown: LoadedText = { language: first, text: await load(first) }
  let wanted = first
  const listeners = new Set<() => void>()
  document.documentElement.lang = documentLanguage[first]
  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchTo: async (language) => {
      wanted = language
      try {
        const text = await load(language)
        // After two quick clicks the later one counts, whichever arrives first.
        if (wanted !== language) return true
        shown = { language, text }
        localStorage.setItem(keptAs, language)
        document.documentElement.lang = documentLanguage[language]
        for (const listener of listeners) listener()
        return true
      } catch {
        return false
      }
    },
  }
}

const I18nContext = createContext<I18n | null>(null)

export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('texts are used outside I18nProvider')
  return i18n
}

function useShown(): LoadedText {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.read, i18n.read)
}

export function useText(): ConsoleText {
  return useShown().text
}

export function useLanguage(): Language {
  return useShown().language
}
