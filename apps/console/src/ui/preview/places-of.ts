import type { Path } from '#ui/fields/values.ts'

/** Where in a value words stand that were cut, so that its field can say so. */
export function placesOf(value: unknown, cut: readonly string[]): Path[] {
  const sought = cut.map(plain).filter((words) => words !== '')
  return textsIn(value, [])
    .filter(({ text }) => sought.some((words) => plain(text).includes(words)))
    .map(({ path }) => path)
}

type TextAtPath = { path: Path; text: string }

function textsIn(value: unknown, path: Path): TextAtPath[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((one, at) => textsIn(one, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]))
}

/** As it is read: without markup, and blanks are blanks. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
