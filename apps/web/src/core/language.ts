import { languages, type Language } from '@kapao/contract/limits'

/** The language tags for `<html lang>` and Intl: hyphenation, fonts and voices depend on them. */
export const documentLanguage = { th: 'th', la: 'lo', en: 'en' } as const satisfies Record<
  Language,
  string
>

/** Each language named in itself, so that members find their own whatever is on screen. */
export const languageNames = { th: 'ไทย', la: 'ລາວ', en: 'English' } as const satisfies Record<
  Language,
  string
>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The first remembered language that exists, else the default of the variant. */
export function chooseLanguage(
  remembered: readonly (string | null)[],
  fallback: Language,
): Language {
  return remembered.find(isLanguage) ?? fallback
}
