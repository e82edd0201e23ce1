import type { AuditContext } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import { rehearsing } from '#core/db/connections/dry-run.ts'
import { findGuarded } from './every.ts'
import type { DeskParts, SettleDifference } from './guarded.ts'

/** It asks a provider and books on other connections: who asks for it has compared the balances before. */
const settleDifference: SettleDifference = () =>
  Promise.reject(new Error('a rehearsal asks nobody outside'))

/**
 * Tries what is to wait for a second operator, and leaves nothing behind: what would be refused now is refused when it is
 * asked for. Everything else that fails may be different once two have agreed, and is not known yet: the rules of the
 * database that ask for both of them above all.
 */
export async function rehearse(
  desk: AuditContext & DeskParts,
  { kind, what }: { kind: string; what: unknown },
): Promise<void> {
  const run = findGuarded(kind)
  if (!run) return
  try {
    // As it will be read again from the request.
    await run(
      { ...desk, db: rehearsing(desk.db), settleDifference },
      JSON.parse(JSON.stringify(what)),
    )
  } catch (error) {
    if (error instanceof OperatorRefused) throw error
  }
}
