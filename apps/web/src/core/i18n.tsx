import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { MemberText, PublicText } from '#text/shape.ts'
import type { Language } from '@kapao/contract/limits'

type Shown = { language: Language; text: PublicText; memberText: MemberText | null }

export type Packs = {
  loadPublicText: (language: Language) => Promise<PublicText>
  loadMemberText: (language: Language) => Promise<MemberText>
}

export type I18n = {
  read: () => Shown
  subscribe: (listener: () => void) => () => void
  /** False when the texts could not be fetched: the old language then stays, whole and usable. */
  switchTo: (language: Language) => Promise<boolean>
  /** Called before the member part is shown; from then on both packs change together. */
  loadMemberText: () => Promise<void>
}

/**
 * Loads the first language and answers a store in which a language and its texts always change as one. Only what a
 * member chose is remembered, so that a default which the operator changes later reaches everybody else.
 */
export async function startI18n(
  first: Language,
  packs: Packs,
  remember: (language: Language) => void,
): Promise<I18n> {
  let shown: Shown = { language: first, text: await packs.loadPublicText(first), memberText: null }
  let wantedLanguage = first
  const listeners = new Set<() => void>()

  function show(next: Shown): void {
    shown = next
    for (const listener of listeners) listener()
  }

  async function load(language: Language, withMember: boolean): Promise<Shown> {
    const [text, memberText] = await Promise.all([
      packs.loadPublicText(language),
      withMember ? packs.loadMemberText(language) : null,
    ])
    return { language, text, memberText }
  }

  async function switchTo(language: Language): Promise<boolean> {
    wantedLanguage = language
    try {
      let loaded = await load(language, shown.memberText !== null)
      // The member part may have opened while the texts were on their way.
      if (shown.memberText && !loaded.memberText) loaded = await load(language, true)
      // Of two quick taps the later one counts, whichever pack arrives first.
      if (wantedLanguage !== language) return true
      show(loaded)
      remember(language)
      return true
    } catch {
      if (wantedLanguage === language) wantedLanguage = shown.language
      return false
    }
  }

  async function loadMember(): Promise<void> {
    while (shown.memberText === null) {
      const { language } = shown
      const loaded = await load(language, true)
      if (shown.language === language) show(loaded)
    }
  }

  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchTo,
    loadMemberText: loadMember,
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

export function useLanguage(): Language {
  return useShown().language
}

export function useText(): PublicText {
  return useShown().text
}

export function useMemberText(): MemberText {
  const { memberText } = useShown()
  if (!memberText) throw new Error('the member texts are not loaded yet')
  return memberText
}

function useShown(): Shown {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.read, i18n.read)
}
