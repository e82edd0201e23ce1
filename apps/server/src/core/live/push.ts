import type { Push, PushName } from '@kapao/contract/events'

/** Tells a member's open pages, after the commit, that something has changed. Never throws; nothing depends on its arrival. */
export type PushTo = <N extends PushName>(memberId: string, name: N, push: Push<N>) => void
