import type { I18n } from '#core/i18n.tsx'

/**
 * Always returns the same parts: when React starts a suspended render over, because a file was missing, it must find
 * the parts for which the file has arrived.
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
