import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { hourMs } from '@kapao/contract/times'
import { lookupDoorOf, type OutboundDoor, type OutboundRequest, type Reply } from '../door.ts'
import { readPages } from '../pages.ts'
import type {
  LookupResult,
  ClientOptions,
  GatewayClient,
  WebhookResult,
  PaymentList,
  Order,
  GatewayPayment,
  CallFailure,
} from './client.ts'
import { reportedInstant, isUndone, judgeCode, moneyReceived } from './replies.ts'
import { readBody, refusedWith, reportedAmount, unclear, replyOr } from '../reply.ts'
import { openTokenCalls, tokenText } from '../token.ts'

/** docs/outside/gateways.md: `{success, message, code, data}`; 20000 is the one success code. */
const goodCode = '20000'
const failure = z.object({ code: z.string().refine((code) => code !== goodCode) })
const loggedIn = z.object({ data: z.object({ token: tokenText }) })
const customer = z.object({
  data: z.object({ customerUuid: z.string().min(1), status: z.string() }),
})
const made = z.object({ data: z.object({ uuid: z.string().min(1), qrCode: z.string() }) })
const transaction = z.object({
  uuid: z.string().min(1).max(100),
  referenceId: z.string().max(64),
  type: z.string(),
  status: z.string(),
  amount: reportedAmount,
  /** Its codes are in baht, and so are payments unless they say otherwise. */
  currency: z.string().max(8).default('THB'),
  qrCode: z.string().optional(),
  platformOrderId: z.string().max(64).optional(),
  bankCode: z.string().max(12).optional(),
  accountNo: z.string().max(40).optional(),
  accountName: z.string().max(120).optional(),
  createdAt: reportedInstant.optional(),
})
const listed = z.object({ data: z.object({ items: z.array(transaction).max(1000) }) })
const hint = z.object({ data: z.object({ referenceId: z.string().min(1).max(64) }) })

const tokenCodes = ['40100', '40101']
/** Their token lasts 24 hours. */
const tokenMs = 23 * hourMs
const pageSize = 50
const listSize = 1000

/** PayOneX: a token, customers that must be registered first, and unsigned webhooks, which only trigger a lookup. */
export function openPayonex(options: ClientOptions): GatewayClient {
  const { account, clock, doors } = options
  const call = openLogin(options)
  const judge: GatewayClient['judge'] = (payload, ordered, livesMs) =>
    judgeCode({ payload, stated: null, ordered, driftMax: account.driftMax, livesMs })

  return {
    currency: 'BAHT',
    make: async ({ reference: referenceId, money, payer }) => {
      const customerUuid = await customerOf(call, options, payer)
      if (typeof customerUuid !== 'string') return customerUuid
      const amount = Number(textOfMoney(money))
      const fields = { customerUuid, amount, referenceId, note: '', remark: '' }
      const ask = { ...post('/transactions/deposit/request', fields), owner: payer.memberId }
      const answer = await call(doors.order, ask, made)
      return isUndone(answer) ? answer : judge(answer.data.qrCode, money, null)
    },
    judge,
    ask: async (reference, owner, timeoutMs): Promise<LookupResult> => {
      const query = new URLSearchParams({ page: '1', size: String(pageSize), filter: reference })
      const path = `/transactions?${query.toString()}`
      const door = lookupDoorOf(doors, owner)
      const answer = await call(door, { method: 'GET', path, owner, timeoutMs }, listed)
      if (isUndone(answer)) return answer
      const items = answer.data.items.filter(({ referenceId }) => referenceId === reference)
      if (items.length === 0) return { outcome: 'absent' }
      const payload = items.find(({ qrCode }) => qrCode)?.qrCode ?? null
      return { outcome: 'found', payload, livesMs: null, payments: paidIn(items, clock.now()) }
    },
    close: null,
    listPaid: async (from, to): Promise<PaymentList> => {
      const items = await readPages(
        async (page) => {
          const query = new URLSearchParams({ page: String(page), size: String(listSize) })
          const path = `/transactions?${query.toString()}`
          const answer = await call(doors.watch, { method: 'GET', path }, listed)
          return isUndone(answer) ? answer : answer.data.items
        },
        { since: from, atOf: ({ createdAt }) => createdAt },
      )
      if (!Array.isArray(items)) return items
      const payments = paidIn(items, clock.now()).filter(
        ({ paidAt }) => paidAt >= from && paidAt < to,
      )
      return { outcome: 'listed', payments }
    },
    read: (body): WebhookResult => {
      const parsed = readBody(hint, body)
      return parsed ? { kind: 'hint', reference: parsed.data.referenceId } : { kind: 'unreadable' }
    },
  }
}

const headers = { 'content-type': 'application/json', accept: 'application/json' }

/**
 * On hold is not paid yet; the amount is what was paid, before their fee. Without a time of payment it is the time we
 * learn of it.
 */
function paidIn(
  items: readonly z.output<typeof transaction>[],
  receivedAt: Date,
): GatewayPayment[] {
  return items
    .filter(({ type, status }) => type === 'deposit' && status === 'SUCCESS')
    .map((item) => ({
      reference: item.referenceId,
      payment: item.uuid,
      transfer:
        item.platformOrderId && item.bankCode
          ? { bank: item.bankCode, reference: item.platformOrderId }
          : null,
      money: moneyReceived(item.amount, item.currency),
      amountText: `${item.amount} ${item.currency}`,
      paidAt: item.createdAt ?? receivedAt,
      payer: { bank: item.bankCode, account: item.accountNo, name: item.accountName },
    }))
}

function readAnswer<T extends object>(
  reply: Reply | CallFailure,
  schema: z.ZodType<T>,
): T | CallFailure {
  if (isUndone(reply)) return reply
  const said = readBody(failure, reply.text)
  if (said && reply.status < 500) return refusedWith(said.code)
  return (reply.status < 300 && readBody(schema, reply.text)) || unclear(reply)
}

type Ask = Omit<OutboundRequest, 'url'> & { path: string }
type LoggedInCall = <T extends object>(
  door: OutboundDoor,
  ask: Ask,
  schema: z.ZodType<T>,
) => Promise<T | CallFailure>

function openLogin({ account, clock, doors }: ClientOptions): LoggedInCall {
  const call = openTokenCalls(clock, async () => {
    const body = JSON.stringify({ accessKey: account.id, secretKey: account.key })
    const url = `${account.address}/authenticate`
    const sent = doors.login({ method: 'POST', url, headers, body })
    const answer = readAnswer(await replyOr('refused', sent), loggedIn)
    // Without a token nothing has been requested yet.
    if (isUndone(answer)) return refusedWith(`no token: ${answer.why}`)
    return { text: answer.data.token, untilMs: clock.now().getTime() + tokenMs }
  })
  return (door, { path, ...request }, schema) =>
    call({
      send: async (authorization) => {
        const url = account.address + path
        const sent = door({ ...request, url, headers: { ...headers, authorization } })
        return readAnswer(await replyOr('refused', sent), schema)
      },
      isStale: (answer) =>
        isUndone(answer) && tokenCodes.some((code) => answer.why.startsWith(code)),
    })
}

function post(path: string, fields: object): Ask {
  return { method: 'POST', path, body: JSON.stringify(fields) }
}

/** They must know every payer first, by bank, account and name. */
async function customerOf(
  call: LoggedInCall,
  { payers, doors }: Pick<ClientOptions, 'payers' | 'doors'>,
  { memberId, bank, account: accountNo, name }: Order['payer'],
): Promise<string | CallFailure> {
  const about = JSON.stringify([bank, accountNo, name])
  const known = await payers.find(about)
  if (known) return known
  const fields = { name, bankCode: bank, accountNo }
  const ask = { ...post('/v2/customers', fields), owner: memberId }
  const answer = await call(doors.order, ask, customer)
  if (isUndone(answer)) return refusedWith(`no customer: ${answer.why}`)
  if (answer.data.status !== 'SUCCESS') return refusedWith('40003 the customer is blocked')
  await payers.keep(about, answer.data.customerUuid)
  return answer.data.customerUuid
}
