import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { MemberText } from '#text/en/member.ts'
import type { PublicText } from '#text/en/public.ts'
import type { VisitorText } from '#text/en/visitor.ts'
import type { Language } from '@kapao/contract/limits'

type LoadedText = {
  language: Language
  text: PublicText
  visitorText: VisitorText | null
  memberText: MemberText | null
}

export type Packs = {
  loadPublicText: (language: Language) => Promise<PublicText>
  loadVisitorText: (language: Language) => Promise<VisitorText>
  loadMemberText: (language: Language) => Promise<MemberText>
}

type TextPacks = { visitor: boolean; member: boolean }

export type I18n = {
  read: () => LoadedText
  subscribe: (listener: () => void) => () => void
  /** False when the texts could not be fetched: the old language then stays, complete and usable. */
  switchTo: (language: Language) => Promise<boolean>
  /** Called before a screen that needs the pack is shown; from then on all loaded packs change together. */
  loadVisitorText: () => Promise<void>
  loadMemberText: () => Promise<void>
}

export type LanguageStore = {
  remember: (language: Language) => void
  /** For texts of a build that is gone: resolves with true if the page reloads in this language instead. */
  reload?: (language: Language) => Promise<boolean>
  /** Registers what must be done before the page unloads. */
  beforeLeaving?: (keep: () => void) => void
}

/**
 * Loads the first language and returns a store in which a language and its texts always change together. Only a
 * member's choice is remembered, so that a default which the operator changes later reaches everybody else.
 */
export async function startI18n(
  first: Language,
  packs: Packs,
  { remember, reload, beforeLeaving }: LanguageStore,
): Promise<I18n> {
  let shown = await loadPacks(packs, first, { visitor: false, member: false })
  let wantedLanguage = first
  const listeners = new Set<() => void>()
  // A reload, for an update or by the member, keeps a chosen language that is still loading.
  beforeLeaving?.(() => {
    if (wantedLanguage !== shown.language) remember(wantedLanguage)
  })

  function show(next: LoadedText): void {
    shown = next
    for (const listener of listeners) listener()
  }

  async function switchTo(language: Language): Promise<boolean> {
    wantedLanguage = language
    try {
      let loaded = await loadPacks(packs, language, packsOf(shown))
      // Another part of the page may have opened while the texts were loading.
      while (lacks(loaded, packsOf(shown)))
        loaded = await loadPacks(packs, language, packsOf(shown))
      // Of two quick taps the later one counts, whichever pack arrives first.
      if (wantedLanguage !== language) return true
      show(loaded)
      remember(language)
      return true
    } catch {
      if (wantedLanguage === language && (await reload?.(language))) return true
      // Another one may have been chosen in the meantime.
      if (wantedLanguage === language) wantedLanguage = shown.language
      return false
    }
  }

  async function loadMore(more: Partial<TextPacks>): Promise<void> {
    while (lacks(shown, { ...packsOf(shown), ...more })) {
      const { language } = shown
      const loaded = await loadPacks(packs, language, { ...packsOf(shown), ...more })
      if (shown.language === language && !lacks(loaded, packsOf(shown))) show(loaded)
    }
  }

  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchTo,
    loadVisitorText: () => loadMore({ visitor: true }),
    loadMemberText: () => loadMore({ member: true }),
  }
}

async function loadPacks(packs: Packs, language: Language, wanted: TextPacks): Promise<LoadedText> {
  const [text, visitorText, memberText] = await Promise.all([
    packs.loadPublicText(language),
    wanted.visitor ? packs.loadVisitorText(language) : null,
    wanted.member ? packs.loadMemberText(language) : null,
  ])
  return { language, text, visitorText, memberText }
}

function packsOf({ visitorText, memberText }: LoadedText): TextPacks {
  return { visitor: visitorText !== null, member: memberText !== null }
}

function lacks(shown: LoadedText, wanted: TextPacks): boolean {
  const has = packsOf(shown)
  return (wanted.visitor && !has.visitor) || (wanted.member && !has.member)
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

export function useVisitorText(): VisitorText {
  const { visitorText } = useShown()
  if (!visitorText) throw new Error('the visitor texts are not loaded yet')
  return visitorText
}

export function useMemberText(): MemberText {
  const { memberText } = useShown()
  if (!memberText) throw new Error('the member texts are not loaded yet')
  return memberText
}

function useShown(): LoadedText {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.read, i18n.read)
}
