import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { shareWork, type OutboundChannel, type OutboundRequest } from '../channel.ts'
import type {
  LookupResult,
  ClientOptions,
  GatewayClient,
  WebhookResult,
  Paid,
  NotDone,
} from './client.ts'
import {
  lookupChannelOf,
  reportedInstant,
  isUndone,
  judgeCode,
  moneyFromReport,
  replyTo,
} from './replies.ts'
import { readBody, refusedWith, reportedAmount, unclear } from '../reply.ts'

/** docs/outside/gateways.md: `statusCode` 00 is success, anything else comes with `errorCode`. */
const failure = z.object({
  statusCode: z.string().refine((code) => code !== '00'),
  errorCode: z.string(),
  errorDesc: z.string().nullish(),
})
const loggedIn = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
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
  const call = openSession(options)

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
      if (isUndone(answer)) return answer
      const { driftMax } = account
      const payload = answer.qrCode
      return judgeCode({ payload, stated: null, ordered: money, driftMax, livesMs: null })
    },
    judge: (payload, ordered, livesMs) =>
      judgeCode({ payload, stated: null, ordered, driftMax: account.driftMax, livesMs }),
    ask: async (reference, owner, timeoutMs): Promise<LookupResult> => {
      const fields = { origPartnerTxnUid: reference }
      const door = lookupChannelOf(doors, owner)
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

function paidOf(reference: string, reported: z.output<typeof transaction>): Paid {
  const { txnNo, transRef, txnAmount, txnCurrencyCode, txnDt, fromBank } = reported
  return {
    reference,
    payment: txnNo,
    transfer: transRef && fromBank ? { bank: fromBank, reference: transRef } : null,
    money: moneyFromReport(txnAmount, txnCurrencyCode),
    amountText: `${txnAmount} ${txnCurrencyCode}`,
    paidAt: txnDt,
    payer: { bank: fromBank, account: reported.fromAccount, name: reported.fromName },
  }
}

type Session = <T extends object>(
  door: OutboundChannel,
  ask: {
    path: string
    fields: Record<string, unknown>
    owner: string | undefined
    timeoutMs?: number | undefined
  },
  schema: z.ZodType<T>,
) => Promise<T | NotDone>

/** Calls with a token, and gets another one when it has expired early. */
function openSession({ account, clock, doors }: ClientOptions): Session {
  let token: { text: string; untilMs: number } | null = null

  const login = shareWork(async (): Promise<string | NotDone> => {
    if (token && token.untilMs > clock.now().getTime()) return token.text
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
    const reply = await replyTo(sent)
    const answer = isUndone(reply) ? null : readBody(loggedIn, reply.text)
    if (!answer) return refusedWith('no token')
    const untilMs = clock.now().getTime() + answer.expires_in * 1000 - tokenMarginMs
    token = { text: answer.access_token, untilMs }
    return token.text
  })
  return async (door, { path, fields, owner, timeoutMs }, schema) => {
    for (let turn = 1; ; turn += 1) {
      const held = await login()
      if (typeof held !== 'string') return held
      const letter: OutboundRequest = {
        method: 'POST',
        owner,
        timeoutMs,
        url: `${account.address}/v1/qrpayment/${path}`,
        headers: { authorization: `Bearer ${held}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          partnerId: account.id,
          partnerSecret: account.key,
          requestDt: clock.now().toISOString(),
          merchantId: account.id,
          ...fields,
        }),
      }
      const reply = await replyTo(door(letter))
      if (isUndone(reply)) return reply
      if (reply.status === 401 && turn === 1) {
        token = null
        continue
      }
      const said = readBody(failure, reply.text)
      if (said && reply.status < 500)
        return refusedWith(`${said.errorCode} ${said.errorDesc ?? ''}`)
      return (reply.status < 300 && readBody(schema, reply.text)) || unclear(reply)
    }
  }
}
