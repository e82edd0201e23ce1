import type { AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { hint } from '#core/console/hint-store.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { endStop, findStop, insertStop, type Stop } from './store.ts'

export const resumingKind = 'payouts resume'

type Deps = { db: Db; clock: Clock }

export type ToStop = AuditContext & {
  /** Null for everybody. */
  memberId: string | null
  findings: readonly string[]
  why: string
}

/**
 * From its commit on nothing is sent to the bank accounts of this member, or of all. What a bank was asked to pay
 * before ends as the bank says. Again, it changes nothing, and answers false.
 */
export function stopPayouts(
  { db, clock }: Deps,
  act: ToStop,
  alsoIn: (tx: Tx, id: bigint) => Promise<unknown> = () => Promise.resolve(),
): Promise<boolean> {
  return db.begin(async (tx) => {
    const id = await insertStop(tx, { ...act, at: clock.now() })
    if (id === null) return false
    await alsoIn(tx, id)
    await hint(tx, 'payouts', {})
    return true
  })
}

export type ResumeWhat = {
  id: string
  /** How much was found when it was asked for: what is found later must be looked at, too. */
  findings: number
  why: string
}

/** Asks for payouts to go on; a second person confirms it. */
export async function decideResume(
  deps: Deps & { decide: Decide; makeDue: MakeDue },
  { id, why, ...by }: AuditContext & { id: bigint; why: string },
): Promise<DecisionResult<void>> {
  const stop = await loadStop(deps.db, id)
  const what: ResumeWhat = { id: String(id), findings: stop.findings.length, why }
  const words = `payouts of ${stop.memberId ?? 'everybody'} go on, stopped because of: ${stop.why} (${stop.findings.length} findings): ${why}`
  const subject = subjectOf(stop)
  return deps.decide({ kind: resumingKind, subject, what, words, gives: null, ...by }, () =>
    resumePayouts(deps, { ...what, ...by }),
  )
}

/** Moves what waits to be sent to now: of one member, or of all. */
export type MakeDue = (tx: Tx, memberId: string | null, at: Date) => Promise<void>

/** Lets payouts go on, once. The database refuses it without the confirmed request. */
export async function resumePayouts(
  { db, clock, makeDue }: Deps & { makeDue: MakeDue },
  { id, ...act }: AuditContext & ResumeWhat,
): Promise<void> {
  const stop = await loadStop(db, BigInt(id))
  await db.begin(async (tx) => {
    const at = clock.now()
    if (!(await endStop(tx, { ...act, id: stop.id, at })))
      throw new OperatorRefused(
        'More was found meanwhile, or payouts go on already: look at it, and ask again.',
        'ended-otherwise',
      )
    await makeDue(tx, stop.memberId, at)
    await hint(tx, 'payouts', {})
  })
}

async function loadStop(db: Db, id: bigint): Promise<Stop> {
  const stop = await findStop(db, id)
  if (!stop) throw new OperatorRefused(`There is no stop ${id}, or payouts go on.`, 'not-found')
  return stop
}

function subjectOf({ memberId }: Stop): string {
  return `payouts:${memberId ?? 'all'}`
}
