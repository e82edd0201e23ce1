import type { Fact } from '@kapao/contract/console/work'
import type { Queryable } from '#core/db/db.ts'

/** What there is, and what there would be: side by side for the operator who confirms. */
export type Change = { before: (Fact | null)[]; after: (Fact | null)[] }

/** Reads it from the request; null where there is nothing any more that it is about. */
export type ReadChange<W> = (on: Queryable, what: W) => Promise<Change | null>
