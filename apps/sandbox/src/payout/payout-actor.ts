import { z } from 'zod'
import { controlCall, type Actor, type World } from '../actor.ts'
import { Impossible } from '../call.ts'
import { asText, readHundredths } from '../games/provider/money.ts'
import { bankRoutes } from './bank-api.ts'
import { createBook, misreports, modes, type Book, type Payout } from './book.ts'
import { payonexRoutes } from './payonex-api.ts'
import { payoutSection } from './payout-section.ts'

const channels = ['BANK', 'PAYONEX'] as const
type Books = Record<(typeof channels)[number], Book>

/** The payers of the operator's money: a bank, and a gateway. */
export function createPayoutActor({ clock }: World): Actor {
  const books: Books = { BANK: createBook(clock), PAYONEX: createBook(clock) }
  return {
    name: 'payout',
    title: 'Payouts',
    routes: (stage) => {
      bankRoutes(stage, books.BANK)
      payonexRoutes(stage, books.PAYONEX)
    },
    control: [...controlCalls(books), restoreCall(books)],
    panel: () => payoutSection(books, clock.now()),
    reset: () => {
      for (const book of Object.values(books)) book.reset()
    },
  }
}

const channel = z.enum(channels).default('BANK')
const reference = z.string().min(1)

const paidBefore = z.strictObject({
  channel: z.enum(channels),
  reference,
  amount: z.string().refine((text) => readHundredths(text) !== null),
  currency: z.enum(['THB', 'LAK']),
  bankCode: z.string(),
  accountNo: z.string(),
  accountName: z.string(),
  at: z.iso.datetime(),
})

function controlCalls(books: Books) {
  return [
    controlCall({
      name: 'payout.all',
      method: 'GET',
      path: '/payout/payouts',
      summary: 'Everything that was paid out or is to be, newest first.',
      input: z.strictObject({ channel }),
      run: (wanted) => books[wanted.channel].all().toReversed().map(describe),
    }),
    controlCall({
      name: 'payout.finish',
      method: 'POST',
      path: '/payout/finish',
      summary: 'Ends a payout that is being processed: it arrives, or it comes back.',
      input: z.strictObject({ channel, reference, status: z.enum(['COMPLETED', 'REJECTED']) }),
      run: (wanted) => {
        const found = books[wanted.channel].finish(wanted.reference, wanted.status)
        if (!found) throw new Impossible(`There is no payout ${wanted.reference}.`)
        return describe(found)
      },
    }),
    controlCall({
      name: 'payout.mode',
      method: 'POST',
      path: '/payout/mode',
      summary: 'Whether payouts arrive at once, after seconds, by hand, or come back.',
      input: z.strictObject({ channel, mode: z.enum(modes) }),
      run: (wanted) => books[wanted.channel].setMode(wanted.mode),
    }),
    controlCall({
      name: 'payout.close',
      method: 'POST',
      path: '/payout/close',
      summary: 'From now on an account takes no money.',
      input: z.strictObject({ channel, accountNo: z.string().regex(/^\d{6,20}$/) }),
      run: (wanted) => books[wanted.channel].close(wanted.accountNo),
    }),
    controlCall({
      name: 'payout.funds',
      method: 'POST',
      path: '/payout/funds',
      summary: "Sets the operator's own funds at the payer.",
      input: z.strictObject({ channel, amount: z.string() }),
      run: (wanted) => {
        const hundredths = readHundredths(wanted.amount)
        if (hundredths === null) throw new Impossible('An amount is decimal text, such as 500.00.')
        books[wanted.channel].setFunds(hundredths)
      },
    }),
    controlCall({
      name: 'payout.lie',
      method: 'POST',
      path: '/payout/lie',
      summary:
        'Makes the list omit a payout, show it twice, show another amount, or add one that was never made.',
      input: z.strictObject({ channel, reference, how: z.enum(misreports) }),
      run: (wanted) => books[wanted.channel].misreport(wanted.reference, wanted.how),
    }),
  ]
}

function restoreCall(books: Books) {
  return controlCall({
    name: 'payout.restore',
    method: 'POST',
    path: '/payout/restore',
    summary: 'Puts payouts of before into the lists; nothing is paid again.',
    input: z.strictObject({ payouts: z.array(paidBefore).max(1_000) }),
    run: ({ payouts }) => {
      for (const { channel: of, amount, at, ...paid } of payouts)
        books[of].keep({ ...paid, amount: readHundredths(amount)!, at: new Date(at) })
      return { restored: payouts.length }
    },
  })
}

function describe({ amount, at, ...payout }: Payout): object {
  return { ...payout, amount: asText(amount), at: at.toISOString() }
}
