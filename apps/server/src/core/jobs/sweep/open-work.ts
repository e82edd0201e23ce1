/** One operation that was begun and not ended. */
export type Due = {
  id: string
  /** Whose answer finishing it waits for: a gateway, a provider, a channel. Empty where the database is all it takes. */
  party: string
}

export type Wanted = {
  at: Date
  /** So many of each party, however many of another are due. */
  each: number
  /** In hand already, or held back after a failure. */
  except: readonly string[]
}

export type Backlog = { count: number; oldest: Date | null }

/** Operations of one kind that may stay open. A source only ever finishes what is held; it never begins anything. */
export type OpenWork = {
  /** For logs and metrics. */
  name: string
  /** `<module>.<verb>`: each kind has a job, and so a lease, of its own. */
  job: string
  everyMs: number
  /** How many of one party are worked on at once. */
  atOnceEach: number
  /** Those that are due, the longest due of each party first. */
  findDue: (wanted: Wanted) => Promise<Due[]>
  countDue: (at: Date) => Promise<Backlog>
  /** Brings one to its end, or throws and is asked again later. Safe to call twice and at once. */
  finish: (due: Due) => Promise<void>
}
