import { isInitial } from '@kapao/contract/names'
import { withoutTitles } from '#outside/bank/names.ts'

/**
 * `word`: at least one word is shown whole, and nothing disagrees. `unsaid`: what is shown agrees, but no whole word
 * is. `other`: written in another alphabet, or nothing is shown.
 */
export type ReportedName = 'word' | 'unsaid' | 'other' | 'different'

/** Banks cut names off, hide parts of them, and may write them in another alphabet. */
export function compareReported(reported: string | undefined, registered: string): ReportedName {
  const [theirs, ours] = withoutTitles(reported ?? '', registered)
  const [shown, own] = [wordsOf(theirs), wordsOf(ours)]
  const [first] = shown
  if (!first || !own[0] || isLatin(first) !== isLatin(own[0])) return 'other'
  const isPair = shown.length > 1 && own.length > 1
  const pairs: [string, string][] = [[first, own[0]]]
  if (isPair) pairs.push([shown.at(-1)!, own.at(-1)!])
  if (!pairs.every(([seen, whole]) => startsAlike(seen, whole))) return 'different'
  return pairs.some(([seen, whole]) => seen === whole && !isInitial(whole)) ? 'word' : 'unsaid'
}

/** Names that cannot be compared contradict nothing. */
export function namesAgree(reported: string | undefined, registered: string): boolean {
  return compareReported(reported, registered) !== 'different'
}

/** Whether more than initials is shown of a name. */
export function showsName(reported: string | undefined): boolean {
  const [shown] = withoutTitles(reported ?? '', '')
  return wordsOf(shown).some((word) => !isInitial(visible(word)))
}

function wordsOf(name: string): string[] {
  const plain = name.toUpperCase().replaceAll('.', ' ')
  return plain.split(/\s+/u).filter((word) => /\p{L}/u.test(word))
}

/** The beginning of either may be the other, but only banks write an initial for a name. */
function startsAlike(reported: string, registered: string): boolean {
  const seen = visible(reported)
  if (registered.startsWith(seen)) return true
  return seen.startsWith(registered) && !isInitial(registered)
}

/** The letters up to what is hidden, by stars or as in JX and JXXX; MAX is whole. */
function visible(word: string): string {
  const [begin = ''] = word.split(/[*•]|(?<=^\p{L})X+$|X{2,}$/u, 1)
  return begin.replaceAll(/[^\p{L}\p{M}]/gu, '')
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word)
}
