import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { lookupDoorOf, type OutboundDoor, type Reply } from '../door.ts'
import type {
  LookupResult,
  ClientOptions,
  GatewayClient,
  WebhookResult,
  GatewayPayment,
  CallFailure,
} from './client.ts'
import { reportedInstant, isUndone, judgeCode, moneyReceived } from './replies.ts'
import { readBody, refusedWith, reportedAmount, unclear, replyOr } from '../reply.ts'
import { openTokenCalls, tokenText } from '../token.ts'

/** docs/outside/gateways.md: `statusCode` 00 is success, anything else comes with `errorCode`. */
const failure = z.object({
  statusCode: z.string().refine((code) => code !== '00'),
  errorCode: z.string(),
  errorDesc: z.string().nullish(),
})
const loggedIn = z.object({ access_token: tokenText, expires_in: z.coerce.number() })
const made = z.object({ statusCode: z.literal('00'), qrCode: z.string() })
const anything = z.object({ statusCode: z.literal('00') })
const transaction = z.object({
  txnNo: z.string().min(1).max(100),
  transRef: z.string().max(64).optional(),
  txnAmount: reportedAmount,
  txnCurrencyCode: z.string().max(8),
  txnDt: reportedInstant,
  fromAccount: z.string().max(40).optional(),
  fromBank: z.string().max(12).optional(),
  fromName: z.string().max(120).optional(),
})
const inquired = z.object({
  statusCode: z.literal('00'),
  qrCode: z.string().nullish(),
  txns: z.array(transaction).max(100),
})
const hint = z.object({ partnerTxnUid: z.string().min(1).max(64) })
const noSuchTransaction = '10 '
/** The token is renewed this long before it expires. */
const tokenMarginMs = 60_000

/** Kasikornbank: OAuth, and callbacks that only name the code to ask about. */
export function openKbank(options: ClientOptions): GatewayClient {
  const { account, doors } = options
  const call = openLogin(options)
  const judge: GatewayClient['judge'] = (payload, ordered, livesMs) =>
    judgeCode({ payload, stated: null, ordered, driftMax: account.driftMax, livesMs })

  return {
    currency: 'BAHT',
    make: async ({ reference, money, payer }) => {
      const fields = {
        partnerTxnUid: reference,
        qrType: '3',
        txnAmount: Number(textOfMoney(money)),
        txnCurrencyCode: 'THB',
        reference1: reference,
      }
      const ask = { path: 'request', fields, owner: payer.memberId }
      const answer = await call(doors.order, ask, made)
      return isUndone(answer) ? answer : judge(answer.qrCode, money, null)
    },
    judge,
    ask: async (reference, owner, timeoutMs): Promise<LookupResult> => {
      const fields = { origPartnerTxnUid: reference }
      const door = lookupDoorOf(doors, owner)
      const ask = { path: 'inquiry', fields, owner, timeoutMs }
      const answer = await call(door, ask, inquired)
      if (isUndone(answer))
        return answer.outcome === 'refused' && answer.why.startsWith(noSuchTransaction)
          ? { outcome: 'absent' }
          : answer
      const payments = answer.txns.map((one) => paidOf(reference, one))
      return { outcome: 'found', payload: answer.qrCode ?? null, livesMs: null, payments }
    },
    close: async (reference) => {
      const fields = { origPartnerTxnUid: reference }
      const answer = await call(doors.ask, { path: 'void', fields, owner: reference }, anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    listPaid: null,
    read: (body): WebhookResult => {
      const parsed = readBody(hint, body)
      return parsed ? { kind: 'hint', reference: parsed.partnerTxnUid } : { kind: 'unreadable' }
    },
  }
}

function paidOf(reference: string, reported: z.output<typeof transaction>): GatewayPayment {
  const { txnNo, transRef, txnAmount, txnCurrencyCode, txnDt, fromBank } = reported
  return {
    reference,
    payment: txnNo,
    transfer: transRef && fromBank ? { bank: fromBank, reference: transRef } : null,
    money: moneyReceived(txnAmount, txnCurrencyCode),
    amountText: `${txnAmount} ${txnCurrencyCode}`,
    paidAt: txnDt,
    payer: { bank: fromBank, account: reported.fromAccount, name: reported.fromName },
  }
}

type LoggedInCall = <T extends object>(
  door: OutboundDoor,
  ask: {
    path: string
    fields: Record<string, unknown>
    owner: string | undefined
    timeoutMs?: number | undefined
  },
  schema: z.ZodType<T>,
) => Promise<T | CallFailure>

function openLogin({ account, clock, doors }: ClientOptions): LoggedInCall {
  const call = openTokenCalls(clock, async () => {
    const credentials = Buffer.from(`${account.id}:${account.key}`).toString('base64')
    const sent = doors.login({
      method: 'POST',
      url: `${account.address}/v2/oauth/token`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    const reply = await replyOr('refused', sent)
    const answer = isUndone(reply) ? null : readBody(loggedIn, reply.text)
    if (!answer) return refusedWith('no token')
    const untilMs = clock.now().getTime() + answer.expires_in * 1000 - tokenMarginMs
    return { text: answer.access_token, untilMs }
  })
  return async (door, { path, fields, owner, timeoutMs }, schema) => {
    const send = (token: string): Promise<Reply | CallFailure> => {
      const sent = door({
        method: 'POST',
        owner,
        timeoutMs,
        url: `${account.address}/v1/qrpayment/${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          partnerId: account.id,
          partnerSecret: account.key,
          requestDt: clock.now().toISOString(),
          merchantId: account.id,
          ...fields,
        }),
      })
      return replyOr('refused', sent)
    }
    const isStale = (reply: Reply | CallFailure) => 'status' in reply && reply.status === 401
    const reply = await call({ send, isStale })
    if (isUndone(reply)) return reply
    const said = readBody(failure, reply.text)
    if (said && reply.status < 500) return refusedWith(`${said.errorCode} ${said.errorDesc ?? ''}`)
    return (reply.status < 300 && readBody(schema, reply.text)) || unclear(reply)
  }
}
