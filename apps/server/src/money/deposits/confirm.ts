import { minuteMs } from '@kapao/contract/times'
import { objectionOf, type DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { SettledArrival } from '#outside/arrival.ts'
import { type DecideDeps, type Decider, moneyOf, type ResolveDeps, textOf } from './match.ts'
import { findRequest, type Request } from './request-store.ts'

export const confirmingKind = 'deposits match request'

/** One operator's decision that a deposit which a member announced has arrived. */
export async function decideRequest(
  deps: DecideDeps,
  seen: Omit<Decider, 'note'> & Evidence & { id: string },
): Promise<DecisionResult<SettledArrival>> {
  const { id, reference, party, paidAt, actor, requestId } = seen
  const request = await loadOpenRequest(deps, { id, party, paidAt })
  const money = moneyOf(request)
  const against = await deps.findAgainst({ party, reference, money, paidAt })
  const words = `${textOf(request)} to ${request.memberId}, who announced it; ${reference} at ${party}${objectionOf(against)}`
  const what = { id, reference, party, paidAt: paidAt.toISOString() }
  const gives = against === null ? [money] : null
  const wish = { subject: id, what, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: confirmingKind }, () => confirmRequest(deps, seen))
}

type Evidence = {
  /** The reference on the bank's own statement. */
  reference: string
  party: string
  paidAt: Date
}

/**
 * Credits a deposit that a member announced, by the bank's reference; a transfer that arrived through another channel
 * is not credited again.
 */
export async function confirmRequest(
  deps: ResolveDeps,
  {
    id,
    actor,
    requestId,
    reference,
    party,
    paidAt,
  }: Omit<Decider, 'note'> & Evidence & { id: string },
): Promise<SettledArrival> {
  const request = await loadOpenRequest(deps, { id, party, paidAt })
  const settled = await deps.deposits.settle({
    channel: 'manual',
    eventId: `request:${id}`,
    references: [reference],
    house: { kind: 'bank', party },
    memberId: request.memberId,
    hold: null,
    money: moneyOf(request),
    paidAt,
    from: 'bank',
    actor,
    requestId,
  })
  if (settled.differs)
    throw new OperatorRefused(
      `That transfer came with another amount or to another account (deposit ${settled.id}); match it instead.`,
      'other-amount',
    )
  if (settled.outcome === 'already')
    throw new OperatorRefused(
      `That transfer was seen before (deposit ${settled.id}, ${settled.state}); nothing was moved.`,
      'seen-before',
    )
  return settled
}

/**
 * Loads the request and checks the evidence: the transfer must be to an account of the operator, after the request
 * and before now. A deposit outside that could never be compared with a bank's list.
 */
async function loadOpenRequest(
  { db, clock, listOwnParties }: Pick<ResolveDeps, 'db' | 'clock' | 'listOwnParties'>,
  { id, party, paidAt }: { id: string } & Pick<Evidence, 'party' | 'paidAt'>,
): Promise<Request> {
  const request = await findRequest(db, id)
  if (!request) throw new OperatorRefused(`There is no request ${id}.`, 'not-found')
  if (request.state !== 'open')
    throw new OperatorRefused(
      `Request ${id} is ${request.state}; nothing was moved.`,
      'ended-otherwise',
    )
  const ours = await listOwnParties(request.currency)
  if (!ours.includes(party))
    throw new OperatorRefused(
      `${party} is not one of the operator's accounts for ${request.currency}: those are ${ours.join(', ') || 'none'} (deposit.accounts).`,
      'not-our-account',
    )
  // Banks show whole minutes.
  const from = new Date(Math.floor(request.createdAt.getTime() / minuteMs) * minuteMs)
  if (paidAt < from || paidAt > clock.now())
    throw new OperatorRefused(
      `It was announced at ${from.toISOString()}, so it came between then and now, not at ${paidAt.toISOString()}. What came before is matched as waiting money, or refused.`,
      'not-in-time',
    )
  return request
}
