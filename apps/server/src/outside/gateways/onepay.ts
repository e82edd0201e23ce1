import { z } from 'zod'
import { lookupDoorOf } from '../door.ts'
import type {
  LookupResult,
  ClientOptions,
  GatewayClient,
  WebhookResult,
  GatewayPayment,
} from './client.ts'
import { writeOnePay } from './emv.ts'
import { reportedInstant, isUndone, judgeCode, moneyReceived } from './replies.ts'
import { readBody, reportedAmount, unclear, replyOr } from '../reply.ts'

/** docs/outside/gateways.md: a success status and a ticket once it is paid, an error status until then. */
const transaction = z.object({
  ticket: z.string().min(1).max(100),
  uuid: z.string().min(1).max(64),
  fccref: z.string().max(64).optional(),
  amount: reportedAmount,
  ccy: z.string().max(8),
  time: reportedInstant,
  name: z.string().max(120).optional(),
})
const answer = transaction.extend({ others: z.array(transaction).max(100).default([]) })
const hint = z.object({ uuid: z.string().min(1).max(64) })

/** BCEL OnePay: the code is drawn here, and looked up by its transaction. */
export function openOnepay({ account, doors }: ClientOptions): GatewayClient {
  return {
    currency: 'LAK',
    make: async ({ reference, money }) => {
      const payload = writeOnePay({ merchant: account.id, reference, money })
      return { outcome: 'made', payload, money, livesMs: null }
    },
    judge: (payload, ordered, livesMs) =>
      judgeCode({ payload, stated: null, ordered, driftMax: 0n, livesMs }),
    ask: async (reference, owner, timeoutMs): Promise<LookupResult> => {
      const query = new URLSearchParams({ mcid: account.id, uuid: reference })
      const url = `${account.address}/onepay/gettransaction.php?${query.toString()}`
      const door = lookupDoorOf(doors, owner)
      const reply = await replyOr('refused', door({ method: 'GET', url, owner, timeoutMs }))
      if (isUndone(reply)) return reply
      // They know a code only once it is paid.
      if (reply.status === 404) return { outcome: 'absent' }
      const parsed = reply.status < 300 ? readBody(answer, reply.text) : null
      if (!parsed) return unclear(reply)
      const { others, ...first } = parsed
      const payments = [first, ...others].filter(({ uuid }) => uuid === reference).map(paidOf)
      return { outcome: 'found', payload: null, livesMs: null, payments }
    },
    close: null,
    listPaid: null,
    read: (body): WebhookResult => {
      const parsed = readBody(hint, body)
      return parsed ? { kind: 'hint', reference: parsed.uuid } : { kind: 'unreadable' }
    },
  }
}

function paidOf({
  ticket,
  uuid,
  fccref,
  amount,
  ccy,
  time,
  name,
}: z.output<typeof transaction>): GatewayPayment {
  return {
    reference: uuid,
    payment: ticket,
    transfer: fccref ? { bank: 'BCEL', reference: fccref } : null,
    money: moneyReceived(amount, ccy),
    amountText: `${amount} ${ccy}`,
    paidAt: time,
    payer: { name },
  }
}
