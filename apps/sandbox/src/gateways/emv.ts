import type { GatewayFacts } from './facts.ts'
import { asText } from '../games/provider/money.ts'

/** One field: two digits of id, two of length, the value. */
function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

/** CRC-16/CCITT-FALSE over everything before it, including its own header. */
function sealed(text: string): string {
  const whole = `${text}6304`
  let crc = 0xffff
  for (const byte of Buffer.from(whole, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return whole + crc.toString(16).toUpperCase().padStart(4, '0')
}

/** A Thai bill-payment code for one payment, as the gateways make them. */
export function thaiBill(facts: GatewayFacts, reference: string, amount: number): string {
  const biller = field('00', 'A000000677010112') + field('01', '010753600031508')
  const references = field('02', reference.slice(0, 20)) + field('03', facts.code)
  return sealed(
    field('00', '01') +
      field('01', '12') +
      field('30', biller + references) +
      field('53', '764') +
      field('58', 'TH') +
      field('54', asText(amount)),
  )
}

/** The data that a phone reads from a code: the amount and OnePay's transaction. */
export function scan(payload: string): { amount: string | null; transaction: string | null } {
  const fields = fieldsOf(payload)
  const more = fieldsOf(fields.get('62') ?? '')
  return { amount: fields.get('54') ?? null, transaction: more.get('05') ?? null }
}

function fieldsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at + 4 <= text.length;) {
    const length = Number(text.slice(at + 2, at + 4))
    found.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}
