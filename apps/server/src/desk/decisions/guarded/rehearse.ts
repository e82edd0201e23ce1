import { OperatorRefused } from '#core/refused.ts'
import { rehearsing } from '#core/db/connections/dry-run.ts'
import { findGuarded } from './every.ts'
import type { DeskContext } from './guarded.ts'

/**
 * Tries what is to wait for a second operator, and leaves nothing behind: what would be refused now is refused when it is
 * asked for. Everything else that fails may be different once two have agreed, and is not known yet: the rules of the
 * database that ask for both of them above all.
 */
export async function rehearse(
  desk: DeskContext,
  { kind, what }: { kind: string; what: unknown },
): Promise<void> {
  const run = findGuarded(kind)
  if (!run) return
  try {
    // As it will be read again from the request.
    await run({ ...desk, db: rehearsing(desk.db) }, JSON.parse(JSON.stringify(what)))
  } catch (error) {
    if (error instanceof OperatorRefused) throw error
  }
}
