import { z } from 'zod'
import { controlCall, type ControlCall } from '../actor.ts'
import { Impossible } from '../call.ts'
import { asText, readHundredths } from '../games/provider/money.ts'
import {
  stateOf,
  stranger,
  type Book,
  type Charge,
  type Desk,
  type Payer,
  type Payment,
} from './book.ts'
import { scan } from './emv.ts'

const ofGateway = z.strictObject({ gateway: z.string() })
const amount = z
  .union([z.string(), z.number()])
  .transform((value, context) => {
    if (value === '') return undefined
    const hundredths = readHundredths(value)
    if (hundredths !== null) return hundredths
    context.addIssue('an amount with at most two decimals, such as 12.50')
    return z.NEVER
  })
  .optional()
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const payerGiven = z.strictObject({
  bankCode: z.string(),
  accountNo: z.string(),
  name: z.string(),
})
const times = z.coerce.number().int().min(1).max(20).default(1)

/** Controls for payments to the gateways, correct and faulty. */
export function gatewayControlCalls(desk: Desk): ControlCall[] {
  const find = (code: string): Book => {
    const book = desk.books.get(code.toUpperCase())
    if (!book)
      throw new Impossible(
        `There is no gateway ${code}; there are: ${[...desk.books.keys()].join(', ')}.`,
      )
    return book
  }
  return [...readingCalls(find), payCall(desk, find), scanCall(desk, find), releaseCall(desk, find)]
}

type Find = (code: string) => Book

function readingCalls(find: Find): ControlCall[] {
  return [
    controlCall({
      name: 'gateways.codes',
      method: 'GET',
      path: '/gateways/:gateway/codes',
      summary: "A gateway's codes, newest first.",
      input: ofGateway,
      run: ({ gateway }) =>
        find(gateway)
          .charges()
          .map((charge) => describe(find(gateway), charge)),
    }),
    controlCall({
      name: 'gateways.payments',
      method: 'GET',
      path: '/gateways/:gateway/payments',
      summary: 'What was paid through a gateway, oldest first.',
      input: ofGateway,
      run: ({ gateway }) => find(gateway).payments().map(describePayment),
    }),
  ]
}

function payCall({ notify }: Desk, find: Find): ControlCall {
  return controlCall({
    name: 'gateways.pay',
    method: 'POST',
    path: '/gateways/:gateway/pay',
    summary:
      'Pays a code: as it asks, or another amount, from a stranger or a given payer, in another currency, several times, held; an unknown reference is paid too.',
    input: ofGateway.extend({
      reference: z.string().min(1),
      amount,
      payer: z.union([z.enum(['member', 'stranger']), payerGiven]).default('member'),
      currency: z.string().length(3).optional(),
      held: flag.default(false),
      /** The bank's own reference of the transfer, for a payment that a bank also reports. */
      bankReference: z.string().min(1).optional(),
      /** False: the money arrives without a notification. */
      told: flag.default(true),
      times,
    }),
    run: ({ gateway, payer, held, told, times: count, ...paying }) => {
      const book = find(gateway)
      return Array.from({ length: count }, () => {
        const payment = book.pay({
          ...paying,
          isHeld: held,
          ...payerOf(payer),
        })
        if (told) notify(book, payment)
        return describePayment(payment)
      })
    },
  })
}

function payerOf(given: 'member' | 'stranger' | Payer): { payer?: Payer } {
  if (given === 'member') return {}
  return { payer: given === 'stranger' ? stranger : given }
}

function scanCall({ notify }: Desk, find: Find): ControlCall {
  return controlCall({
    name: 'gateways.scan',
    method: 'POST',
    path: '/gateways/:gateway/scan',
    summary:
      'Pays what a code says when a phone reads it, as with codes that the shop drew itself.',
    input: ofGateway.extend({ payload: z.string().min(20), amount }),
    run: ({ gateway, payload, amount: given }) => {
      const book = find(gateway)
      const read = scan(payload)
      const reference = read.transaction
      if (reference === null) throw new Impossible('This code names no transaction.')
      const payment = book.pay({ reference, amount: given ?? readHundredths(read.amount) ?? 0 })
      notify(book, payment)
      return describePayment(payment)
    },
  })
}

function releaseCall({ notify }: Desk, find: Find): ControlCall {
  return controlCall({
    name: 'gateways.release',
    method: 'POST',
    path: '/gateways/:gateway/release',
    summary: 'Lets a payment through that was on hold.',
    input: ofGateway.extend({ payment: z.string() }),
    run: ({ gateway, payment: id }) => {
      const payment = find(gateway).release(id)
      if (!payment) throw new Impossible(`No payment ${id} is on hold.`)
      notify(find(gateway), payment)
      return describePayment(payment)
    },
  })
}

function describe(book: Book, charge: Charge): object {
  const { id, reference, ordered, shown, payload, createdAt, expiresAt } = charge
  return {
    id,
    reference,
    ordered: asText(ordered),
    shown: asText(shown),
    payload,
    state: stateOf(book, charge),
    createdAt,
    expiresAt,
  }
}

function describePayment({ amount: hundredths, ...payment }: Payment): object {
  return { ...payment, amount: asText(hundredths) }
}
