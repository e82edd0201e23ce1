import { z } from 'zod'
import { controlCall, type ControlCall, type World } from '../actor.ts'
import { Impossible } from '../call.ts'
import type { Transfers } from '../slips/transfers.ts'
import type { Bank, BankAccount, StatementLine } from './accounts.ts'
import { feedMessage, forwarded, lineJson, smsMessage } from './messages.ts'

const word = z.string().trim().min(1).max(120)
const bankCode = z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/, 'a code such as KBANK')
const accountNo = z.string().regex(/^\d{6,20}$/, 'digits only')
const amount = z.coerce.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'an amount such as 500.00')
const reportedBy = z.enum(['as-usual', 'feed', 'sms', 'both', 'nothing'])

const payInput = z.strictObject({
  fromBank: bankCode.default('KBANK'),
  fromAccount: accountNo.default('1234567890'),
  fromName: word.default('NOK THONGDEE'),
  toBank: bankCode.default('KBANK'),
  toAccount: accountNo.default('1112223334'),
  amount: amount.default('500.00'),
  currency: z.enum(['BAHT', 'LAK']).default('BAHT'),
  minutesAgo: z.coerce.number().int().min(0).max(100_000).default(0),
  /** Each repetition is a separate transfer with its own reference. */
  times: z.coerce.number().int().min(1).max(50).default(1),
  tell: reportedBy.default('as-usual'),
  /** False: the feed and the statement omit the sending bank. */
  namesBank: z.boolean().default(true),
  /** False: they omit the transfer's reference. */
  namesTransfer: z.boolean().default(true),
})
type Pay = z.output<typeof payInput>

/** Transfers of before the sandbox began, oldest first, as the books of who plays against it know them. */
const restoreInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        fromBank: word.max(12).nullable(),
        fromAccount: z.string().max(40),
        fromName: z.string().max(120),
        toBank: bankCode,
        toAccount: accountNo,
        amount,
        currency: z.enum(['BAHT', 'LAK']),
        at: z.iso.datetime(),
        reference: z.string().max(64).nullable(),
      }),
    )
    .max(1_000),
})

export type Desk = Pick<World, 'clock' | 'messenger'> & { bank: Bank; transfers: Transfers }

/** Controls for tests and people: pay into an account, normally or with anomalies, and have the bank report it. */
export function bankControlCalls(desk: Desk): ControlCall[] {
  const { bank, clock, messenger } = desk
  let extraMessages = 0
  return [
    controlCall({
      name: 'bank.pay',
      method: 'POST',
      path: '/bank/pay',
      summary: 'Pays into an account; the bank reports it by feed, by SMS, by both or not at all.',
      input: payInput,
      run: (wanted) => Array.from({ length: wanted.times }, () => pay(desk, wanted)),
    }),
    controlCall({
      name: 'bank.restore',
      method: 'POST',
      path: '/bank/restore',
      summary: 'Puts transfers of before into the statements, and reports none of them.',
      input: restoreInput,
      run: ({ lines }) => restore(desk, lines),
    }),
    controlCall({
      name: 'bank.tell',
      method: 'POST',
      path: '/bank/tell',
      summary: 'Reports a transfer again, as a new message.',
      input: z.strictObject({ reference: z.string(), as: z.enum(['feed', 'sms']).default('feed') }),
      run: ({ reference, as }) => {
        const found = bank.findLine(reference)
        if (!found) throw new Impossible(`No account has received ${reference}.`)
        extraMessages += 1
        const message = { ...found, eventId: `${as}-${reference}-again-${extraMessages}` }
        messenger.send(as === 'feed' ? feedMessage(clock, message) : smsMessage(clock, message))
      },
    }),
    controlCall({
      name: 'bank.text',
      method: 'POST',
      path: '/bank/text',
      summary: 'Sends any SMS to the phone that forwards them.',
      input: z.strictObject({
        sender: z.string().min(1).max(20).default('KBANK'),
        text: word.max(1_000),
      }),
      run: ({ sender, text }) => {
        extraMessages += 1
        messenger.send(
          forwarded(clock, {
            sender,
            text,
            eventId: `sms-text-${clock.now().getTime()}-${extraMessages}`,
          }),
        )
      },
    }),
    controlCall({
      name: 'bank.correct',
      method: 'POST',
      path: '/bank/correct',
      summary: 'Changes what the statement says of a transfer, as banks do with their mistakes.',
      input: z.strictObject({ reference: z.string(), amount }),
      run: ({ reference, amount: corrected }) => {
        const found = bank.findLine(reference)
        if (!found) throw new Impossible(`No account has received ${reference}.`)
        return lineJson(found.account, found.account.correct(reference, corrected)!)
      },
    }),
    ...readingCalls(bank),
  ]
}

function readingCalls(bank: Bank): ControlCall[] {
  return [
    controlCall({
      name: 'bank.accounts',
      method: 'GET',
      path: '/bank/accounts',
      summary: 'The accounts with their balances.',
      input: z.strictObject({}),
      run: () => bank.accounts().map(describe),
    }),
    controlCall({
      name: 'bank.statement',
      method: 'GET',
      path: '/bank/accounts/:bank/:accountNo',
      summary: 'The transfers that an account has received, oldest first.',
      input: z.strictObject({ bank: bankCode, accountNo }),
      run: (wanted) => {
        const account = bank
          .accounts()
          .find(({ facts }) => facts.bank === wanted.bank && facts.accountNo === wanted.accountNo)
        if (!account)
          throw new Impossible(`There is no account ${wanted.bank} ${wanted.accountNo}.`)
        return {
          ...describe(account),
          lines: account.lines().map((line) => lineJson(account, line)),
        }
      },
    }),
  ]
}

function pay({ bank, clock, messenger, transfers }: Desk, wanted: Pay): object {
  const { fromBank, fromAccount, fromName, toBank, toAccount, currency, minutesAgo } = wanted
  const account = bank.account({ bank: toBank, accountNo: toAccount, currency })
  const transfer = transfers.add({
    from: { bank: fromBank, accountNo: fromAccount, name: fromName, nameTH: null },
    to: { bank: toBank, accountNo: toAccount, name: account.facts.name, nameTH: null },
    amount: wanted.amount,
    currency,
    minutesAgo,
  })
  const line: StatementLine = account.take(transfer, wanted)
  const { feed, sms } = waysOf(account, wanted.tell)
  const about = (way: string) => ({ account, line, eventId: `${way}-${transfer.reference}` })
  if (feed) messenger.send(feedMessage(clock, about('feed')))
  if (sms) messenger.send(smsMessage(clock, about('sms')))
  return { ...lineJson(account, line), reference: transfer.reference }
}

function restore(
  { bank, transfers }: Desk,
  lines: z.output<typeof restoreInput>['lines'],
): { restored: number } {
  for (const { fromBank, fromAccount, fromName, toBank, toAccount, ...line } of lines) {
    const { amount: sum, currency, reference } = line
    const account = bank.account({ bank: toBank, accountNo: toAccount, currency })
    const transfer = {
      from: { bank: fromBank ?? 'KBANK', accountNo: fromAccount, name: fromName, nameTH: null },
      to: { bank: toBank, accountNo: toAccount, name: account.facts.name, nameTH: null },
      amount: sum,
      currency,
      at: new Date(line.at),
      reference: reference ?? '',
    }
    if (reference !== null) transfers.keep(transfer)
    account.take(transfer, { namesBank: fromBank !== null, namesTransfer: reference !== null })
  }
  return { restored: lines.length }
}

function waysOf(
  { facts: { mode } }: BankAccount,
  how: Pay['tell'],
): { feed: boolean; sms: boolean } {
  if (how === 'both') return { feed: true, sms: true }
  if (how === 'as-usual') return { feed: mode === 'feed', sms: mode === 'sms' }
  return { feed: how === 'feed', sms: how === 'sms' }
}

function describe({ facts, balance, lines }: BankAccount): object {
  return { ...facts, balance: balance(), transfers: lines().length }
}
