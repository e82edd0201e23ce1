import { picturesIn, textsIn, withoutPictures } from './picture-codes.ts'

/**
 * Whether a text, menu or picture has a way somewhere else that was not in it before: an address, a phone, an account or
 * a name at another service. A picture can show a code, so a new one counts. What is only described in words is not
 * found.
 */
export function leadsAway(before: unknown, after: unknown): boolean {
  const known = new Set(allWaysIn(before))
  return allWaysIn(after).some((way) => !known.has(way))
}

const tags = /<[^>]*>/g
const links = /(?:https?|tel|mailto|line):[^\s"'<>]+/g
const hosts = /[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?:\/[^\s"'<>]*)?/gu
const handles = /@[\p{L}\d._-]{2,}/gu
const numbers = /\d(?:[\s().-]*\d){5,}/g
/** Letters in disguise; only those that a text of ours needs are none. */
const entities = /&(?!(?:amp|lt|gt|quot|nbsp);)#?\w+;?/g

function allWaysIn(value: unknown): string[] {
  return textsIn(value).flatMap(({ text }) => waysIn(text))
}

function waysIn(text: string): string[] {
  const whole = plainDigits(withoutPictures(text).normalize('NFKC').toLowerCase())
  // Markup inside of a word or a number does not hide it.
  const shown = whole.replaceAll(tags, '')
  const found = (pattern: RegExp, of: string) => of.match(pattern) ?? []
  return [
    ...picturesIn(text),
    ...found(links, whole),
    ...found(hosts, shown),
    ...found(handles, shown),
    ...found(entities, whole),
    ...found(numbers, shown).map((digits) => digits.replaceAll(/\D/g, '')),
  ]
}

/** Thai and Lao digits are digits. */
function plainDigits(text: string): string {
  return text.replaceAll(/[๐-๙໐-໙]/g, (digit) => {
    const first = digit >= '໐' ? '໐' : '๐'
    return String(digit.charCodeAt(0) - first.charCodeAt(0))
  })
}
