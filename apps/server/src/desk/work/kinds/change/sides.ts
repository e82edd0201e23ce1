import type { Fact } from '@kapao/contract/console/work'

/** What there is, and what there would be: side by side for the operator who confirms. */
export type Change = { before: (Fact | null)[]; after: (Fact | null)[] }
