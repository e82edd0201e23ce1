import { sumOf } from '@kapao/contract/console/fields'
import type { TimelineRow } from '@kapao/contract/console/members'
import { rowsOfTimeline } from '@kapao/contract/console/limits'
import type { Queryable } from '#core/db/db.ts'
import { isLegOf } from '#ledger/post.ts'
import { listLegs, type Leg } from '#ledger/read.ts'
import { sortsOf, sources, type TimelineEvent, type Sort, type SourceName } from './store.ts'

type TimelineQuery = {
  memberId: string
  sort: Sort | null
  after: string | null
  /** Only what is older. */
  until: string | null
  seesMoney: boolean
}

/** Where each source continues; a source that has ended is not asked again. */
type SourceCursors = Partial<Record<SourceName, string | null>>

/** The most that one page reads of a source to fill a filter. */
const readMax = 400

/**
 * Everything that happened to a member, newest first, merged from sources that are each read by their own key. The
 * answer is the page and where the next one begins.
 */
export async function readTimeline(
  on: Queryable,
  { memberId, sort, after, until, seesMoney }: TimelineQuery,
): Promise<{ rows: TimelineRow[]; next: string | null }> {
  const places = after === null ? startOf(sort) : readPlaces(after)
  const found: TimelineEvent[] = []
  const isFull = new Set<SourceName>()
  for (const name of namesOf(places)) {
    const limit = name === 'statement' && sort !== null ? readMax : rowsOfTimeline + 1
    const rows = await sources[name](on, memberId, { before: places[name] ?? null, until, limit })
    if (rows.length === limit) isFull.add(name)
    found.push(...rows.map((row) => ({ ...row, source: name })))
  }
  const merged = found.toSorted(newestFirst)
  const shown = merged.filter((one) => sort === null || one.sort === sort).slice(0, rowsOfTimeline)
  const last = shown.length === rowsOfTimeline ? shown.at(-1)! : merged.at(-1)
  const next = nextPlaces(places, { merged, last, isFull })
  const visible = seesMoney ? shown : withoutMoney(shown)
  const legs = await listLegs(
    on,
    visible.flatMap(({ operation }) => (operation ? [operation] : [])),
  )
  return {
    rows: visible.map((one) => rowOf(one, memberId, legs)),
    next: next === null ? null : textOf(next),
  }
}

/** What is left for operators who may not see money: no deposit or withdrawal, and no sum of anything else. */
function withoutMoney(rows: readonly TimelineEvent[]): TimelineEvent[] {
  return rows
    .filter(({ sort }) => sort !== 'money')
    .map((one) => ({ ...one, amount: null, operation: null, work: null, workId: null }))
}

function startOf(sort: Sort | null): SourceCursors {
  const names = Object.keys(sources) as SourceName[]
  const wanted = names.filter((name) => sort === null || sortsOf[name].includes(sort))
  return Object.fromEntries(wanted.map((name) => [name, null]))
}

function namesOf(places: SourceCursors): SourceName[] {
  return (Object.keys(sources) as SourceName[]).filter((name) => name in places)
}

function newestFirst(one: TimelineEvent, other: TimelineEvent): number {
  return other.at.getTime() - one.at.getTime() || one.source.localeCompare(other.source)
}

type TimelinePart = {
  merged: TimelineEvent[]
  last: TimelineEvent | undefined
  isFull: ReadonlySet<SourceName>
}

/** Everything up to the last row was read; a source continues below its last row there, or has ended. */
function nextPlaces(
  places: SourceCursors,
  { merged, last, isFull }: TimelinePart,
): SourceCursors | null {
  if (!last) return null
  const end = merged.indexOf(last)
  const next: SourceCursors = {}
  for (const name of namesOf(places)) {
    const read = merged.slice(0, end + 1).findLast(({ source }) => source === name)
    const hasMore = isFull.has(name) || merged.slice(end + 1).some(({ source }) => source === name)
    if (hasMore) next[name] = read?.place ?? places[name] ?? null
  }
  return Object.keys(next).length === 0 ? null : next
}

function rowOf(one: TimelineEvent, memberId: string, legs: readonly Leg[]): TimelineRow {
  const { amount, currency, operation } = one
  return {
    id: `${one.source}:${one.place}`,
    at: one.at.toISOString(),
    sort: one.sort,
    what: one.what,
    state: one.state,
    sum: amount === null || currency === null ? null : sumOf({ amount, currency }),
    left: operation === null ? null : leftOf(operation, memberId, legs),
    by: one.by?.replace(/^operator:/, '') ?? null,
    detail: detailOf(one),
    movement: operation,
    work: one.work && one.workId ? { kind: one.work, id: one.workId } : null,
  }
}

/** Where money came from and went to are codes, a login has its device; the rest is as it was written. */
function detailOf({ source, detail }: TimelineEvent): TimelineRow['detail'] {
  if (detail === null || detail === '') return null
  if (source === 'logins') return { form: 'text', text: detail }
  if (source !== 'statement') return { form: 'quote', text: detail }
  const [from = '', to = ''] = detail.split(' → ')
  return { form: 'places', from, to }
}

/** The wallet after the last movement of an operation. */
function leftOf(operation: string, memberId: string, legs: readonly Leg[]): TimelineRow['left'] {
  const own = legs.filter(({ idem }) => isLegOf(idem, operation)).toReversed()
  for (const { debit, credit, money } of own)
    for (const end of [debit, credit])
      if (end.owner === memberId && end.kind === 'wallet')
        return sumOf({ amount: end.balanceAfter, currency: money.currency })
  return null
}

/** `statement:120,notes:` as the next page sends it back. */
function textOf(places: SourceCursors): string {
  return Object.entries(places)
    .map(([name, place]) => `${name}|${place ?? ''}`)
    .join(',')
}

const placeForms: Record<SourceName, RegExp> = {
  statement: /^\d{0,19}$/,
  logins: /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)?$/,
  acts: /^\d{0,19}$/,
  moneyActs: /^\d{0,19}$/,
  notes: /^\d{0,19}$/,
  chat: /^\d{0,19}$/,
}

/** A cursor that we did not write begins nowhere. */
function readPlaces(text: string): SourceCursors {
  const places: SourceCursors = {}
  for (const part of text.split(',')) {
    const [name = '', place = ''] = part.split('|')
    if (!Object.hasOwn(sources, name) || !placeForms[name as SourceName].test(place)) continue
    places[name as SourceName] = place === '' ? null : place
  }
  return places
}
