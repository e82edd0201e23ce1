import { z } from 'zod'
import { minuteMs } from '@kapao/contract/times'
import type { Reply } from '../door.ts'
import { accountShown, filled, readInstant, readPaid, someText } from './reading.ts'
import { readBody } from '../reply.ts'
import type { BankTransfer, SlipCheck, Side } from './transfer.ts'

const side = z.object({
  displayName: someText,
  name: someText,
  account: z.object({ type: someText, value: someText }).nullish(),
})

const slip = z.object({
  transRef: z.string().min(1).max(64),
  sendingBank: someText,
  receivingBank: someText,
  transDate: someText,
  transTime: someText,
  transTimestamp: someText,
  sender: side,
  receiver: side,
  amount: z.number(),
  paidLocalAmount: z.number().nullish(),
  paidLocalCurrency: someText,
  countryCode: someText,
})

const good = z.object({ success: z.literal(true), data: slip })
const refusal = z.object({
  code: z.number(),
  message: z.string().max(500).default(''),
  data: z.unknown().optional(),
})
const delayed = z.object({ delay: z.number().min(0).max(1_440) })

/** docs/outside/slips.md: 1012 answers our own retry, and 1013 is about an amount that we have not sent. */
const foundAnyway = [1012, 1013]
const receiverIsAnother = 1014
const nothingThere = [1007, 1008, 1011]
const ofOurAccount = [1001, 1002, 1003, 1004, 1015]
const bankNeedsDelay = 1010
const bankIsDown = 1009
const bankIsDownMs = 15 * minuteMs

export function slipOkRequest(payload: string): string {
  return JSON.stringify({ data: payload, log: true })
}

export function readSlipOk({ status, text }: Reply): SlipCheck {
  const transfer = status === 200 ? readBody(good, text) : null
  if (transfer) return found(transfer.data)
  const no = readBody(refusal, text)
  if (!no) return { outcome: 'unknown', why: `they answered ${status}`, ours: false }
  const why = `SlipOK ${no.code}`
  if (foundAnyway.includes(no.code)) {
    const known = slip.safeParse(no.data)
    return known.success ? found(known.data) : { outcome: 'unknown', why, ours: false }
  }
  if (no.code === receiverIsAnother) return { outcome: 'elsewhere', why }
  if (no.message === 'TRIPPLE_WRONG_CAPTCHA') return { outcome: 'captcha', why }
  if (nothingThere.includes(no.code)) return { outcome: 'none', why }
  if (no.code === bankNeedsDelay) {
    const parsed = delayed.safeParse(no.data)
    return { outcome: 'later', why, delayMs: (parsed.success ? parsed.data.delay : 5) * minuteMs }
  }
  if (no.code === bankIsDown) return { outcome: 'later', why, delayMs: bankIsDownMs }
  return { outcome: 'unknown', why, ours: ofOurAccount.includes(no.code) }
}

function found(reported: z.output<typeof slip>): SlipCheck {
  const money = readPaid({
    baht: reported.amount,
    local: reported.paidLocalAmount,
    currency: reported.paidLocalCurrency,
    country: reported.countryCode,
  })
  const at = readInstant(reported.transTimestamp) ?? bangkokInstant(reported)
  if (!money || !at)
    return { outcome: 'unknown', why: 'their transfer cannot be read', ours: false }
  const transfer: BankTransfer = {
    reference: reported.transRef,
    sender: sideOf(reported.sender, reported.sendingBank),
    receiver: sideOf(reported.receiver, reported.receivingBank),
    money,
    at,
  }
  return { outcome: 'transfer', transfer }
}

function bangkokInstant({ transDate, transTime }: z.output<typeof slip>): Date | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(transDate ?? '') ?? []
  if (!year || !/^\d{2}:\d{2}:\d{2}$/.test(transTime ?? '')) return null
  return readInstant(`${year}-${month}-${day}T${transTime}+07:00`)
}

function sideOf(reported: z.output<typeof side>, bank: string | null | undefined): Side {
  return {
    bank: bank || null,
    names: filled([reported.displayName, reported.name]),
    account: accountShown({ type: reported.account?.type, shown: reported.account?.value }),
  }
}
