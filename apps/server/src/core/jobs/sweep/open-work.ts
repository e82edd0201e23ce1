import type { Backlog } from '../../telemetry/sweep-figures.ts'

/** One operation that was begun and has not ended. */
export type Due = {
  id: string
  /** Whose answer it needs to finish: a gateway, a provider, a channel. Empty when the database suffices. */
  party: string
}

export type DueQuery = {
  at: Date
  /** At most this many of each party, however many of another are due. */
  each: number
  /** Already being worked on, or held back after a failure. */
  except: readonly string[]
}

/** Operations of one kind that may stay open. A source only finishes existing operations; it never begins any. */
export type OpenWork = {
  /** For logs and metrics. */
  name: string
  /** `<room>.<verb>`: each kind has a job, and so a lease, of its own. */
  job: string
  everyMs: number
  /** How many of one party are processed at once. */
  atOnceEach: number
  /** The due operations, the longest due of each party first. */
  findDue: (wanted: DueQuery) => Promise<Due[]>
  countDue: (at: Date) => Promise<Backlog>
  /** Finishes one, or throws and is retried later. Safe to call twice and concurrently. */
  finish: (due: Due) => Promise<void>
}
