import { createHmac } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import type { Message } from '../messenger/messenger.ts'
import { bankNumber } from '../slips/codes.ts'
import { grouped, textOf, hundredthsOf, type BankAccount, type StatementLine } from './accounts.ts'
import { hourMs } from '../times.ts'

const secrets = { feed: 'sandbox-feed-secret', sms: 'sandbox-sms-secret' } as const

/** One line of the statement, in the form that both the feed and the statement use. */
export function lineJson({ facts }: BankAccount, line: StatementLine): object {
  const { transfer, amount, balance, namesBank, namesTransfer } = line
  const { from, at, reference } = transfer
  return {
    bank: facts.bank,
    accountNo: facts.accountNo,
    direction: 'credit',
    amount: facts.currency === 'LAK' ? amount.replace(/\.0+$/, '') : textOf(hundredthsOf(amount)),
    currency: facts.currency === 'LAK' ? 'LAK' : 'THB',
    balance,
    occurredAt: `${new Date(at.getTime() + 7 * hourMs).toISOString().slice(0, 19)}+07:00`,
    ...(namesTransfer ? { reference } : {}),
    from: {
      ...(namesBank ? { bank: bankNumber(from.bank) } : {}),
      accountNo: `X-${from.accountNo.slice(-6)}`,
      name: from.name,
    },
  }
}

export function feedMessage(
  clock: SandboxClock,
  { account, line, eventId }: { account: BankAccount; line: StatementLine; eventId: string },
): Message {
  return signed(clock, {
    kind: 'feed',
    eventId,
    body: JSON.stringify(lineJson(account, line)),
  })
}

/** The message that the phone receiving the bank's SMS forwards. */
export function smsMessage(
  clock: SandboxClock,
  { account, line, eventId }: { account: BankAccount; line: StatementLine; eventId: string },
): Message {
  return forwarded(clock, { sender: account.facts.bank, text: smsText(account, line), eventId })
}

export function forwarded(
  clock: SandboxClock,
  { sender, text, eventId }: { sender: string; text: string; eventId: string },
): Message {
  const body = JSON.stringify({ sender, text, receivedAt: clock.now().toISOString() })
  return signed(clock, { kind: 'sms', eventId, body })
}

function signed(
  clock: SandboxClock,
  { kind, eventId, body }: { kind: 'feed' | 'sms'; eventId: string; body: string },
): Message {
  return {
    from: `bank.${kind}`,
    path: `/webhooks/bank/${kind}`,
    body,
    headers: () => {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000))
      const signature = createHmac('sha256', secrets[kind])
        .update(`${eventId}.${timestamp}.${body}`)
        .digest('hex')
      return { 'x-event-id': eventId, 'x-timestamp': timestamp, 'x-signature': signature }
    },
  }
}

const aliases: Record<string, string> = { KBANK: 'KBNK', KTB: 'KTBK', SCB: 'SCBA', BAY: 'BAYK' }

/** Each bank's own wording; KBANK with the Buddhist year, SCB without a year (docs/outside/bank.md). */
function smsText({ facts }: BankAccount, { transfer, amount, balance }: StatementLine): string {
  const { from, at } = transfer
  const local = new Date(at.getTime() + 7 * hourMs).toISOString()
  const [date = '', clock = ''] = local.split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const time = clock.slice(0, 5)
  const buddhist = String(Number(year) + 543).slice(2)
  const ours = facts.accountNo.slice(-4)
  const payer = from.accountNo.slice(-6)
  const sum = grouped(amount)
  const bank = aliases[from.bank] ?? from.bank
  switch (facts.bank) {
    case 'SCB':
      return `${day}/${month}@${time} ${sum} จาก${bank}/x${payer} เข้าx${facts.accountNo.slice(-6)}`
    case 'KTB':
      return `KTB: Transfer In THB ${sum} A/C xxx${ours} From ${bank} xxx${payer}`
    case 'GSB':
      return `MyMo: รับโอน ${sum} บาท บัญชี xxx${ours} จาก xxx${payer}`
    case 'BCEL':
      return `BCEL: ${day}/${month} ${time} ເງິນເຂົ້າ ${sum.replace(/\.00$/, '')} LAK ບັນຊີ xxx${ours} ຈາກ xxx${payer}`
    default:
      return `${day}/${month}/${buddhist} ${time} บช X-${ours} รับโอนจาก X-${payer} ${sum} คงเหลือ ${grouped(balance)} บ.`
  }
}
