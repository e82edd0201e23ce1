import type { Cluster } from '../start.ts'

/** What an event may cost members, in seconds; absent where the table of docs/production.md says nothing. */
export type Limits = {
  /** The longest time in which no call with money succeeded. */
  awayS?: number
  readsAwayS?: number
  /** The same for the member for whom it was longest. */
  memberAwayS?: number
  memberReadsAwayS?: number
  /** How long a member's call is answered as being in progress. */
  waitS?: number
  /** How long after its time a job of the worker begins. */
  jobsLateS?: number
}

/** Where the table says 0: what 60 members at work do not feel, on two processors that do all of it. */
export const nothingS = 0.5

export type Drill = {
  name: string
  about: string
  /** Rows of docs/requirements.md, where no test proves them as well. */
  proves?: readonly string[]
  limits: Limits
  /** In the short form that runs with the tests. */
  isShort?: boolean
  /** PostgreSQL of the old primary goes on without its Patroni: nobody is led to it, and no commit there ends. */
  leavesPostgres?: boolean
  /** Only where `--before` names the release before this one. */
  needsBefore?: boolean
  /** Does it, and comes back when everything is as before; members are at work all the while. */
  run: (cluster: Cluster) => Promise<string | void>
}
