import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Answer, Call } from '../../call.ts'
import { asNumber, readHundredths } from '../../games/provider/money.ts'
import { stateOf, type Book, type Charge, type Payer, type Payment } from '../book.ts'
import { merchant } from '../facts.ts'
import { codeFaults, gatewayStage, jsonOf, textOf, type GatewayApi } from './api.ts'

const text = z.string().min(1)
const orderBody = z.object({
  refId: text.max(40),
  userId: text,
  amount: z.number(),
  accountName: text,
  accountNo: text,
  bankCode: text,
  timestamp: z.number(),
})
const lifeMinutes = 15

/** The common API of gateways in Thailand: JSON signed by HMAC, and callbacks signed likewise. */
export const signed: GatewayApi = {
  routes: (stage, book) => {
    const put = gatewayStage(stage, book)
    const checked = (handler: (call: Call) => Answer) => (call: Call) =>
      isSigned(call) ? handler(call) : refusal(1002, 'invalid signature', 401)
    put(
      {
        verb: 'order',
        at: 'POST /payment/deposit',
        summary: 'Order a code to pay by',
        ownFaults: {
          ...codeFaults((change) => (answer) => spoil(answer, change)),
          'other-amount': {
            summary: 'Makes it, but says that it is for twenty baht more.',
            play: async ({ apply }) => ({ answer: dearer(await apply()) }),
          },
        },
      },
      checked((call) => order(book, call)),
    )
    put(
      { verb: 'query', at: 'POST /payment/query', summary: 'Read the state of a code' },
      checked(({ body }) => {
        const reference = textOf(jsonOf(body)['refId'])
        const charge = book.find(reference)
        if (charge) return good(describe(book, charge))
        const payments = paymentsOf(book, reference)
        // A payment for a reference that was never ordered is reported all the same.
        return payments.length === 0
          ? refusal(1404, 'ref not found')
          : good({ expires_in: 0, qrcode: { qrcode_text: '' }, payments })
      }),
    )
    put(
      { verb: 'void', at: 'POST /payment/void', summary: 'Close a code' },
      checked(({ body }) => {
        const charge = book.find(textOf(jsonOf(body)['refId']))
        if (!charge) return refusal(1404, 'ref not found')
        charge.isVoid = true
        return good(describe(book, charge))
      }),
    )
    put(
      { verb: 'settlements', at: 'POST /payment/settlements', summary: 'List what was paid' },
      checked(({ body }) => good({ payments: settled(book, jsonOf(body)) })),
    )
  },
  webhook: (book, payment) => {
    const body = JSON.stringify({
      ...paymentFields(book, payment),
      status: 'PAID',
      userId: payment.payer?.name ?? '',
      extParams: {},
    })
    const eventId = randomUUID()
    return { body, headers: () => signedHeaders(eventId, body, book.now()) }
  },
}

/** Signs the id, the time and the exact bytes, so that a signature fits no other message. */
function signedHeaders(eventId: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', merchant.webhookSecret)
    .update(`${eventId}.${timestamp}.${body}`)
    .digest('hex')
  return { 'x-event-id': eventId, 'x-timestamp': timestamp, 'x-signature': signature }
}

function isSigned({ headers, raw }: Call): boolean {
  if (headers['x-appid'] !== merchant.id) return false
  const given = Buffer.from(String(headers['x-signature'] ?? ''), 'hex')
  const wanted = createHmac('sha256', merchant.key).update(raw).digest()
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function order(book: Book, { body }: Call): Answer {
  const read = orderBody.safeParse(body)
  const amount = read.success ? readHundredths(read.data.amount) : null
  if (!read.success || amount === null) return refusal(1001, 'validation failed')
  // They take whole baht and silently drop the rest.
  const whole = Math.floor(amount / 100) * 100
  if (whole < book.facts.minimum) return refusal(1003, 'amount below minimum')
  const { refId, accountName: name, accountNo, bankCode } = read.data
  const payer = { bankCode, accountNo, name }
  const charge = book.order({ reference: refId, amount: whole, payer, minutes: lifeMinutes })
  return charge ? good(describe(book, charge)) : refusal(1005, 'refId already used')
}

function describe(book: Book, charge: Charge): Record<string, unknown> {
  return {
    txn_id: charge.id,
    ref_id: charge.reference,
    amount: asNumber(charge.shown),
    fee: 0,
    method: 'qrcode',
    status: stateOf(book, charge),
    qrcode: { qrcode_text: charge.payload },
    expires_in: Math.max(0, Math.floor((charge.expiresAt.getTime() - book.now().getTime()) / 1000)),
    created_at: charge.createdAt.toISOString(),
    payments: paymentsOf(book, charge.reference),
  }
}

function paymentsOf(book: Book, reference: string): unknown[] {
  return book
    .paymentsOf(reference)
    .filter(({ isHeld }) => !isHeld)
    .map((payment) => paymentFields(book, payment))
}

function paymentFields({ facts }: Book, payment: Payment): Record<string, unknown> {
  return {
    refId: payment.reference,
    transactionId: payment.id,
    amount: asNumber(payment.amount),
    fee: 0,
    successAt: payment.at.toISOString(),
    bankRef: payment.bankReference,
    ...(payment.currency === facts.currency ? {} : { currency: payment.currency }),
    ...(payment.payer ? { payer: masked(payment.payer) } : {}),
  }
}

/** Hides the first and the last digits of an account. */
function masked({ bankCode, accountNo, name }: Payer): Payer {
  return { bankCode, accountNo: `xxx${accountNo.slice(3, -1)}x`, name }
}

function settled(book: Book, asked: Record<string, unknown>): unknown[] {
  const from = new Date(textOf(asked['from'])).getTime()
  const to = new Date(textOf(asked['to'])).getTime()
  return book
    .payments()
    .filter(({ at, isHeld }) => !isHeld && at.getTime() >= from && at.getTime() < to)
    .map((payment) => paymentFields(book, payment))
}

function good(data: object): Answer {
  return { body: { code: 0, msg: 'success', data } }
}

function refusal(code: number, msg: string, status = 200): Answer {
  return { status, body: { code, msg, data: null } }
}

function spoil(answer: Answer, change: (payload: string) => string): Answer {
  const data = jsonOf(jsonOf(answer.body)['data'])
  const payload = textOf(jsonOf(data['qrcode'])['qrcode_text'])
  return good({ ...data, qrcode: { qrcode_text: change(payload) } })
}

function dearer(answer: Answer): Answer {
  const data = jsonOf(jsonOf(answer.body)['data'])
  return good({ ...data, amount: Number(data['amount']) + 20 })
}
