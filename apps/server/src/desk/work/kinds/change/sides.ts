import type { Fact } from '@kapao/contract/console/work'

/** What there is, and what there would be: side by side for whoever is to say yes. */
export type Change = { before: (Fact | null)[]; after: (Fact | null)[] }
