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

/** `KBANK:1112223334` is `KBANK ••••3334`; what is masked already stays so. */
export function maskNumber(number: string): string {
  // What we call a wallet or a gateway of ours.
  if (!/\d/.test(number)) return number
  const [, bank, digits] = /^(?:([A-Z0-9?]+):)?(.*)$/s.exec(number)!
  const hidden = Math.max(0, digits!.length - shownDigits)
  const masked = `${'•'.repeat(Math.min(hidden, shownDigits))}${digits!.slice(-shownDigits)}`
  return bank ? `${bank} ${masked}` : masked
}
