import type { Push, PushName } from '@kapao/contract/events'

/** Notifies a member's open pages of a change, after the commit. Never throws; nothing depends on its arrival. */
export type PushTo = <N extends PushName>(memberId: string, name: N, push: Push<N>) => void
