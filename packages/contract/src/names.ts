/** Vowel signs of Thai and Lao that stand above or below a letter: with one, a single letter is a whole syllable. */
const vowelSign = /[\u0e31\u0e34-\u0e3a\u0eb1\u0eb4-\u0eb9\u0ebb\u0ebc\u0ecd]/u
const letterOrVowel = new RegExp(String.raw`\p{L}|${vowelSign.source}`, 'gu')

/** How many letters a word has: marks of tones and accents are none. */
export function lettersOf(word: string): number {
  return word.normalize('NFC').match(letterOrVowel)?.length ?? 0
}

/** A word that may be only the beginning of a name, or of several: J, J., S.J. and ใ; มี and ດີ are whole. */
export function isInitial(word: string): boolean {
  return word.split(/[^\p{L}\p{M}]+/u).every((part) => lettersOf(part) < 2)
}

/** Whether the given name or the family name of a name without titles is an initial. */
export function hasInitials(name: string): boolean {
  const words = name.trim().split(/\s+/)
  return isInitial(words[0]!) || isInitial(words.at(-1)!)
}

/** No letter of a name in any language has more marks than these. */
const marksMax = 3
const tooManyMarks = new RegExp(String.raw`\p{M}{${marksMax + 1},}`, 'u')

export function hasTooManyMarks(name: string): boolean {
  return tooManyMarks.test(name.normalize('NFC'))
}
