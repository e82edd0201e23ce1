import { isReportedBefore } from '#core/clock.ts'
import type { Payer } from '#outside/arrival.ts'
import { findMember, findPayers } from '#records/account/store.ts'
import type { CheckDeps, SlipMoney } from './check-deps.ts'
import { contradictsPayer, tailOf } from './judging/payer.ts'

/**
 * The bank reported this money and no member was matched. A slip shows other digits than the bank reports, so both
 * sets of digits must fit its member, and no other one.
 */
export async function mayBeAnothers(
  { db }: Pick<CheckDeps, 'db'>,
  { memberId, bank, arrival, money }: SlipMoney,
  payer: Payer,
): Promise<boolean> {
  const member = await findMember(db, memberId)
  if (!member || contradictsPayer(payer, member)) return true
  // The slip was judged by earlier details; details changed since may have been made to fit the bank's report.
  if (isReportedBefore(new Date(arrival.paidAt), member.detailsSince)) return true
  const tail = tailOf(payer)
  if (tail === null) return false
  const others = await findPayers(db, { bank: payer.bank ?? bank, tail })
  return others.some(
    (one) =>
      one.id !== memberId &&
      one.currency === money.currency &&
      !contradictsPayer(payer, one) &&
      !contradictsPayer({ ...arrival.payer, bank: bank ?? undefined }, one),
  )
}
