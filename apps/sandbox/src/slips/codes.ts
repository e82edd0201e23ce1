/** The contents of a slip's code: no amount and no names, only the bank and the transfer to query. */
const bankNumbers: Record<string, string> = {
  BBL: '002',
  KBANK: '004',
  KTB: '006',
  TMB: '011',
  SCB: '014',
  BAY: '025',
  GSB: '030',
  BAAC: '034',
}

export function bankNumber(bank: string): string {
  return bankNumbers[bank] ?? bank
}

export function slipCode(bank: string, reference: string): string {
  return bank === 'BCEL' ? laoCode(reference) : thaiCode(bankNumber(bank), reference)
}

function thaiCode(bank: string, reference: string): string {
  const inner = tag('00', '000001') + tag('01', bank) + tag('02', reference)
  return withChecksum(tag('00', inner) + tag('51', 'TH'), '91')
}

function laoCode(ticket: string): string {
  const inner = tag('00', 'BCEL') + tag('01', 'ONEPROOF') + tag('02', '01') + tag('03', ticket)
  return withChecksum(tag('00', '01') + tag('01', '11') + tag('33', inner), '63')
}

/** A payment-request code, which people photograph by mistake. */
export function paymentCode(phone: string): string {
  const inner = tag('00', 'A000000677010111') + tag('01', `0066${phone.slice(1)}`)
  const parts = [
    tag('00', '01'),
    tag('01', '11'),
    tag('29', inner),
    tag('53', '764'),
    tag('58', 'TH'),
  ]
  return withChecksum(parts.join(''), '63')
}

export type CodeReading = { bank: string; reference: string } | 'damaged' | 'other'

/** The service's reading of a code; written independently of the app's own reader. */
export function readCode(text: string): CodeReading {
  const last = /^(.*(?:9104|6304))([0-9A-Fa-f]{4})$/.exec(text)
  if (!last) return text.includes('0006000001') ? 'damaged' : 'other'
  if (crc(last[1]!) !== last[2]!.toUpperCase()) return 'damaged'
  const thai = /^00\d\d00060000010103(\d{3})02(\d\d)(.+)5102TH9104/.exec(text)
  if (thai) return { bank: thai[1]!, reference: thai[3]!.slice(0, Number(thai[2])) }
  const lao = /0004BCEL0108ONEPROOF0202..03(\d\d)(.+)6304/.exec(text)
  return lao ? { bank: 'BCEL', reference: lao[2]!.slice(0, Number(lao[1])) } : 'other'
}

function tag(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

function withChecksum(text: string, id: '91' | '63'): string {
  return `${text}${id}04${crc(`${text}${id}04`)}`
}

function crc(text: string): string {
  let value = 0xffff
  for (const byte of Buffer.from(text)) {
    value ^= byte << 8
    for (let i = 0; i < 8; i += 1) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1
  }
  return (value & 0xffff).toString(16).toUpperCase().padStart(4, '0')
}
