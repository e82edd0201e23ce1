import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Answer, Call } from '../../call.ts'
import { asNumber, readHundredths } from '../../games/provider/money.ts'
import type { Book, Payer, Payment } from '../book.ts'
import { merchant } from '../facts.ts'
import { codeFaults, gatewayStage, jsonOf, pageOf, textOf, type GatewayApi } from './api.ts'

const text = z.string().min(1)
const customerBody = z.object({ name: text, bankCode: text, accountNo: text })
const orderBody = z.object({
  customerUuid: text,
  amount: z.number(),
  referenceId: text.max(64),
})
const lifeMinutes = 15
const most = 200_000 * 100
const feePerMille = 16

/** PayOneX: a token, customers that must be registered first, and unsigned webhooks. */
export const payonex: GatewayApi = {
  routes: (stage, book) => {
    const put = gatewayStage(stage, book)
    const tokens = new Set<string>()
    const customers = new Map<string, Payer>()
    const checked = (handler: (call: Call) => Answer) => (call: Call) =>
      tokens.has(textOf(call.headers.authorization)) ? handler(call) : refusal('40100', 'token')

    put({ verb: 'login', at: 'POST /authenticate', summary: 'Get a token' }, ({ body }) => {
      const { accessKey, secretKey } = jsonOf(body)
      if (accessKey !== merchant.id || secretKey !== merchant.key)
        return refusal('40502', 'credential')
      const token = randomUUID()
      tokens.add(token)
      return good({ token })
    })
    put(
      { verb: 'customer', at: 'POST /v2/customers', summary: 'Make a payer known' },
      checked(({ body }) => {
        const read = customerBody.safeParse(body)
        if (!read.success) return refusal('40001', 'validation')
        const customerUuid = randomUUID()
        customers.set(customerUuid, read.data)
        return good({ customerUuid, status: 'SUCCESS' })
      }),
    )
    put(
      {
        verb: 'order',
        at: 'POST /transactions/deposit/request',
        summary: 'Order a code to pay by',
        ownFaults: codeFaults((change) => (answer) => {
          const data = jsonOf(jsonOf(answer.body)['data'])
          return good({ ...data, qrCode: change(textOf(data['qrCode'])) })
        }),
      },
      checked(({ body }) => {
        const read = orderBody.safeParse(body)
        const payer = read.success ? customers.get(read.data.customerUuid) : undefined
        const amount = read.success ? readHundredths(read.data.amount) : null
        if (!read.success || !payer || amount === null) return refusal('40001', 'validation')
        if (amount < book.facts.minimum) return refusal('40004', 'below the minimum')
        if (amount > most) return refusal('40005', 'above the maximum')
        const reference = read.data.referenceId
        const charge = book.order({ reference, amount, payer, minutes: lifeMinutes })
        if (!charge) return refusal('40002', 'referenceId was used')
        return good({ uuid: charge.id, link: '', qrCode: charge.payload, qrBase64: '' })
      }),
    )
    put(
      { verb: 'list', at: 'GET /transactions', summary: 'List transactions' },
      checked(({ query }) =>
        good({ items: pageOf(listed(book, textOf(query['filter'])).toReversed(), query) }),
      ),
    )
    put(
      { verb: 'read', at: 'GET /transactions/:uuid', summary: 'Read one transaction' },
      checked(({ params }) => {
        const payment = book.findPayment(params['uuid'] ?? '')
        return payment ? good(describe(book, payment)) : refusal('40400', 'not found')
      }),
    )
  },
  // An unsigned notification is no proof: the app must query the payment itself.
  webhook: (book, payment) => ({
    body: JSON.stringify({ ...envelope, data: describe(book, payment) }),
    headers: () => ({}),
  }),
}

/** An order without a payment is listed too, as pending. */
function listed(book: Book, filter: string): unknown[] {
  const open = book
    .charges()
    .filter(({ reference }) => filter === '' || reference === filter)
    .filter(({ reference }) => book.paymentsOf(reference).length === 0)
    .map((charge) => ({
      uuid: charge.id,
      referenceId: charge.reference,
      amount: asNumber(charge.shown),
      type: 'deposit',
      status: 'PROCESSING',
      qrCode: charge.payload,
    }))
  const paid = book
    .payments()
    .filter(({ reference }) => filter === '' || reference === filter)
    .map((payment) => describe(book, payment))
  return [...paid, ...open]
}

function describe({ facts }: Book, payment: Payment): Record<string, unknown> {
  const { payer, amount } = payment
  const fee = Math.floor((amount * feePerMille) / 1000)
  return {
    uuid: payment.id,
    merchantOrderId: payment.reference,
    platformOrderId: payment.bankReference,
    accountName: payer?.name ?? '',
    ...(payer ? { bankCode: payer.bankCode, accountNo: payer.accountNo } : {}),
    amount: asNumber(amount),
    ...(payment.currency === facts.currency ? {} : { currency: payment.currency }),
    fee: asNumber(fee),
    settleAmount: asNumber(amount - fee),
    type: 'deposit',
    status: payment.isHeld ? 'ON_HOLD' : 'SUCCESS',
    referenceId: payment.reference,
    createdAt: payment.at.toISOString(),
  }
}

const envelope = { success: true, message: 'Success', code: '20000' }

function good(data: object): Answer {
  return { body: { ...envelope, data } }
}

/** Even a reference that is not found is reported as 400. */
function refusal(code: string, message: string): Answer {
  return { status: code.startsWith('401') ? 401 : 400, body: { success: false, message, code } }
}
