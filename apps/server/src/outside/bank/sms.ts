import { z } from 'zod'
import type { WalletCurrency } from '@kapao/contract/limits'
import { dayMs, hourMs } from '@kapao/contract/times'
import { sha256 } from '#core/ids.ts'
import { bankCodeOf } from './codes.ts'
import { transferReference } from '../arrival.ts'
import { parseBody } from '../reply.ts'
import { bangkokTime, moneyOf, tailOf, type BankEvent, type MessageReading } from './event.ts'

/** The body that the phone with our banks' SMS forwards. */
export const forwarded = z.object({
  sender: z.string().min(1).max(20),
  text: z.string().min(1).max(1_000),
  receivedAt: z.iso.datetime({ offset: true }),
})

const amount = String.raw`(?<amount>\d{1,3}(?:,\d{3})*(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)`
const day = String.raw`(?<day>\d{2})\/(?<month>\d{2})(?:\/(?<year>\d{2}))?`
const time = String.raw`(?<time>\d{2}:\d{2})`

type Form = { senders: readonly string[]; bank: string; text: RegExp; currency: WalletCurrency }

/** docs/outside/bank.md says which of these were captured and which follow descriptions. */
const forms: readonly Form[] = [
  {
    senders: ['KBANK'],
    bank: 'KBANK',
    currency: 'BAHT',
    text: new RegExp(
      `^${day} ${time} บช X-(?<account>\\d{4,6}) (?:เงินเข้า|รับโอนจาก X-(?<from>\\d{4,6})) ?${amount}(?: คงเหลือ .*)?$`,
    ),
  },
  {
    senders: ['SCB', '027777777'],
    bank: 'SCB',
    currency: 'BAHT',
    text: new RegExp(
      `^${day}@${time} ${amount} จาก(?<fromBank>[A-Z]{2,6})/x(?<from>\\d{4,6})(?<name>.*?)เข้าx(?<account>\\d{4,6})`,
    ),
  },
  {
    senders: ['KTB', 'Krungthai'],
    bank: 'KTB',
    currency: 'BAHT',
    text: new RegExp(
      `^KTB: Transfer In THB ${amount} A/C x+(?<account>\\d{4,6})(?: From (?<fromBank>[A-Z]{2,6}) x+(?<from>\\d{4,6}))?(?: Ref\\.(?<ref>\\w{4,25}))?`,
    ),
  },
  {
    senders: ['GSB', 'MyMo'],
    bank: 'GSB',
    currency: 'BAHT',
    text: new RegExp(
      `^MyMo: รับโอน ${amount} บาท บัญชี x+(?<account>\\d{4,6})(?: จาก x+(?<from>\\d{4,6}))?`,
    ),
  },
  {
    senders: ['BCEL'],
    bank: 'BCEL',
    currency: 'LAK',
    text: new RegExp(
      `^BCEL: ${day} ${time} ເງິນເຂົ້າ ${amount} LAK ບັນຊີ x+(?<account>\\d{4,6})(?: ຈາກ x+(?<from>\\d{4,6}))?`,
    ),
  },
]

/** The bank whose SMS these are, also where the form of its text is unknown. */
export function bankOfSender(sender: string): string | undefined {
  return forms.find(({ senders }) => senders.includes(sender))?.bank ?? bankCodeOf(sender)
}

/** How long after the transfer an SMS without a time may arrive. */
const lateMaxMs = 6 * hourMs

/** By how much a bank's SMS may date a transfer too late. */
export function smsLateMs(bank: string): number {
  const isTimeless = forms.some(
    (form) => form.bank === bank && !form.text.source.includes('?<day>'),
  )
  return isTimeless ? lateMaxMs : 0
}

/** Outgoing money, codes and advertising: nothing has arrived. */
const nothingCame = /เงินออก|โอนออก|ถอน|ชำระ|หักบัญชี|OTP|รหัส|ເງິນອອກ|Transfer Out|Withdraw|Payment/i

export function readSms(body: Uint8Array): MessageReading & { text: string } {
  const value = parseBody(body)
  if (value === undefined) return { outcome: 'unread', why: 'it is no JSON', text: '' }
  const read = forwarded.safeParse(value)
  if (!read.success) return { outcome: 'unread', why: 'it is no forwarded SMS', text: '' }
  const { sender, text } = read.data
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const sent = { sender: sender.trim(), line, receivedAt: new Date(read.data.receivedAt) }
  for (const form of forms) {
    if (!form.senders.includes(sent.sender)) continue
    const event = eventIn(form, sent)
    if (event) return { outcome: 'money', event, text: line }
  }
  return nothingCame.test(line)
    ? { outcome: 'ignored', why: 'nothing has come', text: line }
    : { outcome: 'unread', why: `a text of ${sender} in no form that is known`, text: line }
}

/**
 * Slips and statements use longer references (docs/outside/slips.md); a shorter word is the SMS's own and identifies
 * nothing there.
 */
const referenceMin = 12

const balance = /คงเหลือ|ຍອດເຫຼືອ|Balance/i

type SmsLine = { sender: string; line: string; receivedAt: Date }

function eventIn(form: Form, { line, receivedAt }: SmsLine): BankEvent | null {
  const found = form.text.exec(line)?.groups
  if (!found?.['amount'] || !found['account']) return null
  const paidAt = found['day'] ? dayOf(found, receivedAt) : receivedAt
  const money = moneyOf(found['amount'], form.currency)
  if (!paidAt || !money) return null
  const bank = bankCodeOf(found['fromBank'])
  const { ref } = found
  return {
    bank: form.bank,
    account: found['account'],
    money,
    paidAt,
    isTimeless: !found['day'],
    payer: { bank, account: tailOf(found['from']), name: found['name']?.trim() || undefined },
    reference: ref && ref.length >= referenceMin ? transferReference(bank, ref) : null,
    // Two phones may use two names of the same bank.
    words: wordsOf(form.senders[0]!, line),
  }
}

/** What an SMS is known again by, whichever phone forwards it. */
export function wordsOf(sender: string, line: string): NonNullable<BankEvent['words']> {
  const digest = sha256(`${sender} ${line}`).toString('hex').slice(0, 32)
  return { digest, hasBalance: balance.test(line) }
}

const buddhistYears = 543

/** Years are Buddhist, or omitted; then it is the last such day before the SMS arrived. */
export function dayOf(found: Record<string, string | undefined>, receivedAt: Date): Date | null {
  const at = (year: number): Date | null =>
    bangkokTime({
      year,
      month: Number(found['month']),
      day: Number(found['day']),
      time: found['time']!,
    })
  const year = found['year']
  if (year !== undefined) return at(2500 + Number(year) - buddhistYears)
  const thisYear = new Date(receivedAt.getTime() + 7 * hourMs).getUTCFullYear()
  const soonest = at(thisYear)
  const slackMs = dayMs
  return soonest && soonest.getTime() > receivedAt.getTime() + slackMs ? at(thisYear - 1) : soonest
}
