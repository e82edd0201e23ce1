import type { Canned } from '@kapao/contract/console/inbox'
import type { Language } from '@kapao/contract/limits'

/** The facts of a member that a canned answer may name, as words in the language of the talk. */
export type CannedFacts = Partial<Record<'name' | 'balance' | 'withdrawal', string>>

const place = /\{(name|balance|withdrawal)\}/g

/** Fills in what is known; a fact that there is none of is left for the operator to see. */
export function fillCanned(
  { text }: Pick<Canned, 'text'>,
  language: Language,
  facts: CannedFacts,
): string {
  return text[language].replaceAll(place, (whole, name: keyof CannedFacts) => facts[name] ?? whole)
}
