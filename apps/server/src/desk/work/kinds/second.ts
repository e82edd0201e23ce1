import type { BarredCode } from '@kapao/contract/console/reasons'
import { nameOf } from '#core/audit/actor.ts'
import { findLastAct, type Actor } from '#core/audit/audit-store.ts'
import type { Seconds } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import { whyOf } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { isNumber } from '#core/console/work/item-id.ts'
import type { Decision, Offer, Queue, Waiting, WorkFound } from '#core/console/work/queue.ts'
import { findRefusal } from '#core/db/connections/dry-run.ts'
import type { Queryable } from '#core/db/db.ts'
import { confirm, drop } from '#modules/confirm/confirm.ts'
import { findRequest, listWaitingPage, type FullRequest } from '#modules/confirm/desk-store.ts'
import { findCloser, findSeconds, findStanding, setDecided } from '#modules/confirm/store.ts'
import { findGuarded } from '../../guarded/every.ts'
import type { DeskContext } from '../../guarded/guarded.ts'
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
    isMade: async (on, { id }) => {
      const found = await findRequest(on, id)
      return found !== null && !isOpen(found)
    },
  }
}

function isOpen({ state, doneAt }: FullRequest): boolean {
  return state === 'waits' || (state === 'confirmed' && doneAt === null)
}

function waitingOf(one: FullRequest): Waiting {
  const { id, kind, askedAt, state, amount, currency, what } = one
  const code = state === 'confirmed' ? 'second-cut-off' : 'second'
  const { memberId } = (what ?? {}) as { memberId?: unknown }
  return {
    id,
    since: askedAt,
    memberId: typeof memberId === 'string' ? memberId : null,
    money: amount === null || currency === null ? null : { amount, currency },
    why: { code, detail: { form: 'word', of: 'command', code: kind } },
  }
}

/** What it is about: a setting has a name in words. */
function subjectOf({ kind, subject }: FullRequest) {
  return kind === 'settings set' ? null : facts.name('subject', subject)
}

type Reading = { found: FullRequest; reader: Actor }

async function read(
  deps: SecondDeps,
  on: Queryable,
  { found, reader }: Reading,
): Promise<WorkFound> {
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

/** Asks the database itself, by a confirmation that is rolled back. */
async function barredFrom(
  { db }: SecondDeps,
  { id, kind, state, askedBy, isBeingDone }: FullRequest,
  by: Actor,
): Promise<BarredCode | null> {
  if (isBeingDone) return 'being-done'
  if (state !== 'waits') return null
  const refused = await findRefusal(db, (tx) => setDecided(tx, id, { state: 'confirmed', by }))
  if (refused === 'KC003') return 'too-early'
  if (refused === 'KC004') return 'asker-disabled'
  if (by === (await findCloser(db, kind))) return 'closed-it'
  if (refused !== 'KC002') return null
  if (askedBy === by) return 'own-request'
  const standing = await findStanding(db, { operator: by, kind })
  return standing === 'ready' ? 'not-apart' : standing === 'new' ? 'new-operator' : 'no-right'
}

async function decidedOf(on: Queryable, one: FullRequest): Promise<WorkFound['decided']> {
  const { id, subject, state, decidedBy, decidedAt } = one
  const isNo = state === 'dropped'
  const act = isNo ? await findLastAct(on, { subject, actions: ['confirm.no'] }) : null
  const isOfThis = (act?.after as { asked?: string } | null)?.asked === id
  return {
    decision: isNo ? 'no' : 'yes',
    by: nameOf(decidedBy!),
    at: decidedAt!.toISOString(),
    why: isOfThis ? whyOf(act!.after) : null,
    movements: [],
  }
}

/** The confirmation takes the claim and releases its connection; the work has transactions of its own. */
async function decide(
  deps: SecondDeps,
  { id, decision, fields, actor, requestId }: Decision,
): ReturnType<Queue['decide']> {
  const by = { actor, requestId }
  if (decision === 'no') {
    const value = await drop(deps, { id, why: needed(fields, 'why'), ...by })
    return { state: 'done', value }
  }
  const work = ({ kind, what }: { kind: string; what: unknown }) => {
    const run = findGuarded(kind)
    if (!run) throw new OperatorRefused(`This version does not know ${kind}.`, 'unknown-command')
    return run({ ...deps, ...by }, what)
  }
  return { state: 'done', value: await confirm(deps, { id, ...by, work }) }
}
