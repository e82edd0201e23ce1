import { textOfMoney } from '@kapao/contract/money'
import { objectionOf, type Decide, type DecisionResult } from '#core/audit/decision.ts'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { updateEndings } from './end-store.ts'
import { findTransfer, lockTransfer, type Transfer } from './store.ts'

export type Decision = {
  id: string
  /** True: it happened at the provider, so it is settled. False: it did not, so the money is returned. */
  done: boolean
  why: string
  actor: Actor
  requestId: string
}

export const resolvingKind = 'transfers resolve'

export type DecideDeps = {
  db: Db
  clock: Clock
  decide: Decide
  /** What the provider's answer now says against it; null where it agrees, or says nothing. */
  findAgainst: (transfer: Transfer, done: boolean) => Promise<string | null>
}

/**
 * One operator's decision on an exception. It is enough where the money goes to a game, whose balance is read again at
 * the next look, and where little goes to the wallet; against the provider's answer it takes two operators.
 */
export async function decideTransfer(
  deps: DecideDeps,
  decision: Decision,
): Promise<DecisionResult<Transfer>> {
  const { id, done, why, actor, requestId } = decision
  const work = () => resolveTransfer(deps, decision)
  const found = await findTransfer(deps.db, id)
  const against = found && (await deps.findAgainst(found, done))
  if (!found || (against === null && placeOf(found, done) !== 'wallet'))
    return { state: 'done', value: await work() }
  const { memberId, amount, currency } = found
  const sum = `${textOfMoney({ amount, currency })} ${currency}`
  const words = `${sum} into ${placeOf(found, done)} of ${memberId}, transfer ${id}${objectionOf(against)}: ${why}`
  const gives = against === null ? [{ amount, currency }] : null
  const wish = { subject: id, what: { id, done, why }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: resolvingKind }, work)
}

/** Where the held money goes. Money from a game, or on its way to another one, goes through the wallet. */
export function placeOf({ kind, game }: Transfer, done: boolean): string {
  return (kind === 'in') === done ? game! : 'wallet'
}

/**
 * Ends an exception as an operator has found out at the provider: settles or returns it, once, and records who decided
 * and why. The second half of one between two games stays in the wallet. The database refuses to give money to a wallet
 * without the request that `decideTransfer` makes.
 */
export function resolveTransfer(
  { db, clock }: { db: Db; clock: Clock },
  { id, done, why, actor, requestId }: Decision,
): Promise<Transfer> {
  return db.begin(async (tx) => {
    const before = await lockTransfer(tx, id)
    if (!before?.game) throw new OperatorRefused(`There is no transfer ${id}.`, 'not-found')
    if (before.state !== 'exception')
      throw new OperatorRefused(
        `Transfer ${id} is ${before.state}, not on the exceptions list.`,
        'ended-otherwise',
      )
    const at = clock.now()
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'transfers.resolve',
      subject: id,
      before: { state: before.state, why: before.why },
      after: { state: done ? 'done' : 'returned', why },
    })
    const ending = { id, memberId: before.memberId, done, why }
    const [status] = await updateEndings(tx, [ending], { at, skipBusy: false })
    if (status !== 0)
      throw new OperatorRefused(
        `Transfer ${id} could not be ended (${status}).`,
        'refused-by-books',
      )
    return before
  })
}
