import { isReportedBefore } from '#core/clock.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Arrival, Channel, Settle, Settled } from '#outside/arrival.ts'
import type { Holder } from '#outside/bank/payer.ts'
import { contradicts } from './match.ts'

export type TakeDeps = {
  log: Pick<Log, 'error'>
  settle: Settle
  findMember: (id: string) => Promise<(Holder & { id: string; detailsSince: Date }) | null>
  /**
   * Records that this report contradicts the credited member; false if an operator has decided on it or it was
   * recorded before.
   */
  setOtherPayer: (report: { channel: Channel; eventId: string }) => Promise<boolean>
}

/** The settled deposit, and whether the bank names another payer than the books do. */
export type TakeResult = { settled: Settled; isOthers: boolean }

/**
 * Takes in a bank's report. A slip that came before was trusted as far as it showed, and an SMS as far as its digits
 * go: if the bank now names another payer than the credited member, nothing moves and an operator decides.
 */
export async function takeReport(deps: TakeDeps, arrival: Arrival): Promise<TakeResult> {
  const settled = await deps.settle(arrival)
  if (!(await isOthers(deps, arrival, settled))) return { settled, isOthers: false }
  const { channel, eventId } = arrival
  if (await deps.setOtherPayer({ channel, eventId }))
    deps.log.error(
      { deposit: settled.id, channel },
      'a bank reports another payer than the member who was credited: kapao deposits list --differing',
    )
  return { settled, isOthers: true }
}

/** In a member's wallet, or held back from it for now. */
function isStanding({ state, memberId }: Settled): boolean {
  return memberId !== null && (state === 'credited' || state === 'suspended')
}

async function isOthers(
  { findMember }: TakeDeps,
  { memberId, payer, paidAt }: Arrival,
  settled: Settled,
): Promise<boolean> {
  if (settled.outcome !== 'already' || !isStanding(settled)) return false
  if (memberId !== null && memberId !== settled.memberId) return true
  const credited = await findMember(settled.memberId!)
  if (!credited) return false
  // The member's details changed after the payment, and may have been changed to fit the slip.
  if (isReportedBefore(paidAt, credited.detailsSince)) return settled.firstChannel === 'slip'
  return contradicts(payer ?? {}, credited)
}
