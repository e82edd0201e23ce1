import { z } from 'zod'
import { transferReference } from '../arrival.ts'
import { moneyOf, tailOf, type BankEvent, type MessageReading } from './event.ts'
import { bankCodeOf } from './codes.ts'
import { parseBody } from '../reply.ts'

/** docs/outside/bank.md: one line of a statement, as the watcher of our accounts sends it. */
export const statementLine = z.object({
  bank: z.string().min(2).max(12),
  accountNo: z.string().regex(/^\d{6,20}$/),
  direction: z.enum(['credit', 'debit']),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  currency: z.enum(['THB', 'LAK']),
  occurredAt: z.iso.datetime({ offset: true }),
  reference: z.string().trim().max(64).nullish(),
  from: z
    .object({
      bank: z.string().max(12).nullish(),
      accountNo: z.string().max(40).nullish(),
      name: z.string().max(120).nullish(),
    })
    .nullish(),
})
export type StatementLine = z.output<typeof statementLine>

export function readFeed(body: Uint8Array): MessageReading {
  const value = parseBody(body)
  if (value === undefined) return { outcome: 'unread', why: 'it is no JSON' }
  const read = statementLine.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { outcome: 'unread', why: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  const event = eventOf(read.data)
  if (read.data.direction === 'debit') {
    const why = 'money that left'
    return event?.reference ? { outcome: 'left', why, event } : { outcome: 'ignored', why }
  }
  return event
    ? { outcome: 'money', event }
    : { outcome: 'unread', why: `${read.data.amount} ${read.data.currency} is no amount` }
}

/** Null when the amount is zero, or invalid in its currency. */
export function eventOf(line: StatementLine): BankEvent | null {
  const { bank, accountNo, amount, currency, occurredAt, reference, from } = line
  const money = moneyOf(amount, currency === 'THB' ? 'BAHT' : 'LAK')
  if (!money) return null
  const payerBank = bankCodeOf(from?.bank)
  return {
    bank: bankCodeOf(bank)!,
    account: accountNo,
    money,
    paidAt: new Date(occurredAt),
    payer: { bank: payerBank, account: tailOf(from?.accountNo), name: from?.name ?? undefined },
    reference: reference ? transferReference(payerBank, reference) : null,
    words: null,
  }
}
