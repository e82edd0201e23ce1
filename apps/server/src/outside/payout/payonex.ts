import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { hourMs } from '@kapao/contract/times'
import { lookupDoorOf, type OutboundDoor, type OutboundRequest, type Reply } from '../door.ts'
import { readPages } from '../pages.ts'
import type { ClientOptions, Payout, PayoutAnswer, PayoutClient, ListedPayout } from './client.ts'
import { asUnknown, compare, word, type NoAnswer } from './replies.ts'
import { readBody, reportedAmount, unclear, replyOr, moneyFromReport } from '../reply.ts'
import { openTokenCalls, tokenText } from '../token.ts'

/** docs/outside/payout.md: `{success, message, code, data}`; 20000 is the one success code. */
const failure = z.object({ code: z.string().refine((code) => code !== '20000') })
const loggedIn = z.object({ data: z.object({ token: tokenText }) })
const customer = z.object({ data: z.object({ customerUuid: word, status: z.string() }) })
const requested = z.object({ data: z.object({ uuid: word }) })
const transaction = z.object({
  uuid: word,
  referenceId: z.string().max(100),
  type: z.string(),
  status: z.string(),
  amount: reportedAmount,
  accountNo: z.string().max(40).nullish(),
  bankCode: z.string().max(20).nullish(),
  createdAt: z.iso.datetime({ offset: true }),
})
const listed = z.object({ data: z.object({ items: z.array(transaction).max(1000) }) })

/** Validation, a blocked customer, below and above their limits: nothing was written. */
const clearNo = ['40001', '40003', '40004', '40005']
const referenceUsed = '40002'
const tokenCodes = ['40100', '40101']
/** Their token lasts 24 hours. */
const tokenMs = 23 * hourMs
const listSize = '1000'
const outcomes: Record<string, 'paid' | 'taken' | 'rejected'> = {
  SUCCESS: 'paid',
  PROCESSING: 'taken',
  ON_HOLD: 'taken',
  REJECTED: 'rejected',
  REFUNDED: 'rejected',
}

type Answer<T> = T | { no: string } | NoAnswer

/** PayOneX: customers must be registered first; the first answer only says that the payout was accepted. */
export function openPayonexPayouts(options: ClientOptions): PayoutClient {
  const call = openLogin(options)
  const { doors } = options

  async function ask(payout: Payout): Promise<PayoutAnswer> {
    const query = new URLSearchParams({ page: '1', size: '50', filter: payout.reference })
    const path = `/transactions?${query.toString()}`
    const { owner } = payout
    const door = lookupDoorOf(doors, owner)
    const answer = await call(door, { method: 'GET', path, owner }, listed)
    if ('no' in answer) return { outcome: 'unknown', why: answer.no }
    if ('outcome' in answer) return answer
    const found = answer.data.items.filter(
      ({ referenceId, type }) => referenceId === payout.reference && type === 'withdraw',
    )
    if (found.length > 1)
      return { outcome: 'differs', why: `they have paid it ${found.length} times` }
    return found[0] ? recordOf(payout, found[0]) : { outcome: 'absent' }
  }

  return {
    currencies: ['BAHT'],
    pay: async (payout) => {
      const { reference: referenceId, money, to, owner } = payout
      const about = { name: to.name, bankCode: to.bank, accountNo: to.account }
      const known = await call(doors.prepare, { ...post('/v2/customers', about), owner }, customer)
      if ('no' in known) return noOf(known.no)
      // No payout was requested yet.
      if ('outcome' in known) return { outcome: 'unsent', why: known.why }
      if (known.data.status !== 'SUCCESS')
        return { outcome: 'refused', why: '40003 the customer is blocked' }
      const amount = Number(textOfMoney(money))
      const { customerUuid } = known.data
      const fields = { customerUuid, amount, referenceId, note: '', remark: '' }
      const order = { ...post('/transactions/withdraw/request', fields), owner }
      const answer = await call(doors.pay, order, requested)
      if ('no' in answer) {
        if (!answer.no.startsWith(referenceUsed)) return noOf(answer.no)
        // They know it from an earlier attempt: an unsent lookup says nothing of that one.
        const asked = await ask(payout)
        return asked.outcome === 'unsent' ? asUnknown(asked) : asked
      }
      if ('outcome' in answer) return answer
      return { outcome: 'taken', payout: answer.data.uuid }
    },
    ask,
    list: async (from, to) => {
      const items = await readPages(
        async (page) => {
          const query = new URLSearchParams({ page: String(page), size: listSize })
          const path = `/transactions?${query.toString()}`
          const answer = await call(doors.watch, { method: 'GET', path }, listed)
          return 'data' in answer ? answer.data.items : answer
        },
        { since: from, atOf: ({ createdAt }) => new Date(createdAt) },
      )
      if ('no' in items) return { outcome: 'unknown', why: items.no }
      if ('outcome' in items) return asUnknown(items)
      const payouts = items.flatMap((item) => reportedIn(item, { from, to }))
      return { outcome: 'listed', payouts }
    },
  }
}

type Item = z.output<typeof transaction>

function reportedIn(
  { type, createdAt, referenceId: reference, uuid: payout, status, ...item }: Item,
  { from, to }: { from: Date; to: Date },
): ListedPayout[] {
  const at = new Date(createdAt)
  const money = moneyFromReport(item.amount, 'THB')
  const isMeant = type === 'withdraw' && at >= from && at < to
  if (!isMeant || !money) return []
  const receiver = { bank: item.bankCode ?? null, account: item.accountNo ?? null }
  const isRejected = outcomes[status] === 'rejected'
  return [{ reference, payout, money, isPaid: status === 'SUCCESS', isRejected, at, to: receiver }]
}

function recordOf(payout: Payout, item: Item): PayoutAnswer {
  const outcome = outcomes[item.status]
  if (!outcome) return { outcome: 'unknown', why: `their status is ${item.status}` }
  return compare(payout, {
    payout: item.uuid,
    reference: item.referenceId,
    amount: item.amount,
    iso: 'THB',
    account: item.accountNo ?? null,
    outcome,
    why: item.status,
  })
}

function noOf(no: string): PayoutAnswer {
  const isClear = clearNo.some((code) => no.startsWith(code))
  return { outcome: isClear ? 'refused' : 'unknown', why: no.slice(0, 200) }
}

type Ask = Omit<OutboundRequest, 'url' | 'headers'> & { path: string }
type LoggedInCall = <T extends object>(
  door: OutboundDoor,
  ask: Ask,
  schema: z.ZodType<T>,
) => Promise<Answer<T>>

function post(path: string, fields: object): Ask {
  return { method: 'POST', path, body: JSON.stringify(fields) }
}

function readAnswer<T extends object>(reply: Reply | NoAnswer, schema: z.ZodType<T>): Answer<T> {
  if ('outcome' in reply) return reply
  const said = readBody(failure, reply.text)
  if (said && reply.status < 500) return { no: said.code }
  return (reply.status < 300 && readBody(schema, reply.text)) || unclear(reply)
}

function openLogin({ account, clock, doors }: ClientOptions): LoggedInCall {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }

  const call = openTokenCalls<NoAnswer>(clock, async () => {
    const body = JSON.stringify({ accessKey: account.id, secretKey: account.key })
    const url = `${account.address}/authenticate`
    const answer = readAnswer(
      await replyOr('unsent', doors.login({ method: 'POST', url, headers, body })),
      loggedIn,
    )
    if ('no' in answer) return { outcome: 'unknown', why: `no token: ${answer.no}` }
    // Without a token no payout was requested yet, whatever the outcome of the login.
    if ('outcome' in answer) return { outcome: 'unsent', why: `no token: ${answer.why}` }
    return { text: answer.data.token, untilMs: clock.now().getTime() + tokenMs }
  })
  return (door, { path, ...request }, schema) =>
    call({
      send: async (authorization) => {
        const url = account.address + path
        const sent = door({ ...request, url, headers: { ...headers, authorization } })
        return readAnswer(await replyOr('unsent', sent), schema)
      },
      isStale: (answer) => 'no' in answer && tokenCodes.includes(answer.no),
    })
}
