import { use } from 'react'
import type { Language } from '@kapao/contract/limits'
import { useLanguage } from '#core/i18n.tsx'

export type LazyText<T> = {
  /**
   * Runs together with the fetch of the part that uses the texts; a failure counts as that fetch's, and is retried with
   * it.
   */
  load: (language: Language) => Promise<T>
  useText: () => T
}

/**
 * Texts of one feature, fetched together with it: every visit waits for the packs that all screens share, so these stay
 * small. The imports are written out, because the bundler makes a file for each literal and none for a computed name.
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
