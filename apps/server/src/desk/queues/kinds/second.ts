import type { BarredCode } from '@kapao/contract/console/reasons'
import { nameOf } from '#core/audit/actor.ts'
import { findLastAct, type Actor } from '#core/audit/audit-store.ts'
import type { SecondOutcome, Seconds } from '#core/audit/decision.ts'
import { whyOf } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { isNumber } from '#core/console/work/item-id.ts'
import type { Decision, Offer, Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import { findRefusal } from '#core/db/connections/dry-run.ts'
import type { Queryable } from '#core/db/db.ts'
import { confirm, drop, NotDone } from '#records/confirm/confirm.ts'
import { findRequest, listWaitingPage, type FullRequest } from '#records/confirm/desk-store.ts'
import { findCloser, findSeconds, findStanding, setDecided } from '#records/confirm/store.ts'
import { findGuarded } from '#desk/decisions/guarded/every.ts'
import type { DeskContext } from '#desk/decisions/guarded/guarded.ts'
import { readChange } from './change/change.ts'

type SecondDeps = Omit<DeskContext, 'actor' | 'requestId'>

/** What one operator may not do alone, for a second one to confirm or reject. */
export function secondQueue(deps: SecondDeps): Queue {
  return {
    kind: 'second',
    list: async (on, page) => (await listWaitingPage(on, page)).map(waitingOf),
    read: async (on, id, reader) => {
      const found = isNumber(id) ? await findRequest(on, id) : null
      return found && read(deps, on, { found, reader })
    },
    decide: (decision) => decide(deps, decision),
    // The confirmation is in the trail before the work is done.
    findMade: async (on, { id }) => {
      const found = await findRequest(on, id)
      return found && !isOpen(found) ? becameOf(found) : null
    },
  }
}

function isOpen({ state, doneAt }: FullRequest): boolean {
  return state === 'waits' || (state === 'confirmed' && doneAt === null)
}

/** What became of one that nobody can decide any more. */
function becameOf({ state, refusal }: FullRequest): SecondOutcome<null> {
  return state === 'refused' || state === 'unclear'
    ? { state, why: refusal }
    : { state: 'done', value: null }
}

function waitingOf(one: FullRequest): PendingWork {
  const { id, kind, subject, askedAt, askedBy, state, doneAt, amount, currency, what } = one
  const isCutOff = state === 'confirmed' && doneAt === null
  const { memberId } = (what ?? {}) as { memberId?: unknown }
  return {
    id,
    since: askedAt,
    memberId: typeof memberId === 'string' ? memberId : null,
    money: amount === null || currency === null ? null : { amount, currency },
    why: {
      code: isCutOff ? 'second-cut-off' : 'second',
      detail: {
        form: 'request',
        command: kind,
        subject,
        changes: one.changes,
        askedBy: nameOf(askedBy),
      },
    },
  }
}

/** What it is about: a setting has a name in words. */
function subjectOf({ kind, subject }: FullRequest) {
  return kind === 'settings set' ? null : facts.name('subject', subject)
}

type RequestView = { found: FullRequest; reader: Actor }

async function read(
  deps: SecondDeps,
  on: Queryable,
  { found, reader }: RequestView,
): Promise<WorkDetails> {
  const isWaiting = isOpen(found)
  const waits = isWaiting ? factsOf(await findSeconds(on, found)) : []
  const { before, after } = await readChange(on, found)
  return {
    waiting: waitingOf(found),
    panels: [
      facts.panelOf(
        'asked',
        facts.word('command', 'command', found.kind),
        subjectOf(found),
        facts.technical('words', found.words),
        facts.operator('askedBy', found.askedBy),
        facts.time('askedAt', found.askedAt),
        facts.code('state', found.state),
        ...waits,
      ),
      facts.panelOf('before', ...before),
      facts.panelOf('after', ...after),
    ],
    candidates: [],
    offers: isWaiting ? await offersOf(deps, found, reader) : [],
    decided: isWaiting ? null : await decidedOf(on, found),
  }
}

/** Who can confirm it, or who can first. */
function factsOf({ others, soonest }: Seconds) {
  if (others.length > 0) return others.map((one) => facts.operator('waitsFor', one))
  if (soonest === null) return [facts.code('waitsFor', 'nobody')]
  return [facts.operator('confirmsFirst', soonest.operator), facts.time('confirmsFrom', soonest.at)]
}

async function offersOf(deps: SecondDeps, found: FullRequest, reader: Actor): Promise<Offer[]> {
  const barred = await barredFrom(deps, found, reader)
  const no: Offer = { name: 'no', effect: 'drops-request', fields: ['why'] }
  const yes: Offer = { name: 'yes', effect: 'does-request', fields: [], barred }
  return found.state === 'waits' ? [yes, no] : [yes]
}

/** Somebody who counts by now was added less than a day before the request, or after it. */
const barredAs = {
  none: 'no-right',
  linked: 'not-apart',
  new: 'too-new',
  ready: 'joined-later',
} as const satisfies Record<string, BarredCode>

/** Asks the database itself, by a confirmation that is rolled back. */
async function barredFrom(
  { db }: SecondDeps,
  { id, kind, state, askedBy, isBeingDone }: FullRequest,
  by: Actor,
): Promise<BarredCode | null> {
  if (isBeingDone) return 'being-done'
  if (state !== 'waits') return null
  const refused = await findRefusal(db, (tx) => setDecided(tx, id, { state: 'confirmed', by }))
  if (refused === 'KC003') return 'asker-waits-a-day'
  if (refused === 'KC004') return 'asker-disabled'
  if (by === (await findCloser(db, kind))) return 'closed-it'
  if (refused !== 'KC002') return null
  if (askedBy === by) return 'own-request'
  return barredAs[await findStanding(db, { operator: by, beside: askedBy, kind })]
}

async function decidedOf(on: Queryable, one: FullRequest): Promise<WorkDetails['decided']> {
  const { id, subject, state, decidedBy, decidedAt } = one
  const isNo = state === 'dropped'
  const act = isNo ? await findLastAct(on, { subject, actions: ['confirm.no'] }) : null
  const isOfThis = (act?.after as { asked?: string } | null)?.asked === id
  const became = becameOf(one)
  return {
    decision: isNo ? 'no' : decisionOf[became.state],
    by: nameOf(decidedBy!),
    at: decidedAt!.toISOString(),
    why: isOfThis ? whyOf(act!.after) : became.state === 'done' ? null : became.why,
    movements: [],
  }
}

const decisionOf = { done: 'yes', refused: 'notDone', unclear: 'unclear' } as const

/**
 * The confirmation takes the claim and releases its connection; the work has transactions of its own. Where the work is
 * refused the decision was made all the same, and is answered with what became of it.
 */
async function decide(
  deps: SecondDeps,
  { id, decision, fields, actor, requestId }: Decision,
): ReturnType<Queue['decide']> {
  const by = { actor, requestId }
  if (decision === 'no') {
    const value = await drop(deps, { id, why: needed(fields, 'why'), ...by })
    return { state: 'done', value }
  }
  const workOf = ({ kind, what }: { kind: string; what: unknown }) => {
    const run = findGuarded(kind)
    return run && (() => run({ ...deps, ...by }, what))
  }
  try {
    return { state: 'done', value: await confirm(deps, { id, ...by, workOf }) }
  } catch (error) {
    if (!(error instanceof NotDone)) throw error
    return { state: error.state, why: error.refusal }
  }
}
