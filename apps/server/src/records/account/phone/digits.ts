const thaiZero = 0x0e50
const laoZero = 0x0ed0

/**
 * The digits of a number as people write it: Thai, Lao and wide digits, spaces, dashes, dots and brackets. Null when it
 * contains anything else, because a guess would reach a stranger.
 */
export function digitsOf(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replaceAll(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - laoZero))
    // Phones and chats paste invisible marks (format characters) around a number.
    .replaceAll(/[\s\p{Cf}\p{Pd}.()\u2212]/gu, '')
  return /^\d+$/.test(plain) ? plain : null
}
