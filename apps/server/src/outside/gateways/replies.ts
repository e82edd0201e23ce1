import { moneyFromText, textOfMoney, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import { moneyFromReport } from '../reply.ts'
import type { OrderResult, CallFailure } from './client.ts'
import { readPaymentCode } from './emv.ts'

/** S37, F27: null for zero, for negative amounts, and for currencies that are not ours. */
export function moneyReceived(amount: string, iso: string): Money | null {
  const money = moneyFromReport(amount, iso)
  return money !== null && money.amount > 0n ? money : null
}

export const reportedInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export function isUndone(answer: object): answer is CallFailure {
  return 'outcome' in answer && (answer.outcome === 'refused' || answer.outcome === 'unknown')
}

type OfferedCode = {
  payload: string
  /** The amount that they state next to the code, if any. */
  stated: string | null
  ordered: Money
  driftMax: bigint
  livesMs: number | null
}

/** A code is shown only when it can be paid and asks for the ordered amount, within what the gateway may add. */
export function judgeCode({
  payload,
  stated,
  ordered,
  driftMax,
  livesMs,
}: OfferedCode): OrderResult {
  const unfit = (why: string): OrderResult => ({ outcome: 'unfit', why })
  const code = readPaymentCode(payload, ordered.currency)
  if (typeof code === 'string') return unfit(`their code is wrong: ${code}`)
  const { money } = code
  if (stated !== null && moneyFromText(stated, ordered.currency)?.amount !== money.amount)
    return unfit(`they say ${stated}, and the code asks for ${textOfMoney(money)}`)
  const drift = money.amount - ordered.amount
  if ((drift < 0n ? -drift : drift) > driftMax || money.amount <= 0n)
    return unfit(`the code asks for ${textOfMoney(money)}, not ${textOfMoney(ordered)}`)
  return { outcome: 'made', payload, money, livesMs }
}
