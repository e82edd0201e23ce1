/** The facts of a member that a canned answer may name, as `{name}`. This file imports nothing. */

export const memberFacts = ['name', 'balance', 'withdrawable', 'withdrawal'] as const
export type MemberFact = (typeof memberFacts)[number]
export type FactWords = Partial<Record<MemberFact, string>>

const placeholder = new RegExp(`\\{(${memberFacts.join('|')})\\}`, 'g')

/** Fills in what is known; a fact that there is none of is left for the operator to see. */
export function fillFacts(words: string, facts: FactWords): string {
  return words.replaceAll(placeholder, (whole, fact: MemberFact) => facts[fact] ?? whole)
}
