import { isReportedBefore } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { setOtherPayer } from '#money/deposits/report-store.ts'
import type { Arrival, Settle, SettledArrival } from '#outside/arrival.ts'
import { findMember } from '#records/account/store.ts'
import { contradicts } from './match.ts'

export type TakeDeps = { db: Db; log: Pick<Log, 'error'>; settle: Settle }

/** The settled deposit, and whether the bank names another payer than the books do. */
export type TakeResult = { settled: SettledArrival; isOthers: boolean }

/**
 * Takes in a bank's report. A slip that came before was trusted as far as it showed, and an SMS as far as its digits
 * go: if the bank now names another payer than the credited member, nothing moves and an operator decides.
 */
export async function takeReport(deps: TakeDeps, arrival: Arrival): Promise<TakeResult> {
  const settled = await deps.settle(arrival)
  if (!(await isOthers(deps, arrival, settled))) return { settled, isOthers: false }
  const { channel, eventId } = arrival
  if (await setOtherPayer(deps.db, { channel, eventId }))
    deps.log.error(
      { deposit: settled.id, channel },
      'a bank reports another payer than the member who was credited: kapao work list differing',
    )
  return { settled, isOthers: true }
}

/** In a member's wallet, or held back from it for now. */
function isStanding({ state, memberId }: SettledArrival): boolean {
  return memberId !== null && (state === 'credited' || state === 'suspended')
}

async function isOthers(
  { db }: TakeDeps,
  { memberId, payer, paidAt }: Arrival,
  settled: SettledArrival,
): Promise<boolean> {
  if (settled.outcome !== 'already' || !isStanding(settled)) return false
  if (memberId !== null && memberId !== settled.memberId) return true
  const credited = await findMember(db, settled.memberId!)
  if (!credited) return false
  // The member's details changed after the payment, and may have been changed to fit the slip.
  if (isReportedBefore(paidAt, credited.detailsSince)) return settled.firstChannel === 'slip'
  return contradicts(payer ?? {}, credited)
}
