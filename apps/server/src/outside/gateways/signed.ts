import { createHmac } from 'node:crypto'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { verifyWebhook } from '#core/webhooks/signature.ts'
import { lookupDoorOf, type OutboundRequest, type Reply } from '../door.ts'
import type {
  LookupResult,
  ClientOptions,
  GatewayClient,
  Heading,
  WebhookResult,
  PaymentList,
  GatewayPayment,
  CallFailure,
} from './client.ts'
import { reportedInstant, isUndone, judgeCode, moneyReceived } from './replies.ts'
import { readBody, refusedWith, reportedAmount, unclear, replyOr } from '../reply.ts'

/** docs/outside/gateways.md: the common protocol of Thai gateways. */
const reportedPayment = z.object({
  refId: z.string().min(1).max(64),
  transactionId: z.string().min(1).max(100),
  amount: reportedAmount,
  currency: z.string().max(8).default('THB'),
  successAt: reportedInstant,
  bankRef: z.string().max(64).optional(),
  payer: z
    .object({
      bankCode: z.string().max(12),
      accountNo: z.string().max(40),
      name: z.string().max(120),
    })
    .partial()
    .optional(),
})
const callback = z.union([
  z.object({ status: z.literal('PAID') }).and(reportedPayment),
  z.object({ status: z.enum(['FAILED', 'EXPIRED', 'VOID', 'PENDING']) }),
])
const refusal = z.object({ code: z.number().refine((code) => code !== 0), msg: z.string() })
const ordered = z.object({
  code: z.literal(0),
  data: z.object({
    amount: reportedAmount,
    expires_in: z.number().min(0),
    qrcode: z.object({ qrcode_text: z.string() }),
  }),
})
const queried = z.object({
  code: z.literal(0),
  data: z.object({
    expires_in: z.number().min(0),
    qrcode: z.object({ qrcode_text: z.string() }),
    payments: z.array(reportedPayment).max(100),
  }),
})
const settlements = z.object({
  code: z.literal(0),
  data: z.object({ payments: z.array(reportedPayment) }),
})
const anything = z.object({ code: z.literal(0) })
const noSuchReference = 1404

/** WW, PAYTIMZ, ZPAY: requests and webhooks are signed; one code may be paid more than once. */
export function openSigned(options: ClientOptions): GatewayClient {
  const { account, clock, doors } = options
  const request = writer(options)
  const now = (): number => Math.floor(clock.now().getTime() / 1000)

  return {
    currency: 'BAHT',
    make: async ({ reference: refId, money, payer }) => {
      const requestOfOrder = request('/payment/deposit', {
        refId,
        userId: payer.memberId,
        amount: Number(textOfMoney(money)),
        accountName: payer.name,
        accountNo: payer.account,
        bankCode: payer.bank,
        timestamp: now(),
        extraParams: {},
      })
      const sent = doors.order({ ...requestOfOrder, owner: payer.memberId })
      const answer = await answerTo(sent, ordered)
      if (isUndone(answer)) return answer
      const { qrcode, amount, expires_in } = answer.data
      return judgeCode({
        payload: qrcode.qrcode_text,
        stated: amount,
        ordered: money,
        driftMax: account.driftMax,
        livesMs: expires_in * 1000,
      })
    },
    judge: (payload, money, livesMs) =>
      judgeCode({ payload, stated: null, ordered: money, driftMax: account.driftMax, livesMs }),
    ask: async (refId, owner, timeoutMs): Promise<LookupResult> => {
      const asked = request('/payment/query', { refId, timestamp: now() })
      const sent = lookupDoorOf(doors, owner)({ ...asked, owner, timeoutMs })
      const answer = await answerTo(sent, queried)
      if (isUndone(answer)) return isAbsent(answer) ? { outcome: 'absent' } : answer
      const { qrcode, expires_in, payments } = answer.data
      return {
        outcome: 'found',
        payload: qrcode.qrcode_text,
        livesMs: expires_in * 1000,
        payments: payments.map(paidOf).filter(({ reference }) => reference === refId),
      }
    },
    close: async (refId) => {
      const answer = await answerTo(
        doors.ask({ ...request('/payment/void', { refId, timestamp: now() }), owner: refId }),
        anything,
      )
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    listPaid: async (from, to): Promise<PaymentList> => {
      const asked = request('/payment/settlements', {
        from: from.toISOString(),
        to: to.toISOString(),
        timestamp: now(),
      })
      const answer = await answerTo(doors.watch(asked), settlements)
      if (isUndone(answer)) return answer
      return { outcome: 'listed', payments: answer.data.payments.map(paidOf) }
    },
    read: (body, header) => readWebhook(options, body, header),
  }
}

function readWebhook(
  { account, clock }: ClientOptions,
  body: Uint8Array,
  header: Heading,
): WebhookResult {
  const { webhookSecret, previousWebhookSecret } = account
  if (!webhookSecret) return { kind: 'forged', why: 'no secret is set' }
  const verified = verifyWebhook(
    clock,
    {
      current: webhookSecret,
      ...(previousWebhookSecret ? { previous: previousWebhookSecret } : {}),
    },
    {
      body,
      eventId: header('x-event-id'),
      timestamp: header('x-timestamp'),
      signature: header('x-signature'),
    },
  )
  if (!verified.ok) return { kind: 'forged', why: verified.why }
  const parsed = readBody(callback, body)
  if (!parsed) return { kind: 'unreadable' }
  const { eventId } = verified
  return parsed.status === 'PAID'
    ? { kind: 'paid', eventId, paid: paidOf(parsed) }
    : { kind: 'nothing', eventId }
}

function paidOf(reported: z.output<typeof reportedPayment>): GatewayPayment {
  const { bankCode, accountNo, name } = reported.payer ?? {}
  return {
    reference: reported.refId,
    payment: reported.transactionId,
    transfer: reported.bankRef && bankCode ? { bank: bankCode, reference: reported.bankRef } : null,
    money: moneyReceived(reported.amount, reported.currency),
    amountText: `${reported.amount} ${reported.currency}`,
    paidAt: reported.successAt,
    payer: { bank: bankCode, account: accountNo, name },
  }
}

function isAbsent({ outcome, why }: CallFailure): boolean {
  return outcome === 'refused' && why.startsWith(`${noSuchReference} `)
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | CallFailure> {
  const reply = await replyOr('refused', sent)
  if (isUndone(reply)) return reply
  const said = readBody(refusal, reply.text)
  // Their own refusal has a code, whatever the status; a firewall's has none.
  if (said && reply.status < 500) return refusedWith(`${said.code} ${said.msg}`)
  return (reply.status < 300 && readBody(schema, reply.text)) || unclear(reply)
}

type Writer = (path: string, fields: object) => OutboundRequest

/** HMAC over exactly the bytes that are sent. */
function writer({ account }: ClientOptions): Writer {
  return (path, fields) => {
    const body = JSON.stringify(fields)
    const signature = createHmac('sha256', account.key).update(body).digest('hex')
    return {
      method: 'POST',
      url: `${account.address}${path}`,
      headers: {
        'content-type': 'application/json',
        'x-appid': account.id,
        'x-signature': signature,
      },
      body,
    }
  }
}
