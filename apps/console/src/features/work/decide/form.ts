import type { FieldName } from '@kapao/contract/console/words'
import type { DecisionInput, DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { instantOf, localOf } from '#core/local-time.ts'

/** The typed values by field; all are text until they are sent. */
export type FormValues = Partial<Record<FieldName, string>>

type Fields = Omit<DecisionInput, 'kind' | 'id' | 'decision'>

const amountForm = /^\d{1,12}(\.\d{1,2})?$/

/** As amounts are shown, with commas, or without. */
function amountOf(typed: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(typed) ? typed.replaceAll(',', '') : typed
}

/** The fields of an offer that are empty or malformed. */
export function missingIn(offer: DecisionOffer, typed: FormValues): FieldName[] {
  return offer.fields.filter((name) => {
    const value = typed[name]?.trim() ?? ''
    if (name === 'whyOptional') return false
    if (name === 'amount') return !amountForm.test(amountOf(value))
    if (name === 'paidAt') return instantOf(value) === ''
    return value === ''
  })
}

export function inputOf(offer: DecisionOffer, typed: FormValues): Fields {
  const entries = offer.fields.flatMap((name): [string, string][] => {
    const value = typed[name]?.trim() ?? ''
    if (value === '') return []
    if (name === 'whyOptional') return [['why', value]]
    if (name === 'paidAt') return [['paidAt', instantOf(value)]]
    if (name === 'amount') return [['amount', amountOf(value)]]
    return [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** The right answer is filled in only where there is no doubt. */
export function firstTyped(item: WorkItem, offer: DecisionOffer): FormValues {
  const [best] = item.candidates
  const isSure = offer.isCertain && best && offer.fields.includes('memberId')
  const { paidAt, ...prefill } = offer.prefill ?? {}
  return {
    ...prefill,
    ...(paidAt && { paidAt: localOf(paidAt) }),
    ...(isSure && { memberId: best.memberId }),
  }
}

export function certainOffer(item: WorkItem): DecisionOffer | null {
  return item.decisions.find(({ isCertain, barred }) => isCertain && barred === null) ?? null
}
