import type { CannedAnswer } from '@kapao/contract/console/inbox'
import type { Language } from '@kapao/contract/limits'
import { exampleFacts } from '#text/examples.ts'

/** The edited answers, the version that they are based on, and the answers of that version. */
export type CannedEdits = { version: number; base: CannedAnswer[]; canned: CannedAnswer[] }

export const cannedLanguages = ['th', 'la', 'en'] as const satisfies readonly Language[]
export const factNames = ['name', 'balance', 'withdrawable', 'withdrawal'] as const
export type FactName = (typeof factNames)[number]

const nameForm = /^[a-z][a-z0-9-]{1,30}$/

export function readEdited(kept: string): CannedEdits | null {
  try {
    return kept === '' ? null : (JSON.parse(kept) as CannedEdits)
  } catch {
    return null
  }
}

/** The text with a placeholder at the cursor, or in place of the selection. */
export function insertFact(
  words: string,
  fact: FactName,
  { start, end }: { start: number; end: number },
): { words: string; cursor: number } {
  const placeholder = `{${fact}}`
  return {
    words: words.slice(0, start) + placeholder + words.slice(end),
    cursor: start + placeholder.length,
  }
}

/** As an example member would read it. */
export function previewOf(words: string, language: Language): string {
  return words.replaceAll(
    /\{(name|balance|withdrawable|withdrawal)\}/g,
    (_, fact: FactName) => exampleFacts[language][fact],
  )
}

export type Wrong = { name?: 'name' | 'twice' } & Partial<Record<Language, 'text'>>

/** Why an answer cannot be saved yet; null where it can. */
export function findWrong(one: CannedAnswer, all: readonly CannedAnswer[]): Wrong | null {
  const isTwice = all.filter(({ name }) => name === one.name).length > 1
  const missing = cannedLanguages.filter((language) => one.text[language].trim() === '')
  const wrong: Wrong = {
    ...(!nameForm.test(one.name) ? { name: 'name' } : isTwice ? { name: 'twice' } : {}),
    ...Object.fromEntries(missing.map((language) => [language, 'text'])),
  }
  return Object.keys(wrong).length > 0 ? wrong : null
}

/** Moves one up or down; at the end of the list nothing moves. */
export function moveOne(all: readonly CannedAnswer[], at: number, by: 1 | -1): CannedAnswer[] {
  const to = at + by
  if (!all[at] || !all[to]) return [...all]
  const next = [...all]
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}

const isSame = (one: CannedAnswer | undefined, other: CannedAnswer | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const byName = (all: readonly CannedAnswer[]) => new Map(all.map((one) => [one.name, one]))

/** The names of the answers that differ between two lists; empty where only the order differs. */
export function namesOfDiffering(
  one: readonly CannedAnswer[],
  other: readonly CannedAnswer[],
): string[] {
  const [left, right] = [byName(one), byName(other)]
  const names = new Set([...left.keys(), ...right.keys()])
  return [...names].filter((name) => !isSame(left.get(name), right.get(name)))
}

/** Merges my edits into theirs: what I did not edit is as in theirs, and what they added is included. */
export function joinEdits(
  { base, canned }: CannedEdits,
  theirs: readonly CannedAnswer[],
): CannedAnswer[] {
  const [before, mine, others] = [byName(base), byName(canned), byName(theirs)]
  const kept = canned.flatMap((one) => {
    if (!isSame(one, before.get(one.name))) return [one]
    const other = others.get(one.name)
    return other ? [other] : []
  })
  const added = theirs.filter(({ name }) => !mine.has(name) && !before.has(name))
  return [...kept, ...added]
}
