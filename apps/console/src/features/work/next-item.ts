import type { WorkKind } from '@kapao/contract/console/words'

/** The next item, as chosen by the server; null where none waits. */
export type NextItem = { kind: WorkKind; id: string } | null
