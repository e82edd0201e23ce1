import { useText } from '#core/i18n.tsx'

/** Real sentences of the current language, so that every part is seen with long and with tall text. */
export function useSamples() {
  const text = useText()
  return { short: text.login.title, long: text.error.generic, label: text.login.phone }
}
