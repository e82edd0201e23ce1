import type { MemberRow } from '@kapao/contract/console/members'
import type { ConsoleText } from '#text/en/all.ts'

/** By what a member was found; the kind of an operation in words, the name of a game as it is. */
export function foundBy(
  { found, about }: Pick<MemberRow, 'found' | 'about'>,
  { members, codes }: ConsoleText,
): string {
  const kinds: Record<string, string> = { ...codes.facts, ...codes.values, ...members.opens }
  const isKind = found !== 'game' && about !== null && Object.hasOwn(kinds, about)
  return [members.found[found], isKind ? kinds[about] : about].filter(Boolean).join(' · ')
}
