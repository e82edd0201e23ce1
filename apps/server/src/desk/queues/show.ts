import { sumOf } from '@kapao/contract/console/fields'
import { hasRight } from '@kapao/contract/console/roles'
import { workKinds, type WorkKind } from '@kapao/contract/console/words'
import type { Fact, WorkItem, WorkRow } from '@kapao/contract/console/work'
import { minuteMs } from '@kapao/contract/times'
import { nameOf } from '#core/audit/actor.ts'
import { waitsOf } from '#core/console/work/waits.ts'
import { maskName } from '#core/console/work/masks.ts'
import type { SignedIn } from '#core/console/route.ts'
import type { Asks, Offer, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { listNames } from '#records/account/store.ts'
import { listWaitingAbout } from '#records/confirm/desk-store.ts'
import type { Preview } from '#records/confirm/confirm.ts'
import { findSeconds } from '#records/confirm/store.ts'
import type { Settings } from '#settings/registry.ts'
import type { PreviewAct } from '#desk/decisions/decide.ts'
import type { Queues } from './kinds/queues.ts'
import { rightToDecide } from './rights.ts'
import { listTaken, takenKey } from './taken-store.ts'

export type QueuedWork = PendingWork & { kind: WorkKind }

/** Within how many minutes an item of each kind is promised to be decided. */
export type PromisedMinutes = Readonly<Record<WorkKind, number>>

export function promisedIn(settings: Settings): PromisedMinutes {
  const entries = workKinds.map((kind) => [kind, settings[`console.promisedMinutes.${kind}`]])
  return Object.fromEntries(entries) as PromisedMinutes
}

/** What may cost everybody's money: late from its first moment, and before everything else that waits. */
export function isUrgent({ why }: Pick<QueuedWork, 'why'>): boolean {
  return why.code === 'ledger.not-whole'
}

/** When the promised time of an item is over, and when twice of it. */
export function lateAt(
  { kind, since, why }: Pick<QueuedWork, 'kind' | 'since' | 'why'>,
  promised: PromisedMinutes,
): { amber: Date; red: Date } {
  if (isUrgent({ why })) return { amber: since, red: since }
  const promisedMs = promised[kind] * minuteMs
  return {
    amber: new Date(since.getTime() + promisedMs),
    red: new Date(since.getTime() + 2 * promisedMs),
  }
}

type Rows = { on: Queryable; now: Date; queues: Queues; promised: PromisedMinutes }

/** Rows of a list, with whose they are and who has them open. */
export async function showRows(
  { on, now, queues, promised }: Rows,
  waiting: readonly QueuedWork[],
): Promise<WorkRow[]> {
  const names = await namesOf(
    on,
    waiting.map(({ memberId }) => memberId),
  )
  const taken = await listTaken(on, waiting, now)
  const waits = await listWaits(on, waiting, queues)
  return waiting.map((one) => {
    const { kind, id, since, memberId, money, why } = one
    const { amber, red } = lateAt(one, promised)
    return {
      kind,
      id,
      since: since.toISOString(),
      memberId,
      memberName: (memberId && names.get(memberId)) ?? null,
      sum: money && sumOf(money),
      why: { code: why.code, detail: why.detail },
      takenBy: nameOrNull(taken.get(takenKey(one))),
      waits: waits.get(takenKey(one)) ?? null,
      amberAt: amber.toISOString(),
      redAt: red.toISOString(),
    }
  })
}

/** The request that waits about each of these, in one question. */
async function listWaits(
  on: Queryable,
  items: readonly QueuedWork[],
  queues: Queues,
): Promise<Map<string, NonNullable<WorkRow['waits']>>> {
  const asks = items.map(
    (item) => [takenKey(item), queues.get(item.kind)!.asksAbout?.(item.id) ?? []] as const,
  )
  const all = asks.flatMap(([, some]) => some)
  if (all.length === 0) return new Map()
  const found = await listWaitingAbout(on, all)
  const waits = new Map<string, NonNullable<WorkRow['waits']>>()
  for (const [key, some] of asks) {
    const one = found.find((request) =>
      some.some(({ kind, subject }) => kind === request.kind && subject === request.subject),
    )
    if (!one) continue
    const { id: request, kind: command, askedBy } = one
    const by = waitsOf(await findSeconds(on, one))
    waits.set(key, { request, command, askedBy: nameOf(askedBy), ...by })
  }
  return waits
}

function nameOrNull(operator: string | undefined): string | null {
  return operator === undefined ? null : nameOf(operator)
}

/** The names of members, masked. */
async function namesOf(
  on: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const found = await listNames(on, known)
  return new Map(
    found.map(({ id, name, bankAccountName }) => [id, maskName(name || bankAccountName)]),
  )
}

export type ShowDeps = Rows & { preview: PreviewAct }

/** One item as this operator sees it: what they may decide, and who each decision would wait for. */
export async function showItem(
  { preview, ...rows }: ShowDeps,
  { kind, found }: { kind: WorkKind; found: WorkDetails },
  reader: SignedIn,
): Promise<WorkItem> {
  const { on } = rows
  const [row] = await showRows(rows, [{ ...found.waiting, kind }])
  const waits = row!.waits !== null
  const [asking = { kind, subject: '' }] =
    rows.queues.get(kind)!.asksAbout?.(found.waiting.id) ?? []
  const decisions: WorkItem['decisions'] = []
  for (const offer of found.offers)
    decisions.push(await showOffer({ preview, asking, waits }, { kind, offer }, reader))
  const panels = await withNames(on, found)
  return {
    ...row!,
    panels,
    candidates: found.candidates,
    decisions,
    decided: found.decided,
    undoUntil: found.undoUntil?.toISOString() ?? null,
  }
}

type OfferContext = { preview: PreviewAct; asking: Asks; waits: boolean }

async function showOffer(
  { preview, asking, waits }: OfferContext,
  { kind, offer }: { kind: WorkKind; offer: Offer },
  { actor, roles }: SignedIn,
): Promise<WorkItem['decisions'][number]> {
  const { name, effect, fields, choices, prefill, currency, gives } = offer
  const { isCertain = false, barred = null } = offer
  const mayDo = hasRight(roles, rightToDecide(kind, name))
  const said = gives === undefined ? null : await preview({ actor, gives, ...asking })
  // Whatever it is: a second person has to decide first, or the request is dropped.
  const reason = waits ? 'waits-already' : (barred ?? (said?.hasNoSecond ? 'no-second' : null))
  return {
    name,
    effect,
    fields: [...fields],
    ...(choices && { choices: [...choices] }),
    ...(prefill && { prefill }),
    ...(currency && { currency }),
    isCertain,
    ...(said?.seconds ? waitsOf(said.seconds) : { waitsFor: null, soonest: null }),
    alone: said?.alone ? showAlone(said.alone) : null,
    barred: mayDo ? reason : 'no-right',
  }
}

function showAlone({ given, max, spent }: NonNullable<Preview['alone']>) {
  return {
    given: sumOf(given),
    max: sumOf(max),
    spent: spent.map(({ kind, by, ...money }) => ({
      command: kind,
      by: nameOf(by),
      sum: sumOf(money),
    })),
  }
}

/** Rooms know members by their ids; here they get their masked names. */
async function withNames(on: Queryable, { panels }: WorkDetails): Promise<WorkItem['panels']> {
  const ids = panels.flatMap((panel) => panel.facts.map(memberOf))
  const names = await namesOf(on, ids)
  return panels.map((panel) => ({
    ...panel,
    facts: panel.facts.map((fact) => {
      const { value } = fact
      if (value.form !== 'member') return fact
      return { ...fact, value: { ...value, name: names.get(value.memberId) ?? '' } }
    }),
  }))
}

function memberOf({ value }: Fact): string | null {
  return value.form === 'member' ? value.memberId : null
}
