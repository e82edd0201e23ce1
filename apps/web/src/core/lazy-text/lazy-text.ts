import { use } from 'react'
import type { Language } from '@kapao/contract/limits'
import { useLanguage } from '#core/i18n.tsx'

export type LazyText<T> = {
  /** Part of fetching what the texts belong to; a failure is that fetch's, and is tried again with it. */
  load: (language: Language) => Promise<T>
  useText: () => T
}

/**
 * Texts of one feature, fetched with it and not before: every visit waits for the packs that all screens share. The
 * imports are written out, because the bundler makes one file of each literal and none of a computed name.
 */
export function lazyText<Name extends string, T>(
  name: Name,
  packs: Record<Language, () => Promise<Record<Name, T>>>,
): LazyText<T> {
  const known = new Map<Language, Promise<T>>()

  function load(language: Language): Promise<T> {
    const pack = known.get(language) ?? packs[language]().then((file) => file[name])
    known.set(language, pack)
    pack.catch(() => known.delete(language))
    return pack
  }

  return { load, useText: () => use(load(useLanguage())) }
}
