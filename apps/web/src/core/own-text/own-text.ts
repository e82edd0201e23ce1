import { use } from 'react'
import type { Language } from '@kapao/contract/limits'
import { useLanguage } from '#core/i18n.tsx'

export type OwnText<T> = {
  /** Part of fetching what the texts belong to; a failure is that fetch's, and is tried again with it. */
  load: (language: Language) => Promise<void>
  useOwnText: () => T
}

/** Texts of one sheet, fetched with it and not before: every visit waits for the packs that all screens share. */
export function ownText<T>(fetchPack: (language: Language) => Promise<T>): OwnText<T> {
  const packs = new Map<Language, Promise<T>>()

  function packOf(language: Language): Promise<T> {
    const known = packs.get(language)
    if (known) return known
    const pack = fetchPack(language)
    packs.set(language, pack)
    pack.catch(() => packs.delete(language))
    return pack
  }

  return {
    load: async (language) => void (await packOf(language)),
    useOwnText: () => use(packOf(useLanguage())),
  }
}
