import type { RequestChange } from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import type { Actor } from './audit-store.ts'

/** An action that an operator requests, as a second operator would read it. */
export type DecisionRequest = {
  /** Selects the code that carries the action out once it is confirmed. */
  kind: string
  subject: string
  what: unknown
  /** One sentence for the operator who is to confirm it. */
  words: string
  /** The first of what it changes, of what is defined or set. */
  changes?: RequestChange[]
  /** What a member would receive, in each currency; null when no operator may do it alone. */
  gives: readonly Money[] | null
  actor: Actor
  requestId: string
}

/** Who can confirm a request now; where nobody can, who can first and from when on, or null: nobody ever can. */
export type Seconds = { others: string[]; soonest: { operator: string; at: Date } | null }

/**
 * The action is done, or waits for a second operator; with no other operator the requester may confirm it after the
 * configured waiting time.
 */
export type DecisionResult<T> =
  | { state: 'done'; value: T }
  | ({ state: 'waits'; asked: { id: string; words: string; askedBy: string } } & Seconds)

/** What became of a second operator's yes: its act may be refused, or have been cut off once and then refused. */
export type SecondOutcome<T> =
  | { state: 'done'; value: T }
  | { state: 'refused' | 'unclear'; why: string | null }

/** Does the work when one operator may decide it alone. */
export type Decide = <T>(
  wish: DecisionRequest,
  work: () => Promise<T>,
) => Promise<DecisionResult<T>>

/** The objection to a decision, for the operator who is to confirm it. */
export function objectionOf(against: string | null): string {
  return against === null ? '' : ` (but ${against})`
}
