import { merchant } from '../facts.ts'
import { asText } from '../../games/provider/money.ts'
import { gatewayStage, textOf, type GatewayApi } from './api.ts'

/** BCEL OnePay: shops draw the code themselves, and query by its transaction whether it was paid. */
export const onepay: GatewayApi = {
  routes: (stage, book) => {
    const put = gatewayStage(stage, book)
    put(
      {
        verb: 'query',
        at: 'GET /onepay/gettransaction.php',
        summary: 'Say whether a code was paid',
      },
      ({ query }) => {
        if (query['mcid'] !== merchant.onepayMerchant)
          return { status: 403, body: { error: 'mcid' } }
        const [payment, ...more] = book
          .paymentsOf(textOf(query['uuid']))
          .filter(({ isHeld }) => !isHeld)
        if (!payment) return { status: 404, body: { error: 'not paid' } }
        return { body: { ...describe(payment), others: more.map(describe) } }
      },
    )
  },
  // The real one publishes on a channel that shops subscribe to; here a message is sent that only names the code.
  webhook: (_book, payment) => ({
    body: JSON.stringify({ uuid: payment.reference, ticket: payment.id }),
    headers: () => ({}),
  }),
}

type PaidOrder = {
  id: string
  reference: string
  bankReference: string
  amount: number
  currency: string
  at: Date
  payer: { name: string } | null
}

function describe({ id, reference, bankReference, amount, currency, at, payer }: PaidOrder) {
  return {
    ticket: id,
    uuid: reference,
    fccref: bankReference,
    amount: asText(amount).replace(/\.00$/, ''),
    ccy: currency === 'LAK' ? '418' : currency === 'THB' ? '764' : currency,
    time: at.toISOString(),
    ...(payer && { name: payer.name }),
  }
}
