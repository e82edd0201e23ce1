import { bankCodeOf } from './codes.ts'
import type { BankEvent } from './event.ts'
import { parseBody } from '../reply.ts'
import { bankOfSender, dayOf, forwarded, wordsOf } from './sms.ts'

/** What a person may look for in a message that no machine could read; nothing of it is certain. */
export type MessageHints = {
  /** What the bank has written, where it came in an envelope. */
  line: string
  bank: string | undefined
  /** The ends of account numbers; digits before a masked last one are no end. */
  tails: string[]
  /** Sums that it names, without commas; the balance after it is none. The likeliest first. */
  amounts: string[]
  /** The time that it states. */
  paidAt: Date | null
  words: BankEvent['words']
}

type RawMessage = { source: 'bank' | 'sms'; text: string; receivedAt: Date }

export function hintsIn({ source, text, receivedAt }: RawMessage): MessageHints {
  const value = parseBody(Buffer.from(text))
  const sms = source === 'sms' ? forwarded.safeParse(value).data : undefined
  const fields = source === 'bank' && typeof value === 'object' ? (value as RawLine) : null
  const line = latinDigits(sms?.text ?? text)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const account = textOf(fields?.accountNo)
  return {
    line,
    bank: sms ? bankOfSender(sms.sender.trim()) : bankCodeOf(textOf(fields?.bank)),
    tails: account
      ? [account]
      : [...line.matchAll(/[xX*•-](\d{4,10})(?!\d|-?[xX*•])/g)].map(([, end]) => end!),
    amounts: amountsIn(fields?.amount === undefined ? line : JSON.stringify(fields.amount)),
    paidAt: fields ? instantOf(fields.occurredAt) : timeIn(line, receivedAt),
    words: sms ? wordsOf(sms.sender.trim(), line) : null,
  }
}

/** A line of a feed as it came, so anything. */
type RawLine = { bank?: unknown; accountNo?: unknown; amount?: unknown; occurredAt?: unknown }

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function instantOf(value: unknown): Date | null {
  const at = new Date(textOf(value) ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Thai and Lao digits in the ones that everybody's banks use. */
function latinDigits(text: string): string {
  return text.replaceAll(/[๐-๙໐-໙]/g, (digit) => String(digit.codePointAt(0)! & 0xf))
}

const number = /(?<![\d.,:/@xX*•-])\d[\d,]*(?:\.\d{1,2})?(?![\d:/@-]|\.\d)/g
const sum = /^(?:\d{1,3}(?:,\d{3})+|\d{1,6}|\d{7,9}(?=\.))(?:\.\d{1,2})?$/
const isAfterBalance = /(?:คงเหลือ|ຍອດເຫຼືອ|balance)[^\d]*$/i
const isBeforeCurrency = /^\s*(?:บาท|บ\.|฿|ກີບ|₭|THB|LAK|BAHT|KIP)/i

function amountsIn(line: string): string[] {
  const found = [...line.matchAll(number)].flatMap(({ 0: text, index }) => {
    if (!sum.test(text) || /^[0,.]+$/.test(text)) return []
    if (isAfterBalance.test(line.slice(0, index))) return []
    const isSure = /[,.]/.test(text) || isBeforeCurrency.test(line.slice(index + text.length))
    return [{ text: text.replaceAll(',', ''), isSure }]
  })
  const inOrder = found.toSorted((one, other) => Number(other.isSure) - Number(one.isSure))
  return [...new Set(inOrder.map(({ text }) => text))]
}

const moment =
  /(?<day>\d{2})[/-](?<month>\d{2})(?:[/-](?:25)?(?<year>\d{2}))?[ @]*(?<time>\d{2}:\d{2})/

function timeIn(line: string, receivedAt: Date): Date | null {
  const found = moment.exec(line)?.groups
  return found ? dayOf(found, receivedAt) : null
}
