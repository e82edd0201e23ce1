import type { WorkKind } from '@kapao/contract/console/words'

/** What the house says should be looked at next; null where nothing of it waits. */
export type NextItem = { kind: WorkKind; id: string } | null
