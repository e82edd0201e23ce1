import type { BarredCode, EffectCode, WhyCode } from '@kapao/contract/console/reasons'
import type { DecisionName, FieldName, WorkKind } from '@kapao/contract/console/words'
import type {
  Candidate,
  DecidedWork,
  DecisionInput,
  FieldChoice,
  Panel,
  WorkRow,
} from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import type { Actor, AuditContext } from '../../audit/audit-store.ts'
import type { SecondOutcome, DecisionResult } from '../../audit/decision.ts'
import type { Queryable } from '../../db/db.ts'
import { wordsOfId } from './item-id.ts'

/** Where a list continues: after this row, or from this instant if no row is named. */
export type PageCursor = { since: Date; id: string | null }
export type Page = { after: PageCursor | null; limit: number }

/** One thing that waits for a person. */
export type PendingWork = {
  id: string
  since: Date
  memberId: string | null
  money: Money | null
  why: { code: WhyCode; detail: WorkRow['why']['detail'] }
}

/** A request for a second yes, by its command and what it is about. */
export type Asks = { kind: string; subject: string }

export type Offer = {
  name: DecisionName
  effect: EffectCode
  fields: readonly FieldName[]
  choices?: readonly FieldChoice[]
  prefill?: Partial<Record<FieldName, string>>
  isCertain?: boolean
  /** The currency of an amount that is typed. */
  currency?: Money['currency']
  /**
   * What a member would get by it, as far as it is known now; null where no operator may do it alone, left out where one
   * person is enough.
   */
  gives?: readonly Money[] | null
  barred?: BarredCode | null
}

export type WorkDetails = {
  waiting: PendingWork
  panels: Panel[]
  candidates: Candidate[]
  offers: Offer[]
  decided: DecidedWork | null
  /** Until when the reader can undo their own decision, which is carried out then. */
  undoUntil?: Date | null
}

export type DecisionFields = Omit<DecisionInput, 'kind' | 'id' | 'decision'>

export type Decision = {
  id: string
  decision: DecisionName
  fields: DecisionFields
  actor: Actor
  requestId: string
}

/** Everything of one kind that waits for people: a room says what that is, and how it is decided. */
export type Queue = {
  kind: WorkKind
  /** The requests that may wait about one of its items; an item about which one waits is not decided otherwise. */
  asksAbout?: (id: string) => Asks[]
  /** The oldest first, by time and id. */
  list: (on: Queryable, page: Page) => Promise<PendingWork[]>
  /** What comes before the oldest of every kind. */
  listUrgent?: (on: Queryable) => Promise<PendingWork[]>
  /** Null for an unknown id; what was decided stays readable. */
  /** The id behind a number that a member quotes. */
  findQuoted?: (on: Queryable, quoted: string) => Promise<string | null>
  read: (on: Queryable, id: string, reader: Actor) => Promise<WorkDetails | null>
  /** What somebody outside answers of it now, where a person looks at it; never while it is decided. */
  ask?: (on: Queryable, id: string) => Promise<Panel | null>
  /** How well a member fits whom nobody has listed; null where no member is chosen. */
  weigh?: (on: Queryable, id: string, memberId: string) => Promise<Candidate | null>
  /** Refuses with OperatorRefused; its own transactions, and nothing that waits for the outside inside of one. */
  decide: (decision: Decision) => Promise<DecisionResult<unknown> | SecondOutcome<unknown>>
  /** Undoes an operator's own decision that was not carried out yet; a second call changes nothing. */
  undo?: (act: AuditContext & { id: string }) => Promise<void>
  /** Where the audit trail alone does not say what became of a decision that was cut off; null while it is open. */
  findMade?: (on: Queryable, decision: Decision) => Promise<SecondOutcome<null> | null>
}

/** The parameters of `(since, id) > ($1, $2)`: from the beginning where the page has no place. */
export function afterOf({ after }: Page, least: string): [since: Date | string, id: string] {
  return [after?.since ?? '-infinity', after?.id ?? least]
}

/** A place in a list that is in the order of what ids stand for. */
export function byWords({ after, limit }: Page): Page {
  return { limit, after: after && { ...after, id: after.id && wordsOfId(after.id) } }
}

export const leastId = { uuid: '00000000-0000-0000-0000-000000000000', number: '0', text: '' }

/** The oldest of several lists that are each in order. */
export function oldestOf<T extends ListPosition>(lists: readonly T[][], limit: number): T[] {
  return lists.flat().toSorted(comparePlaces).slice(0, limit)
}

type ListPosition = { since: Date; id: string }

function comparePlaces(one: ListPosition, other: ListPosition): number {
  const apart = one.since.getTime() - other.since.getTime()
  if (apart !== 0) return apart
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0
}
