/** What the code of a slip names: one transfer and the bank that sent it. */
export type SlipCode = { bank: string; reference: string }

/** `broken`: a slip's code that is damaged or tampered with. `other`: not a slip's code. */
export type SlipCodeReading = SlipCode | 'broken' | 'other'

const textMax = 512
const referenceForm = /^[A-Za-z0-9]{6,25}$/
const laoReferenceForm = /^[A-Za-z0-9-]{4,35}$/
const bankForm = /^\d{3}$/

/** docs/outside/slips.md: tag, length, value; the checksum stands last and covers its own tag and length. */
export function readSlipCode(text: string): SlipCodeReading {
  if (text.length > textMax || !/^[\x20-\x7e]+$/.test(text)) return 'other'
  const isThai = /^00\d\d0006000001/.test(text)
  const isLao = text.startsWith('000201') && text.includes('0004BCEL0108ONEPROOF')
  if (!isThai && !isLao) return 'other'
  const tags = checksumIsRight(text, isThai ? '91' : '63') ? readTags(text) : null
  if (!tags) return 'broken'
  return isThai ? thaiCodeOf(tags) : laoCodeOf(tags)
}

function thaiCodeOf(tags: Tags): SlipCodeReading {
  const inner = readTags(tags.get('00') ?? '')
  const bank = inner?.get('01') ?? ''
  const reference = inner?.get('02') ?? ''
  if (!bankForm.test(bank) || !referenceForm.test(reference)) return 'broken'
  return { bank, reference }
}

/** The proof of BCEL's OnePay: the ticket is printed on the receipt as its number. */
function laoCodeOf(tags: Tags): SlipCodeReading {
  const inner = readTags(tags.get('33') ?? '')
  const reference = inner?.get('03') ?? ''
  if (inner?.get('00') !== 'BCEL' || inner.get('01') !== 'ONEPROOF') return 'other'
  return laoReferenceForm.test(reference) ? { bank: 'BCEL', reference } : 'broken'
}

type Tags = ReadonlyMap<string, string>

/** Null unless the whole text is tags; a tag that comes twice would let two readers see two things. */
function readTags(text: string): Tags | null {
  const tags = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    if (!tag || !length || tags.has(tag)) return null
    const end = at + 4 + Number(length)
    if (end > text.length) return isShortChecksum(text, at) ? tags : null
    tags.set(tag, text.slice(at + 4, end))
    at = end
  }
  return tags.size > 0 ? tags : null
}

/** Some banks' apps write the checksum as a number and lose its leading zeros. */
function isShortChecksum(text: string, at: number): boolean {
  return /^(?:91|63)04[0-9A-Fa-f]{1,3}$/.test(text.slice(at))
}

function checksumIsRight(text: string, tag: '91' | '63'): boolean {
  const [, body, given] = new RegExp(`^(.*${tag}04)([0-9A-Fa-f]{1,4})$`).exec(text) ?? []
  if (!body || !given) return false
  return given.toUpperCase().padStart(4, '0') === checksumOf(body)
}

/** CRC-16/CCITT-FALSE, as EMVCo defines it. */
function checksumOf(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
