import { textOfMoney } from '@kapao/contract/money'
import { butOf, type Decide, type Decided } from '#core/audit/decided.ts'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import { codeOf, empty, refuse, settleLink, type GiftDeps } from './redeem.ts'
import {
  claimDue,
  findLink,
  lockLink,
  setOpenState,
  setReceived,
  setRefused,
  type Link,
} from './store.ts'

/** After this no earlier request can still be under way: a clear refusal is final. */
const overtakenUntilMs = 10 * 60_000
/** I37. */
const openMaxMs = 15 * 60_000

/** For the sweeper: finishes a gift link that a dead process or a lost reply left open, or hands it to operators. */
export async function recover(deps: GiftDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const link = await claimDue(db, id, clock.now())
  if (!link) return
  // No request has been sent yet, and the member's call is over.
  if (link.state === 'claimed')
    return refuse(deps, link, { code: 'SERVICE_BUSY', why: 'the request was abandoned' })
  if (link.state === 'received') return settleLink(deps, id)
  // A request of a dead process may have arrived: a first refusal is not final any more.
  await empty(deps, { ...link, state: 'unknown' })
  const after = await findLink(db, id)
  if (after?.state === 'sent' || after?.state === 'unknown') await giveUpLate(deps, after)
}

const refusedForm = /^([A-Z_]+), and no share of ours$/

async function giveUpLate(deps: GiftDeps, link: Link): Promise<void> {
  const ageMs = deps.clock.now().getTime() - link.createdAt.getTime()
  const refusal = refusedForm.exec(link.why ?? '')?.[1] as Parameters<typeof codeOf>[0] | undefined
  if (refusal && refusal !== 'TARGET_USER_REDEEMED' && ageMs > overtakenUntilMs)
    return refuse(deps, link, { code: codeOf(refusal), why: link.why! })
  if (ageMs > openMaxMs)
    await setOpenState(deps.db, link.id, { state: 'exception', why: link.why ?? 'no answer' })
}

export type Decision = {
  id: string
  /** The amount that the wallet received, in satang; null if it received nothing and never will. */
  received: bigint | null
  why: string
  actor: Actor
  requestId: string
}

export const resolvingKind = 'giftlinks resolve'

export type DecideDeps = {
  db: Db
  clock: Clock
  decide: Decide
  /** The reason why the wallet contradicts this now; null if it agrees, or does not answer. */
  findAgainst: (link: Link, received: bigint | null) => Promise<string | null>
}

/**
 * One operator's decision on a link of the exceptions list; if the wallet contradicts it, two operators must agree.
 */
export async function decideLink(deps: DecideDeps, decision: Decision): Promise<Decided<Link>> {
  const { id, received, why, actor, requestId } = decision
  const work = () => resolveLink(deps, decision)
  const link = await findLink(deps.db, id)
  const against = link && (await deps.findAgainst(link, received))
  if (received === null && !against) return { state: 'done', value: await work() }
  const money = received === null ? null : ({ amount: received, currency: 'BAHT' } as const)
  const text = money && textOfMoney(money)
  const words = `${text ?? 'nothing of'} BAHT for gift link ${id}${butOf(against)}: ${why}`
  const gives = money && !against ? [money] : null
  const wish = { subject: id, what: { id, received: text, why }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: resolvingKind }, work)
}

/**
 * Ends a link of the exceptions list as an operator has found in the wallet; received money is settled by the
 * sweeper. The database refuses a received amount without the decision that `decideLink` requires.
 */
export function resolveLink(
  { db, clock }: { db: Db; clock: Clock },
  { id, received, why, actor, requestId }: Decision,
): Promise<Link> {
  return db.begin(async (tx) => {
    const before = await lockLink(tx, id)
    if (!before) throw new OperatorRefused(`There is no gift link ${id}.`)
    if (before.state !== 'exception')
      throw new OperatorRefused(`Gift link ${id} is ${before.state}, not on the exceptions list.`)
    const at = clock.now()
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'giftlinks.resolve',
      subject: id,
      before: { state: before.state, why: before.why },
      after: { received: received === null ? null : String(received), why },
    })
    if (received === null) await setRefused(tx, id, { code: 'TRUELINK_INVALID', why, at })
    else
      await setReceived(tx, id, {
        amount: received,
        paidAt: at,
        hold: before.payerKnown ? null : 'review',
      })
    return before
  })
}
