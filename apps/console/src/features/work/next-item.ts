import type { WorkKind } from '@kapao/contract/console/words'

/** The item to look at next, as the server chooses; null where none waits. */
export type NextItem = { kind: WorkKind; id: string } | null
