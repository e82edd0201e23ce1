import type { Cluster } from '../start.ts'

/** What an event may cost members, in seconds; null where the table of docs/production.md says nothing. */
export type Limits = { awayS: number; readsAwayS?: number; waitS?: number }

export type Drill = {
  name: string
  about: string
  limits: Limits
  /** In the short form that runs with the tests. */
  isShort?: boolean
  /** Does it, and comes back when everything is as before; members are at work all the while. */
  run: (cluster: Cluster) => Promise<string | void>
}
