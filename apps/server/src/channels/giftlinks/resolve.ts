import { textOfMoney } from '@kapao/contract/money'
import { objectionOf, type Decide, type DecisionResult } from '#core/audit/decision.ts'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { findLink, lockLink, setReceived, setRefused, type Link } from './store.ts'

export type Decision = {
  id: string
  /** What the wallet has received, in satang; null when it has received nothing and never will. */
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
  /** What the wallet answers now that is against it; null where it says the same, or nothing. */
  findAgainst: (link: Link, received: bigint | null) => Promise<string | null>
}

/** One operator's word on a link of the exceptions list; against what the wallet says it takes two. */
export async function decideLink(
  deps: DecideDeps,
  decision: Decision,
): Promise<DecisionResult<Link>> {
  const { id, received, why, actor, requestId } = decision
  const work = () => resolveLink(deps, decision)
  const link = await findLink(deps.db, id)
  const against = link && (await deps.findAgainst(link, received))
  if (received === null && !against) return { state: 'done', value: await work() }
  const money = received === null ? null : ({ amount: received, currency: 'BAHT' } as const)
  const text = money && textOfMoney(money)
  const words = `${text ?? 'nothing of'} BAHT for gift link ${id}${objectionOf(against)}: ${why}`
  const gives = money && !against ? [money] : null
  const wish = { subject: id, what: { id, received: text, why }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: resolvingKind }, work)
}

/**
 * Ends a link of the exceptions list as a person has found out in the wallet; received money is settled by the sweeper. The database
 * refuses what was received without the word that `decideLink` asks for.
 */
export function resolveLink(
  { db, clock }: { db: Db; clock: Clock },
  { id, received, why, actor, requestId }: Decision,
): Promise<Link> {
  return db.begin(async (tx) => {
    const before = await lockLink(tx, id)
    if (!before) throw new OperatorRefused(`There is no gift link ${id}.`, 'not-found')
    if (before.state !== 'exception')
      throw new OperatorRefused(
        `Gift link ${id} is ${before.state}, not on the exceptions list.`,
        'ended-otherwise',
      )
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
