import { useI18n } from '#core/i18n.tsx'
import { translateRefusal } from '#core/refusal-text.ts'
import { CallFault } from './fault.ts'

/** How faults are told in the language that is shown when they happen; null for one that needs no words. */
export function useFaultText(): (fault: unknown) => string | null {
  const i18n = useI18n()
  return (fault) => {
    if (fault instanceof CallFault && fault.kind === 'leaving') return null
    const { text, visitorText, memberText } = i18n.read()
    const refusals = { ...text.refusals, ...visitorText?.refusals, ...memberText?.refusals }
    const body = fault instanceof CallFault ? fault : null
    return translateRefusal({ refusals, generic: text.error.generic }, body)
  }
}
