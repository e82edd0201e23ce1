import type { ConsoleText } from '#text/en/all.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useLanguage, useText } from '#core/i18n.tsx'
import type { Language } from '@kapao/contract/limits'

/** A fault's text in the current language; the server's own sentences are in English, and shown only in English. */
function textOfFault(error: unknown, text: ConsoleText, language: Language): string {
  if (!(error instanceof CallFault)) return text.refusals.UNKNOWN
  if (error.kind === 'unreachable') return text.refusals.UNREACHABLE
  const { code, detail } = error
  if (code === 'DECISION_REFUSED') {
    const why = detail.why === null ? undefined : text.work.refused[detail.why]
    if (why !== undefined) return why
    if (language === 'en' && detail.message !== '') return sentence(detail.message)
  }
  const known = text.refusals as Record<string, string>
  return (code === null ? undefined : known[code]) ?? text.refusals.UNKNOWN
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`
}

export function useFaultText(): (error: unknown) => string {
  const text = useText()
  const language = useLanguage()
  return (error) => textOfFault(error, text, language)
}
