import { textOfMoney, type Currency, type Money } from '@kapao/contract/money'

/** One field of a payment code: an id of two digits and its value; the length is counted in bytes. */
export type Field = readonly [id: string, value: string]

const isoNumber: Record<Currency, string> = { BAHT: '764', LAK: '418', COIN: '' }
const country: Record<Currency, string> = { BAHT: 'TH', LAK: 'LA', COIN: '' }
const charactersMax = 600
const crcHead = '6304'
const amountForm = /^\d{1,10}(\.\d{1,2})?$/

/** CRC-16/CCITT-FALSE, four capital hex digits: docs/outside/gateways.md. */
export function crcOf(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function writeFields(fields: readonly Field[]): string {
  return fields
    .map(([id, value]) => id + String(Buffer.byteLength(value)).padStart(2, '0') + value)
    .join('')
}

/** A whole code with its checksum. */
export function writeCode(fields: readonly Field[]): string {
  const text = writeFields(fields) + crcHead
  return text + crcOf(text)
}

/** The fields in order; null when the lengths do not add up. */
export function readFields(text: string): Field[] | null {
  const bytes = Buffer.from(text)
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const head = bytes.toString('latin1', at, at + 4)
    if (!/^\d{4}$/.test(head)) return null
    const end = at + 4 + Number(head.slice(2))
    if (end > bytes.length) return null
    fields.push([head.slice(0, 2), bytes.toString('utf8', at + 4, end)])
    at = end
  }
  return fields
}

export type CodeFault = 'not a payment code' | 'checksum' | 'currency' | 'amount'

/** S37: the amount that a code asks for; a fault when it cannot be paid or not be believed. */
export function readPaymentCode(payload: string, currency: Currency): { money: Money } | CodeFault {
  const fields = payload.length <= charactersMax ? readFields(payload) : null
  const last = fields?.at(-1)
  if (!fields || fields[0]?.join('') !== '0001' || last?.[0] !== '63') return 'not a payment code'
  if (crcOf(payload.slice(0, -4)) !== last[1].toUpperCase()) return 'checksum'
  const valuesOf = (id: string) => fields.filter(([one]) => one === id).map(([, value]) => value)
  const [iso, ...moreIso] = valuesOf('53')
  if (iso !== isoNumber[currency] || moreIso.length > 0) return 'currency'
  const [amount = '', ...moreAmounts] = valuesOf('54')
  if (moreAmounts.length > 0 || !amountForm.test(amount)) return 'amount'
  const [whole = '0', part = ''] = amount.split('.')
  // Kip are whole, but some apps write them with two zeros.
  if (currency === 'LAK' && /[^0]/.test(part)) return 'amount'
  const digits = currency === 'LAK' ? whole : whole + part.padEnd(2, '0')
  return { money: { amount: BigInt(digits), currency } }
}

export type OnePay = { merchant: string; reference: string; money: Money }

/** BCEL OnePay's own layout, whose transaction can be looked up: tag 33, and the transaction in tag 62. */
export function writeOnePay({ merchant, reference, money }: OnePay): string {
  return writeCode([
    ['00', '01'],
    ['01', '11'],
    [
      '33',
      writeFields([
        ['00', 'BCEL'],
        ['01', 'ONEPAY'],
        ['02', merchant],
      ]),
    ],
    ['52', '7995'],
    ['53', isoNumber[money.currency]],
    ['54', textOfMoney(money)],
    ['58', country[money.currency]],
    ['60', 'VTE'],
    [
      '62',
      writeFields([
        ['01', reference],
        ['05', reference],
      ]),
    ],
  ])
}
