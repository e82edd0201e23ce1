import type { AuditContext } from '#core/audit/audit-store.ts'
import type { SecondKind } from '@kapao/contract/console/reasons'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Config } from '../../system/config.ts'
import type { Outside } from '../../system/outside.ts'

/** What an operator's act needs, at whichever desk they sit. */
export type DeskContext = AuditContext & {
  db: Db
  clock: Clock
  ids: Ids
  config: Config
  outside: Outside
}

/** What may need a second operator. Its input is stored as JSON until it is confirmed. */
export type Guarded<W, T = unknown> = {
  kind: SecondKind
  /**
   * Does it, in the name of the operator at the desk. With the desk's database only: before it is stored it is tried on
   * one that keeps nothing.
   */
  run: (desk: DeskContext, what: W) => Promise<T>
}

export function byOf({ actor, requestId }: DeskContext): AuditContext {
  return { actor, requestId }
}
