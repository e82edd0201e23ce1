/** The kind of code on a picture: of a transfer, damaged, or something else, such as a code to be paid. */
export type CodeKind = 'slip' | 'damaged' | 'other'

const thai = /^00\d\d0006000001/
const lao = '0004BCEL0108ONEPROOF'
const checksum = /^(.*(?:91|63)04)([0-9A-Fa-f]{1,4})$/

/** Enough to inform a member at once; the server reads the code again, and asks the bank. */
export function kindOfCode(text: string): CodeKind {
  if (!thai.test(text) && !text.includes(lao)) return 'other'
  const [, body, given] = checksum.exec(text) ?? []
  if (!body || !given) return 'damaged'
  return given.toUpperCase().padStart(4, '0') === checksumOf(body) ? 'slip' : 'damaged'
}

/** CRC-16/CCITT-FALSE, as banks compute it. */
function checksumOf(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
