import { countedMax, rowsOfList } from '@kapao/contract/console/limits'
import { minuteMs } from '@kapao/contract/times'
import { workKinds, type WorkKind } from '@kapao/contract/console/words'
import type { WorkRow } from '@kapao/contract/console/work'
import type { Actor } from '#core/audit/audit-store.ts'
import type { PageCursor } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { joinRuns } from '#core/lines/joined-runs.ts'
import type { Queues } from './kinds/queues.ts'
import { isUrgent, lateAt, showRows, type QueuedWork, type PromisedMinutes } from './show.ts'

type Deps = { on: Queryable; now: Date; queues: Queues; promised: PromisedMinutes }

/** The row after which a list continues, by when it is due: the kind matters where several are merged. */
type Cursor = { due: Date; id: string; kind: WorkKind }

/**
 * One page of what waits, what is urgent first and then what is due first by what was promised for its kind. Pages
 * continue by key, and nothing is counted.
 */
export async function listRows(
  around: Deps,
  { kinds, after }: { kinds: readonly WorkKind[]; after: string | null },
): Promise<{ rows: WorkRow[]; next: string | null }> {
  const cursor = after === null ? null : readCursor(after)
  const found: QueuedWork[] = []
  const urgent: QueuedWork[] = []
  // One after the other: many at once would take the database's processors from members for a moment.
  for (const kind of kinds) {
    const page = { after: placeIn(around, kind, cursor), limit: rowsOfList + 1 }
    const queue = around.queues.get(kind)!
    for (const one of await queue.list(around.on, page)) found.push({ ...one, kind })
    if (cursor === null)
      for (const one of (await queue.listUrgent?.(around.on)) ?? []) urgent.push({ ...one, kind })
  }
  // A list is in order itself, so that rows of one kind and instant keep theirs.
  const sorted = found.filter((one) => !isUrgent(one)).toSorted(compareIn(around))
  const shown = sorted.slice(0, rowsOfList)
  const last = shown.at(-1)
  const next = sorted.length > rowsOfList && last ? textOfCursor(around, last) : null
  return { rows: await showRows(around, [...urgent, ...shown]), next }
}

const rankOf = new Map(workKinds.map((kind, at) => [kind, at]))

type Promises = Pick<Deps, 'promised'>

/** The same within a kind as the order of its list. */
const promisedMs = ({ promised }: Promises, kind: WorkKind) => promised[kind] * minuteMs

function dueMs(around: Promises, { kind, since }: Pick<QueuedWork, 'kind' | 'since'>): number {
  return since.getTime() + promisedMs(around, kind)
}

const compareIn = (around: Promises) => (one: QueuedWork, other: QueuedWork) => {
  const apart = dueMs(around, one) - dueMs(around, other)
  return apart === 0 ? rankOf.get(one.kind)! - rankOf.get(other.kind)! : apart
}

/** Kinds before that of the last row have shown their rows that are due then, those after it have not. */
function placeIn(around: Promises, kind: WorkKind, cursor: Cursor | null): PageCursor | null {
  if (cursor === null) return null
  const since = new Date(cursor.due.getTime() - promisedMs(around, kind))
  if (kind === cursor.kind) return { since, id: cursor.id }
  const isShown = rankOf.get(kind)! < rankOf.get(cursor.kind)!
  return { since: isShown ? new Date(since.getTime() + 1) : since, id: null }
}

function textOfCursor(around: Promises, last: QueuedWork): string {
  return `${dueMs(around, last)}|${last.kind}|${last.id}`
}

/** A position that was not made here starts at the beginning. */
function readCursor(text: string): Cursor | null {
  const [, at, kind, id] = /^(\d{1,14})\|([a-z]+)\|([A-Za-z0-9_.:-]{1,128})$/.exec(text) ?? []
  const known = workKinds.find((one) => one === kind)
  return at && known && id ? { due: new Date(Number(at)), kind: known, id } : null
}

export type QueueCount = {
  kind: WorkKind
  count: number
  amber: number
  red: number
  oldest: string | null
  newest: string | null
}

/**
 * How much of each kind waits, up to a hundred of the oldest, and how much of it is late. After each hint all open pages
 * ask at once.
 */
export function openCounts(
  around: () => Promise<Deps>,
): (kinds: readonly WorkKind[]) => Promise<QueueCount[]> {
  const countOne = new Map(
    workKinds.map((kind) => [kind, joinRuns(async () => countOf(await around(), kind))] as const),
  )
  return async (kinds) => {
    const counted: QueueCount[] = []
    for (const kind of kinds) counted.push(await countOne.get(kind)!())
    return counted
  }
}

async function countOf({ on, now, queues, promised }: Deps, kind: WorkKind): Promise<QueueCount> {
  const found = await queues.get(kind)!.list(on, { after: null, limit: countedMax })
  const late = found.map(({ since, why }) => lateAt({ kind, since, why }, promised))
  const red = late.filter((one) => one.red <= now).length
  const amber = late.filter((one) => one.amber <= now).length - red
  const [oldest = null, newest = null] = [found[0], found.at(-1)].map((one) =>
    one?.since.toISOString(),
  )
  return { kind, count: found.length, amber, red, oldest, newest }
}

/** Whatever has this id, of these kinds, also what was decided: a desk names things by their id alone. */
export async function findRows(
  around: Deps,
  { kinds, id, reader }: { kinds: readonly WorkKind[]; id: string; reader: Actor },
): Promise<WorkRow[]> {
  const found: QueuedWork[] = []
  // One after the other: a search holds one connection, however many kinds there are.
  for (const kind of kinds) {
    const queue = around.queues.get(kind)!
    const own = (await queue.findQuoted?.(around.on, id)) ?? id
    const one = await queue.read(around.on, own, reader)
    if (one) found.push({ ...one.waiting, kind })
  }
  return showRows(around, found)
}

const lookedAtMax = 20

/** The oldest other item of a kind that no other operator has open. */
export async function findNext(
  around: Deps,
  { kind, id }: { kind: WorkKind; id: string },
  reader: string,
): Promise<{ kind: WorkKind; id: string } | null> {
  const found = await around.queues.get(kind)!.list(around.on, { after: null, limit: lookedAtMax })
  const rows = await showRows(
    around,
    found.map((one) => ({ ...one, kind })),
  )
  const free = rows.find((one) => one.id !== id && (one.takenBy ?? reader) === reader)
  return free ? { kind, id: free.id } : null
}
