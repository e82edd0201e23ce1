import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { lookupDoorOf, type OutboundRequest, type Reply } from '../door.ts'
import type { ClientOptions, Payout, PayoutAnswer, PayoutClient, ListedPayout } from './client.ts'
import { asUnknown, compare, isoOf, word, type NoAnswer } from './replies.ts'
import {
  readBody,
  refusedWith,
  reportedAmount,
  unclear,
  replyOr,
  moneyFromReport,
} from '../reply.ts'

/** docs/outside/payout.md: a transfer as the bank reports it. */
const transfer = z.object({
  id: word,
  reference: word,
  status: z.enum(['COMPLETED', 'PROCESSING', 'REJECTED']),
  amount: reportedAmount,
  currency: z.string().max(8),
  accountNo: z.string().max(40),
  bankCode: z.string().max(20).nullish(),
  createdAt: z.iso.datetime({ offset: true }).nullish(),
  reason: z.string().max(200).nullish(),
})
const failure = z.object({ code: z.string().max(60), message: z.string().max(400).nullish() })
const page = z.object({
  transfers: z.array(transfer).max(500),
  next: z.string().max(100).nullable(),
})

/**
 * Nothing was written there, and another attempt would not help. Problems of our own account (no money, no key) are not
 * among them.
 */
const clearNo = ['INVALID_ACCOUNT', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED']
const pagesMax = 100

/** A bank's own API for payouts: one transfer for each reference, and its record can be read at any time. */
export function openBank({ account, doors }: ClientOptions): PayoutClient {
  const { address } = account
  const headers = {
    authorization: `Bearer ${account.key}`,
    'content-type': 'application/json',
    accept: 'application/json',
  }
  const requestOf = (method: OutboundRequest['method'], path: string): OutboundRequest => ({
    method,
    url: `${address}/payout/v1/transfers${path}`,
    headers,
  })
  return {
    currencies: ['BAHT', 'LAK'],
    pay: async (payout) => {
      const { reference, money, to } = payout
      const body = JSON.stringify({
        reference,
        amount: textOfMoney(money),
        currency: isoOf[money.currency],
        bankCode: to.bank,
        accountNo: to.account,
        accountName: to.name,
      })
      const { owner } = payout
      return answerOf(
        payout,
        await replyOr('unsent', doors.pay({ ...requestOf('POST', ''), body, owner })),
      )
    },
    ask: async (payout) => {
      const path = `/${encodeURIComponent(payout.reference)}`
      const { owner } = payout
      const sent = lookupDoorOf(doors, owner)({ ...requestOf('GET', path), owner })
      return answerOf(payout, await replyOr('unsent', sent))
    },
    list: async (from, to) => {
      const payouts: ListedPayout[] = []
      let next: string | null = ''
      for (let turn = 0; next !== null; turn += 1) {
        if (turn === pagesMax) return { outcome: 'unknown', why: 'their list has no end' }
        const query: URLSearchParams = new URLSearchParams({
          from: from.toISOString(),
          to: to.toISOString(),
          ...(next === '' ? {} : { next }),
        })
        const reply = await replyOr('unsent', doors.watch(requestOf('GET', `?${query.toString()}`)))
        if ('outcome' in reply) return asUnknown(reply)
        const parsed = reply.status === 200 ? readBody(page, reply.text) : null
        if (!parsed) return unclear(reply)
        payouts.push(...parsed.transfers.flatMap(reportedOf))
        next = parsed.next
      }
      return { outcome: 'listed', payouts }
    },
  }
}

function answerOf(payout: Payout, reply: Reply | NoAnswer): PayoutAnswer {
  if ('outcome' in reply) return reply
  const parsed = reply.status < 300 ? readBody(transfer, reply.text) : null
  if (parsed)
    return compare(payout, {
      payout: parsed.id,
      reference: parsed.reference,
      amount: parsed.amount,
      iso: parsed.currency,
      account: parsed.accountNo,
      outcome: outcomes[parsed.status],
      why: parsed.reason ?? parsed.status,
    })
  const said = reply.status < 500 ? readBody(failure, reply.text) : null
  if (said?.code === 'NOT_FOUND') return { outcome: 'absent' }
  if (said?.code === 'REFERENCE_USED')
    return { outcome: 'differs', why: 'they know this reference with other details' }
  if (said && clearNo.includes(said.code))
    return refusedWith(`${said.code} ${said.message ?? ''}`.trim())
  return said ? { outcome: 'unknown', why: said.code } : unclear(reply)
}

const outcomes = { COMPLETED: 'paid', PROCESSING: 'taken', REJECTED: 'rejected' } as const

function reportedOf(one: z.output<typeof transfer>): ListedPayout[] {
  const money = moneyFromReport(one.amount, one.currency)
  if (!money) return []
  const { id: payout, reference, status, bankCode = null, accountNo: account, createdAt } = one
  return [
    {
      reference,
      payout,
      money,
      isPaid: status === 'COMPLETED',
      isRejected: status === 'REJECTED',
      at: createdAt ? new Date(createdAt) : null,
      to: { bank: bankCode, account },
    },
  ]
}
