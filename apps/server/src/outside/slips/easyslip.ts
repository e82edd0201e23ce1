import { z } from 'zod'
import { minuteMs } from '@kapao/contract/times'
import type { Reply } from '../door.ts'
import { accountShown, filled, readInstant, readPaid, someText } from './reading.ts'
import { readBody } from '../reply.ts'
import type { SlipCheck, Side } from './transfer.ts'

const side = z.object({
  bank: z.object({ id: someText, short: someText }).nullish(),
  account: z
    .object({
      name: z.object({ th: someText, en: someText }).nullish(),
      bank: z.object({ type: someText, account: someText }).nullish(),
    })
    .nullish(),
})

const slip = z.object({
  transRef: z.string().min(1).max(64),
  date: z.string().max(40),
  countryCode: someText,
  amount: z.object({
    amount: z.number(),
    local: z.object({ amount: z.number().nullish(), currency: someText }).nullish(),
  }),
  sender: side,
  receiver: side,
})

const good = z.object({ success: z.literal(true), data: z.object({ rawSlip: slip }) })
const refusal = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string().max(100), message: z.string().max(500).optional() }),
})

const ofOurAccount = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'BRANCH_INACTIVE',
  'IP_NOT_ALLOWED',
  'QUOTA_EXCEEDED',
]
const nothingThere = ['SLIP_NOT_FOUND', 'VALIDATION_ERROR']
const pending = 'SLIP_PENDING'
const pendingMs = 5 * minuteMs

export function easySlipRequest(payload: string): string {
  return JSON.stringify({ payload, checkDuplicate: true })
}

/** `isDuplicate` and `matchedAccount` are their opinions; what counts is what we have credited ourselves. */
export function readEasySlip({ status, text }: Reply): SlipCheck {
  const answer = status === 200 ? readBody(good, text) : null
  if (answer) return found(answer.data.rawSlip)
  const no = readBody(refusal, text)
  if (!no) return { outcome: 'unknown', why: `they answered ${status}`, ours: false }
  const { code } = no.error
  const why = `EasySlip ${code}`
  if (code === 'TRIPPLE_WRONG_CAPTCHA') return { outcome: 'captcha', why }
  if (nothingThere.includes(code)) return { outcome: 'none', why }
  if (code === pending) return { outcome: 'later', why, delayMs: pendingMs }
  return { outcome: 'unknown', why, ours: ofOurAccount.includes(code) }
}

function found(reported: z.output<typeof slip>): SlipCheck {
  const { transRef, date, countryCode: country, sender, receiver } = reported
  const { amount: baht, local } = reported.amount
  const money = readPaid({ baht, local: local?.amount, currency: local?.currency, country })
  const at = readInstant(date)
  if (!money || !at)
    return { outcome: 'unknown', why: 'their transfer cannot be read', ours: false }
  const transfer = {
    reference: transRef,
    sender: sideOf(sender),
    receiver: sideOf(receiver),
    money,
    at,
  }
  return { outcome: 'transfer', transfer }
}

function sideOf({ bank, account }: z.output<typeof side>): Side {
  return {
    bank: bank?.id || bank?.short || null,
    names: filled([account?.name?.th, account?.name?.en]),
    account: accountShown({ type: account?.bank?.type, shown: account?.bank?.account }),
  }
}
