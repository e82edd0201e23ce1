import { moneyFromText, textOfMoney, type Currency, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import { NoReply, type OutboundChannel, type Reply } from '../channel.ts'
import type { GatewayChannels, Made, NotDone } from './client.ts'
import { readCode } from './emv.ts'

/** Numbers and decimal texts; their meaning is judged when they are parsed as money. */
export const reportedAmount = z
  .union([z.number(), z.string().max(40)])
  .transform((amount) => String(amount).replaceAll(',', '').trim())

const currencyOf: Record<string, Currency> = {
  THB: 'BAHT',
  '764': 'BAHT',
  LAK: 'LAK',
  '418': 'LAK',
}

/** S37, F27: null for zero, for negative amounts, and for currencies that are not ours. */
export function moneyFromReport(amount: string, iso: string): Money | null {
  const currency = currencyOf[iso]
  const money = currency ? moneyFromText(amount, currency) : null
  return money !== null && money.amount > 0n ? money : null
}

export const reportedInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Jobs have slots of their own, however many codes they ask about. */
export function lookupChannelOf(
  doors: GatewayChannels,
  owner: string | undefined,
): OutboundChannel {
  return owner === undefined ? doors.watch : doors.ask
}

/** The reply, or what is known without one. */
export async function replyTo(sent: Promise<Reply>): Promise<Reply | NotDone> {
  try {
    return await sent
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return { outcome: error.reached === 'never' ? 'refused' : 'unknown', why: error.message }
  }
}

export function isUndone(answer: object): answer is NotDone {
  return 'outcome' in answer && (answer.outcome === 'refused' || answer.outcome === 'unknown')
}

export function unclear({ status }: Reply): NotDone {
  return { outcome: 'unknown', why: `they answered ${status}, which cannot be read` }
}

export function refusedWith(why: string): NotDone {
  return { outcome: 'refused', why: why.slice(0, 200) }
}

type Offered = {
  payload: string
  /** The amount that they state next to the code, if any. */
  stated: string | null
  ordered: Money
  driftMax: bigint
  livesMs: number | null
}

/** A code is shown only when it can be paid and asks for the ordered amount, within what the gateway may add. */
export function judgeCode({ payload, stated, ordered, driftMax, livesMs }: Offered): Made {
  const unfit = (why: string): Made => ({ outcome: 'unfit', why })
  const code = readCode(payload, ordered.currency)
  if (typeof code === 'string') return unfit(`their code is wrong: ${code}`)
  const { money } = code
  if (stated !== null && moneyFromText(stated, ordered.currency)?.amount !== money.amount)
    return unfit(`they say ${stated}, and the code asks for ${textOfMoney(money)}`)
  const drift = money.amount - ordered.amount
  if ((drift < 0n ? -drift : drift) > driftMax || money.amount <= 0n)
    return unfit(`the code asks for ${textOfMoney(money)}, not ${textOfMoney(ordered)}`)
  return { outcome: 'made', payload, money, livesMs }
}
