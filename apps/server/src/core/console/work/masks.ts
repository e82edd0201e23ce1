/** The beginning of each word: enough to recognize a person, and useless to others. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${firstLetters(word)}•••`)
    .join(' ')
}

/** By what a reader sees as a letter: a Thai vowel sign stays with its consonant. */
function firstLetters(word: string): string {
  const letters = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(word)]
  return letters
    .slice(0, letters.length > 2 ? 2 : 1)
    .map(({ segment }) => segment)
    .join('')
}

/** `0812345678` is `081••••678`. */
export function maskPhone(phone: string): string {
  const shown = { from: 3, to: 3 }
  if (phone.length <= shown.from + shown.to) return '•'.repeat(phone.length)
  const hidden = phone.length - shown.from - shown.to
  return `${phone.slice(0, shown.from)}${'•'.repeat(hidden)}${phone.slice(-shown.to)}`
}

const shownDigits = 4
/** Digits beyond the last four that are shown because they contradict another number. */
const furtherMax = 2

/** `KBANK:1112223334` is `KBANK ••••3334`; what is masked already stays so. */
export function maskNumber(number: string): string {
  // What we call a wallet or a gateway of ours.
  if (!/\d/.test(number)) return number
  const [, bank, digits] = /^(?:([A-Z0-9?]+):)?(.*)$/s.exec(number)!
  const hidden = Math.max(0, digits!.length - shownDigits)
  const masked = `${'•'.repeat(Math.min(hidden, shownDigits))}${digits!.slice(-shownDigits)}`
  return bank ? `${bank} ${masked}` : masked
}

/**
 * A number beside another one of which it is said to be: its last four digits, or the nearest ones before them that
 * contradict the other, and the places in the text of those that do. `x` stands for a digit that nobody shows.
 */
export function maskBeside(number: string, other: string): { text: string; odd: number[] } {
  const places = Array.from({ length: Math.min(number.length, other.length) }, (_, at) => at)
  const digitAt = (of: string, place: number) => of.at(-1 - place)!
  const apart = places.filter((place) => {
    const pair = [digitAt(number, place), digitAt(other, place)]
    return pair.every((one) => /\d/.test(one)) && pair[0] !== pair[1]
  })
  const isShown = (place: number) =>
    place < shownDigits || apart.slice(0, furtherMax).includes(place)
  const length = Math.max(shownDigits, ...places.filter(isShown).map((place) => place + 1))
  const shown = Array.from(number.slice(-length), (digit, at) =>
    isShown(Math.min(length, number.length) - 1 - at) ? digit : '•',
  )
  const hidden = Math.min(shownDigits, number.length - shown.length)
  const odd = apart.filter(isShown).map((place) => hidden + shown.length - 1 - place)
  return { text: `${'•'.repeat(hidden)}${shown.join('')}`, odd: odd.toReversed() }
}
