import type { ConsoleCallOutput } from '@kapao/contract/console/calls'

type Warning = ConsoleCallOutput<'POST /api/console/settings/look'>['warnings'][number]

/** Letters that a text of the other language does not have; digits and the sign of the baht are common to both. */
const foreign = [
  { language: 'la', letters: /[\u0E01-\u0E3A\u0E40-\u0E4E]/u, reason: 'thaiInLao' },
  { language: 'th', letters: /[\u0E81-\u0ECE\u0EDC-\u0EDF]/u, reason: 'laoInThai' },
] as const
const tags = /<[^>]*>/g

/** Where a Lao text has Thai letters, or a Thai one Lao letters: somebody has filled in the wrong column. */
export function mixedScripts(changes: readonly { name: string; after: unknown }[]): Warning[] {
  return changes.flatMap(({ name, after }) =>
    textsIn(after, { path: [name], language: name.split('.').at(-1)! }),
  )
}

function textsIn(
  value: unknown,
  { path, language }: { path: Warning['path']; language: string },
): Warning[] {
  if (typeof value === 'string') {
    const words = value.startsWith('data:') ? '' : value.replaceAll(tags, ' ')
    return foreign
      .filter((one) => one.language === language && one.letters.test(words))
      .map(({ reason }) => ({ path, reason }))
  }
  if (Array.isArray(value))
    return value.flatMap((one, at) => textsIn(one, { path: [...path, at], language }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const isLanguage = foreign.some((one) => one.language === key)
    return textsIn(part, { path: [...path, key], language: isLanguage ? key : language })
  })
}
