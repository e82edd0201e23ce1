import type { Account } from '#ledger/accounts.ts'
import type { ItemHold } from '#records/items/store.ts'

export type Span = { since: Date; until: Date }

/** A player's account at a provider. */
export type PlayerAccount = { memberId: string; game: string }

/** A fact that an outside source knows, and how it is booked: once, however often it is called. */
export type SourceFact = {
  source: string
  /** Their name of it, which is ours where they got it from us. */
  reference: string
  at: Date
  /** Set where the order counts: what follows at this account waits until this is booked. */
  place?: PlayerAccount
  book: () => Promise<BookingResult>
}

export type BookingResult = 'known' | 'rebuilt' | PersonTask

/** What is left for a person. */
export type PersonTask = {
  words: string
  memberId: string | null
  holds: readonly ItemHold[]
  /** It is on a list of its own already, such as money in suspense. */
  isListed?: boolean
  /** Something that belongs before it is not booked yet: it is tried once more. */
  isShort?: boolean
}

export type SourceResult =
  | { found: SourceFact[]; places?: PlayerAccount[]; why?: string }
  | { why: string }

/** An outside source, which may or may not have a list. */
export type Source = { source: string; find: (span: Span) => Promise<SourceResult> }

export const actor = 'system:recovery'
export const requestId = 'recovery'

/** Money of this member may be there twice. */
export const holdsAll: readonly ItemHold[] = ['withdrawals', 'rewards']

export function withoutList(source: string, why: string): Source {
  return { source, find: async () => ({ why }) }
}

export function idsOf(accounts: readonly (Account | undefined)[]): Account[] {
  if (accounts.includes(undefined)) throw new Error('an account of a member is not there')
  return accounts as Account[]
}
