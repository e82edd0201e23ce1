import { isToldBefore } from '#core/clock.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Arrival, Channel, Settle, Settled } from '#outside/arrival.ts'
import { isAnother, type Holder } from './match.ts'

export type TakeDeps = {
  log: Pick<Log, 'error'>
  settle: Settle
  findMember: (id: string) => Promise<(Holder & { detailsSince: Date }) | null>
  /** Keeps that one telling speaks against whoever was credited; false where a person has decided so, or it was kept before. */
  setOtherPayer: (told: { channel: Channel; eventId: string }) => Promise<boolean>
}

/** What became of it, and whether the bank speaks of another payer than our books. */
export type TakenIn = { settled: Settled; isOthers: boolean }

/**
 * Takes in what a bank tells. A slip that came before was believed as far as it showed, and an SMS as far as its digits go: where the
 * bank now tells of another payer than the member who was credited nothing moves, and a person looks.
 */
export async function takeIn(deps: TakeDeps, arrival: Arrival): Promise<TakenIn> {
  const settled = await deps.settle(arrival)
  if (!(await isOthers(deps, arrival, settled))) return { settled, isOthers: false }
  const { channel, eventId } = arrival
  if (await deps.setOtherPayer({ channel, eventId }))
    deps.log.error(
      { deposit: settled.id, channel },
      'a bank tells of another payer than the member who was credited: kapao deposits list --differing',
    )
  return { settled, isOthers: true }
}

/** In a member's wallet, or kept from it for now. */
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
  // They were others when the slip was believed, and may have been changed so that they fit.
  if (isToldBefore(paidAt, credited.detailsSince)) return settled.firstChannel === 'slip'
  return isAnother(payer ?? {}, credited)
}
