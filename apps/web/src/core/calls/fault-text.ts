import { useI18n, type I18n } from '#core/i18n.tsx'
import { translateRefusal, type ErrorBody, type Limits } from '#core/refusal-text.ts'
import { CallFault } from './fault.ts'

/** The text of a fault in the language shown when it happens; null for one that needs no text. */
export function useFaultText(): (fault: unknown) => string | null {
  const i18n = useI18n()
  return (fault) => {
    if (!(fault instanceof CallFault)) return sentenceFor(i18n, null)
    if (fault.kind === 'leaving') return null
    const { text, memberText } = i18n.read()
    if (fault.kind === 'offline') return memberText?.pending.notSent ?? text.offline
    return sentenceFor(i18n, fault, { DAY_LIMIT: fault.againAtMs })
  }
}

/** The text of a code alone, as `outcome` returns it. */
export function useRefusalText(): (code: string) => string {
  const i18n = useI18n()
  return (code) => sentenceFor(i18n, { code })
}

function sentenceFor(i18n: I18n, body: ErrorBody, limits?: Limits): string {
  const { text, visitorText, memberText } = i18n.read()
  const refusals = { ...text.refusals, ...visitorText?.refusals, ...memberText?.refusals }
  return translateRefusal({ refusals, generic: text.error.generic }, body, limits)
}
