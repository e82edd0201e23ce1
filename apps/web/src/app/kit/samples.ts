import { useText } from '#core/i18n.tsx'

/** Real sentences of the language that is shown, so that long ones and high ones are seen in every part. */
export function useSamples() {
  const text = useText()
  return { short: text.login.title, long: text.error.generic, label: text.login.phone }
}
