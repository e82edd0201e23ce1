import { z } from 'zod'
import type { ActorWorld } from '../actor.ts'
import type { OwnFault } from '../faults/faults.ts'
import type { Answer, Call } from '../call.ts'
import { asText, readHundredths } from '../games/provider/money.ts'
import { operation } from '../operation.ts'
import { pause } from '../clock.ts'
import type { Book, Payout } from './book.ts'

const key = 'sandbox-payout-key'
const pageSize = 50
const text = z.string().min(1).max(100)
const orderBody = z.object({
  reference: text,
  amount: text,
  currency: z.enum(['THB', 'LAK']),
  bankCode: text,
  accountNo: text,
  accountName: text,
})

type Pretence = { anotherAmount: (answer: Answer) => Answer; aboveLimit: Answer }

/** Faults that only a payer of money can have. */
export const payFaults = ({ anotherAmount, aboveLimit }: Pretence): Record<string, OwnFault> => ({
  'late-apply': {
    summary: 'Cuts the connection at once and does it that much later.',
    play: ({ rule, apply }) => {
      void pause(rule.delayMs).then(apply)
      return 'dropped'
    },
  },
  'wrong-amount': {
    summary: 'Does it, and answers with another amount.',
    play: async ({ apply }) => ({ answer: anotherAmount(await apply()) }),
  },
  'refuse-after': {
    summary: 'Does it, and answers that it is above the limit.',
    play: async ({ apply }) => {
      await apply()
      return { answer: aboveLimit }
    },
  },
})

/** Faults that return a wrong id whenever a payout is reported. */
const idFaults = (book: Book): Record<string, OwnFault> => ({
  'anothers-id': {
    summary: 'Does it, and answers with the id of the payout before.',
    play: async ({ apply }) => {
      const answer = await apply()
      const { reference } = answer.body as { reference?: string }
      const before = book.all().filter((one) => one.reference !== reference)
      return { answer: withField(answer, { id: before.at(-1)?.id }) }
    },
  },
  'broken-id': {
    summary: 'Does it, and answers with an id that ends in a zero byte.',
    play: async ({ apply }) => ({ answer: withField(await apply(), { id: 'PO\0' }) }),
  },
})

function withField(answer: Answer, fields: object): Answer {
  return { ...answer, body: { ...(answer.body as object), ...fields } }
}

/** A bank's API for payouts (docs/outside/payout.md): a reference is paid once, however often it is submitted. */
export function bankRoutes(stage: ActorWorld, book: Book): void {
  const checked = (handler: (call: Call) => Answer) => (call: Call) =>
    call.headers['authorization'] === `Bearer ${key}` ? handler(call) : refusal('UNAUTHORIZED', 401)
  const path = '/payout/v1/transfers'
  operation(
    stage,
    {
      name: 'payout.pay',
      method: 'POST',
      path,
      summary: 'Pay to an account',
      ownFaults: {
        ...payFaults({
          anotherAmount: (answer) => withField(answer, { amount: '0.01' }),
          aboveLimit: refusal('LIMIT_EXCEEDED', 422),
        }),
        ...idFaults(book),
      },
    },
    checked(({ body }) => {
      const read = orderBody.safeParse(body)
      const amount = read.success ? readHundredths(read.data.amount) : null
      if (!read.success || amount === null || amount <= 0) return refusal('BAD_REQUEST', 400)
      const paid = book.order({ ...read.data, amount })
      return typeof paid === 'string' ? refusal(paid, 422) : { body: payoutFields(paid) }
    }),
  )
  operation(
    stage,
    {
      name: 'payout.ask',
      method: 'GET',
      path: `${path}/:reference`,
      summary: 'Read one payout',
      ownFaults: idFaults(book),
    },
    checked(({ params }) => {
      const found = book.find(params['reference'] ?? '')
      return found ? { body: payoutFields(found) } : refusal('NOT_FOUND', 404)
    }),
  )
  operation(
    stage,
    { name: 'payout.list', method: 'GET', path, summary: 'List the payouts of a period' },
    checked(({ query }) => {
      const [from, to] = [new Date(String(query['from'])), new Date(String(query['to']))]
      if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
        return refusal('BAD_REQUEST', 400)
      const start = Number(query['next'] ?? 0)
      const listed = book.listed(from, to)
      const end = start + pageSize
      const next = end < listed.length ? String(end) : null
      return { body: { transfers: listed.slice(start, end).map(payoutFields), next } }
    }),
  )
}

function payoutFields({
  id,
  reference,
  status,
  amount,
  currency,
  bankCode,
  accountNo,
  reason,
  at,
}: Payout): object {
  const written = currency === 'LAK' ? asText(amount).slice(0, -3) : asText(amount)
  const createdAt = at.toISOString()
  return {
    id,
    reference,
    status,
    amount: written,
    currency,
    bankCode,
    accountNo,
    reason,
    createdAt,
  }
}

function refusal(code: string, status: number): Answer {
  return { status, body: { code, message: code.toLowerCase().replaceAll('_', ' ') } }
}
