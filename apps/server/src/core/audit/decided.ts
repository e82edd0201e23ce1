import type { Money } from '@kapao/contract/money'
import type { Actor } from './audit-store.ts'

/** What an operator wants to be done, as a second person would read it. */
export type Wish = {
  /** Who is to do it once it is confirmed finds it by this. */
  kind: string
  subject: string
  what: unknown
  /** One sentence for the person who is to confirm it. */
  words: string
  /** What a member would have of it, in each currency; null where nobody may do it alone. */
  gives: readonly Money[] | null
  actor: Actor
  requestId: string
}

/** It is done, or kept until a second person confirms it; with nobody to confirm it whoever asked does, after the house's waiting time. */
export type Decided<T> =
  | { state: 'done'; value: T }
  | { state: 'waits'; asked: { id: string; words: string; askedAt: Date }; others: string[] }

/** Does the work where one person's word is enough. */
export type Decide = <T>(wish: Wish, work: () => Promise<T>) => Promise<Decided<T>>

/** What a decision is against, for whoever is to confirm it. */
export function butOf(against: string | null): string {
  return against === null ? '' : ` (but ${against})`
}
