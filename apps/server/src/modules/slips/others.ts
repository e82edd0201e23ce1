import { isToldBefore } from '#core/clock.ts'
import type { Payer } from '#outside/arrival.ts'
import type { CheckDeps, SlipMoney } from './check-deps.ts'
import { speaksAgainst, tailOf } from './judging/told.ts'

/**
 * The bank has told of this money and nobody could be found for it. A slip shows other digits than the bank tells, so what both show
 * must fit its member, and no other one.
 */
export async function isPerhapsAnothers(
  deps: Pick<CheckDeps, 'db' | 'findMember' | 'findPayers'>,
  { memberId, bank, arrival, money }: SlipMoney,
  payer: Payer,
): Promise<boolean> {
  const member = await deps.findMember(deps.db, memberId)
  if (!member || speaksAgainst(payer, member)) return true
  // Judged as they were when the slip was looked at; changed since, they may have been made to fit what the bank has told.
  if (isToldBefore(new Date(arrival.paidAt), member.detailsSince)) return true
  const tail = tailOf(payer)
  if (tail === null) return false
  const others = await deps.findPayers({ bank: payer.bank ?? bank, tail })
  return others.some(
    (one) =>
      one.id !== memberId &&
      one.currency === money.currency &&
      !speaksAgainst(payer, one) &&
      !speaksAgainst({ ...arrival.payer, bank: bank ?? undefined }, one),
  )
}
