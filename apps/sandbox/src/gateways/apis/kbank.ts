import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Answer, Call } from '../../call.ts'
import { asText, readHundredths } from '../../games/provider/money.ts'
import { stateOf, type Book, type Payment } from '../book.ts'
import { merchant } from '../facts.ts'
import { codeFaults, gatewayStage, jsonOf, textOf, type GatewayApi } from './api.ts'

const text = z.string().min(1)
const orderBody = z.object({
  partnerTxnUid: text.max(32),
  partnerId: text,
  partnerSecret: text,
  requestDt: text,
  merchantId: text,
  qrType: z.literal('3'),
  txnAmount: z.number(),
  txnCurrencyCode: z.literal('THB'),
  reference1: text.max(20),
})
const lifeMinutes = 20

/** Kasikornbank's own API: OAuth by client credentials, and callbacks over the bank's own connection. */
export const kbank: GatewayApi = {
  routes: (stage, book) => {
    const put = gatewayStage(stage, book)
    const tokens = new Set<string>()
    const checked = (handler: (call: Call) => Answer) => (call: Call) =>
      tokens.has(textOf(call.headers.authorization).replace(/^Bearer /, ''))
        ? handler(call)
        : { status: 401, body: { error: 'invalid_token' } }

    put({ verb: 'login', at: 'POST /v2/oauth/token', summary: 'Get a token' }, ({ headers }) => {
      const wanted = Buffer.from(`${merchant.id}:${merchant.key}`).toString('base64')
      if (headers.authorization !== `Basic ${wanted}`)
        return { status: 401, body: { error: 'invalid_client' } }
      const token = randomUUID()
      tokens.add(token)
      return { body: { access_token: token, token_type: 'Bearer', expires_in: '1799' } }
    })
    put(
      {
        verb: 'order',
        at: 'POST /v1/qrpayment/request',
        summary: 'Order a code to pay by',
        ownFaults: codeFaults((change) => (answer) => {
          const body = jsonOf(answer.body)
          return { body: { ...body, qrCode: change(textOf(body['qrCode'])) } }
        }),
      },
      checked((call) => order(book, call)),
    )
    put(
      { verb: 'inquiry', at: 'POST /v1/qrpayment/inquiry', summary: 'Read the state of a code' },
      checked(({ body }) => {
        const reference = textOf(jsonOf(body)['origPartnerTxnUid'])
        const charge = book.find(reference)
        if (!charge) return refusal('10', 'Transaction not found')
        const state = stateOf(book, charge)
        return good({
          origPartnerTxnUid: reference,
          txnStatus: state === 'PENDING' ? 'REQUESTED' : state,
          qrCode: charge.payload,
          txns: book
            .paymentsOf(reference)
            .filter(({ isHeld }) => !isHeld)
            .map(describe),
        })
      }),
    )
    put(
      { verb: 'void', at: 'POST /v1/qrpayment/void', summary: 'Close a code' },
      checked(({ body }) => {
        const charge = book.find(textOf(jsonOf(body)['origPartnerTxnUid']))
        if (!charge) return refusal('10', 'Transaction not found')
        charge.isVoid = true
        return good({})
      }),
    )
  },
  webhook: (_book, payment) => ({
    body: JSON.stringify({
      partnerTxnUid: payment.reference,
      partnerId: merchant.id,
      statusCode: '00',
      ...describe(payment),
    }),
    headers: () => ({}),
  }),
}

function order(book: Book, { body }: Call): Answer {
  const read = orderBody.safeParse(body)
  const amount = read.success ? readHundredths(read.data.txnAmount) : null
  if (!read.success || amount === null) return refusal('90', 'Invalid parameter')
  if (read.data.partnerSecret !== merchant.key) return refusal('91', 'Invalid partner')
  if (amount < book.facts.minimum) return refusal('92', 'Invalid amount')
  const charge = book.order({
    reference: read.data.partnerTxnUid,
    amount,
    payer: null,
    minutes: lifeMinutes,
  })
  if (!charge) return refusal('93', 'Duplicate partnerTxnUid')
  return good({
    partnerTxnUid: charge.reference,
    partnerId: merchant.id,
    accountName: 'KAPAO DEMO CO LTD',
    qrCode: charge.payload,
    sof: ['PP'],
  })
}

function describe({ id, bankReference, amount, currency, payer, at }: Payment) {
  return {
    txnNo: id,
    transRef: bankReference,
    txnAmount: asText(amount),
    txnCurrencyCode: currency,
    txnDt: at.toISOString(),
    ...(payer && {
      fromAccount: `XXX-X-X${payer.accountNo.slice(-5, -1)}-X`,
      fromBank: payer.bankCode,
      fromName: payer.name,
    }),
  }
}

function good(body: object): Answer {
  return { body: { statusCode: '00', errorCode: null, errorDesc: null, ...body } }
}

function refusal(errorCode: string, errorDesc: string): Answer {
  return { body: { statusCode: '10', errorCode, errorDesc } }
}
