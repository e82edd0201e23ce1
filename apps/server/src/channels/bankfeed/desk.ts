import { textOfMoney } from '@kapao/contract/money'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { findDeposit } from '#money/deposits/store.ts'
import { setShown } from './unproven-store.ts'

type Deps = { db: Db; clock: Clock }
export const showingKind = 'deposits shown'

type EventNote = { id: string; note: string }

/** One operator says that a bank has money that its statement did not show; it always takes two. */
export async function decideShown(
  deps: Deps & { decide: Decide },
  { id, note, ...by }: EventNote & AuditContext,
): Promise<DecisionResult<void>> {
  const deposit = await findDeposit(deps.db, id)
  if (!deposit) throw new OperatorRefused(`There is no deposit ${id}.`, 'not-found')
  const { currency, memberId, houseParty } = deposit
  const words = `${textOfMoney(deposit)} ${currency} of ${memberId ?? 'nobody'}, deposit ${id}, is at ${houseParty}: ${note}`
  const wish = { kind: showingKind, subject: id, what: { id, note }, words, gives: null }
  return deps.decide({ ...wish, ...by }, () => markShown(deps, { id, note, ...by }))
}

/** Counts a deposit as shown by its bank, once; what waited for that continues. */
export function markShown(
  { db, clock }: Deps,
  { id, note, ...by }: EventNote & AuditContext,
): Promise<void> {
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setShown(tx, { id, by: `operator:${id}`, at })))
      throw new OperatorRefused(
        `Deposit ${id} rests on no message that is still open.`,
        'not-on-message',
      )
    const action = 'deposits.shown'
    await recordAudit(tx, { at, ...by, action, subject: id, after: { why: note } })
  })
}
