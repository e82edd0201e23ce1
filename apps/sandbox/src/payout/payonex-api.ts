import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActorWorld } from '../actor.ts'
import type { Answer, Call } from '../call.ts'
import { asNumber, readHundredths } from '../games/provider/money.ts'
import { pageOf } from '../gateways/apis/api.ts'
import { operation } from '../operation.ts'
import { payFaults } from './bank-api.ts'
import type { Book, Payout, RefusedBecause } from './book.ts'

const text = z.string().min(1)
const customerBody = z.object({ name: text, bankCode: text, accountNo: text })
const orderBody = z.object({ customerUuid: text, amount: z.number(), referenceId: text.max(64) })
const credentials = z.object({
  accessKey: z.literal('sandbox-payer'),
  secretKey: z.literal('sandbox-payout-key'),
})
const least = 100_00
const statusOf = { PROCESSING: 'PROCESSING', COMPLETED: 'SUCCESS', REJECTED: 'REJECTED' } as const
const codeOf: Record<RefusedBecause, string> = {
  REFERENCE_USED: '40002',
  INVALID_ACCOUNT: '40001',
  ACCOUNT_CLOSED: '40003',
  LIMIT_EXCEEDED: '40005',
  INSUFFICIENT_FUNDS: '40006',
}

/** The withdrawal part of PayOneX: a used reference is refused, and never answered again. */
export function payonexRoutes(stage: ActorWorld, book: Book): void {
  const tokens = new Set<string>()
  const customers = new Map<string, z.output<typeof customerBody>>()
  const base = '/payout/payonex'
  const put = (verb: string, at: string, handler: (call: Call) => Answer): void => {
    const [method, path] = at.split(' ') as ['GET' | 'POST', string]
    const pretence = { anotherAmount: (answer: Answer) => answer, aboveLimit: refusal('40005') }
    const ownFaults = verb === 'pay' ? { ownFaults: payFaults(pretence) } : {}
    const shape = {
      name: `payout.payonex-${verb}`,
      method,
      path: base + path,
      summary: verb,
      ...ownFaults,
    }
    operation(stage, shape, (call) =>
      verb === 'login' || tokens.has(String(call.headers['authorization']))
        ? handler(call)
        : refusal('40100', 401),
    )
  }
  put('login', 'POST /authenticate', ({ body }) => {
    if (!credentials.safeParse(body).success) return refusal('40502')
    const token = randomUUID()
    tokens.add(token)
    return good({ token })
  })
  put('customer', 'POST /v2/customers', ({ body }) => {
    const read = customerBody.safeParse(body)
    if (!read.success) return refusal('40001')
    const customerUuid = randomUUID()
    customers.set(customerUuid, read.data)
    return good({ customerUuid, status: 'SUCCESS' })
  })
  put('pay', 'POST /transactions/withdraw/request', ({ body }) => {
    const read = orderBody.safeParse(body)
    const customer = read.success ? customers.get(read.data.customerUuid) : undefined
    const amount = read.success ? readHundredths(read.data.amount) : null
    if (!read.success || !customer || amount === null) return refusal('40001')
    if (amount < least) return refusal('40004')
    const { referenceId: reference } = read.data
    if (book.find(reference)) return refusal('40002')
    const { bankCode, accountNo, name: accountName } = customer
    const order = { reference, amount, currency: 'THB' as const, bankCode, accountNo, accountName }
    const paid = book.order(order)
    return typeof paid === 'string' ? refusal(codeOf[paid]) : good({ uuid: paid.id })
  })
  put('list', 'GET /transactions', ({ query }) => {
    const filter = typeof query['filter'] === 'string' ? query['filter'] : ''
    const items = book
      .listed(new Date(0), new Date(8.64e15))
      .filter(({ reference }) => filter === '' || reference === filter)
    for (const { reference } of items) book.find(reference)
    return good({ items: pageOf(items.map(payoutFields).toReversed(), query) })
  })
}

function payoutFields({
  id,
  reference,
  amount,
  status,
  bankCode,
  accountNo,
  accountName,
  at,
}: Payout): object {
  return {
    uuid: id,
    referenceId: reference,
    type: 'withdraw',
    status: statusOf[status],
    amount: asNumber(amount),
    bankCode,
    accountNo,
    accountName,
    createdAt: at.toISOString(),
  }
}

function good(data: object): Answer {
  return { body: { success: true, message: 'Success', code: '20000', data } }
}

function refusal(code: string, status = 400): Answer {
  return { status, body: { success: false, message: 'refused', code } }
}
