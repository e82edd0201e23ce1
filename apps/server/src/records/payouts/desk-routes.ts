import * as calls from '@kapao/contract/console/payouts'
import type { PayoutStop } from '@kapao/contract/console/payouts'
import { nameOf } from '#core/audit/actor.ts'
import type { Decide } from '#core/audit/decision.ts'
import type { Clock } from '#core/clock.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { answerOf } from '#core/console/work/waits.ts'
import type { Db } from '#core/db/db.ts'
import { findMember } from '#records/account/store.ts'
import { decideResume, stopPayouts, type MakeDue } from './stop.ts'
import { findStop, listStops, type Stop } from './store.ts'

export type PayoutDeskDeps = {
  db: Db
  clock: Clock
  decide: Decide
  makeDue: MakeDue
}

export function deskRoutes(api: ConsoleApi, deps: PayoutDeskDeps): void {
  const { db } = deps
  const shown = async () => ({ stops: (await listStops(db)).map(shownOf) })
  consoleRoute(api, calls.readStops, shown)
  consoleRoute(api, calls.stopPayouts, async ({ operator, requestId }, { memberId, why }) => {
    if (memberId !== null && !(await findMember(db, memberId)))
      refuseOperator(calls.stopPayouts, 'NOT_FOUND')
    await stopPayouts(deps, { memberId, findings: [], why, actor: operator.actor, requestId })
    return shown()
  })
  consoleRoute(api, calls.resumePayouts, async ({ operator, requestId }, { id, why }) => {
    if (!(await findStop(db, BigInt(id)))) refuseOperator(calls.resumePayouts, 'NOT_FOUND')
    const by = { actor: operator.actor, requestId }
    const decided = await decideResume(deps, { id: BigInt(id), why, ...by })
    return answerOf(decided)
  })
}

function shownOf({ id, memberId, stoppedAt, stoppedBy, why, findings }: Stop): PayoutStop {
  return {
    id: String(id),
    memberId,
    since: stoppedAt.toISOString(),
    by: stoppedBy.startsWith('operator:') ? nameOf(stoppedBy) : null,
    why,
    findings: findings.length,
  }
}
