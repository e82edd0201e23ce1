import type { I18n } from '#core/i18n.tsx'

/**
 * The same parts whenever they are asked for: what React draws again from the beginning, because a file was not there yet,
 * must find those that the file has come for.
 */
export function onceFor<T>(make: (i18n: I18n) => T): (i18n: I18n) => T {
  const made = new WeakMap<I18n, T>()
  return (i18n) => {
    const known = made.get(i18n)
    if (known !== undefined) return known
    const parts = make(i18n)
    made.set(i18n, parts)
    return parts
  }
}
