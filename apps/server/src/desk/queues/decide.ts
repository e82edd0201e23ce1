import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { hasRight } from '@kapao/contract/console/roles'
import { decideWork, type DecisionInput, type WorkItem } from '@kapao/contract/console/work'
import { nameOf } from '#core/audit/actor.ts'
import { waitsForNobody, waitsOf, type Confirmers } from '#core/console/work/waits.ts'
import { listActsOf } from '#core/audit/audit-store.ts'
import { guardRefusal } from '#core/audit/guards.ts'
import { OperatorRefused } from '#core/refused.ts'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import type { SignedIn } from '#core/console/route.ts'
import type { Decision, Queue, WorkDetails } from '#core/console/work/queue.ts'
import { sha256 } from '#core/ids.ts'
import { listWaitingAbout } from '#records/confirm/desk-store.ts'
import { findAsked, findSeconds } from '#records/confirm/store.ts'
import {
  forgetDecision,
  leaveDecision,
  recordDecision,
  setOutcome,
  type Outcome,
} from './decision-store.ts'
import type { Settings } from '#settings/registry.ts'
import type { PreviewAct } from '#desk/decisions/decide.ts'
import type { Queues, WorkAround } from './kinds/queues.ts'
import { rightToDecide } from './rights.ts'

export type WorkDesk = WorkAround & {
  queues: Queues
  preview: PreviewAct
  readSettings: () => Promise<Settings>
  /** A crash point for tests; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
}

/** How long a decision's first call keeps its claim; its work is a few transactions. */
const doingMs = 20_000

export type DecisionCall = { operator: SignedIn; key: string; input: DecisionInput }

export type DecisionAnswer = Outcome & Confirmers

/**
 * Decides an item once, however often the call comes with its key: the trail says what a call that was cut off has
 * done. A later decision learns who has decided what.
 */
export async function decideOnce(desk: WorkDesk, sent: DecisionCall): Promise<DecisionAnswer> {
  const { db } = desk
  const { operator, key, input } = sent
  const queue = desk.queues.get(input.kind)!
  if (!(await queue.read(db, input.id, operator.actor))) refuseOperator(decideWork, 'NOT_FOUND')
  if (!hasRight(operator.roles, rightToDecide(input.kind, input.decision)))
    refuseOperator(decideWork, 'NO_RIGHT')
  const name = { operator: operator.actor, key }
  const at = desk.clock.now()
  const recorded = await recordDecision(db, name, {
    fingerprint: fingerprintOf(input),
    requestId: desk.ids.key(),
    at,
    until: new Date(at.getTime() + doingMs),
  })
  if (!recorded.fingerprint.equals(fingerprintOf(input))) refuseOperator(decideWork, 'KEY_REUSED')
  if (recorded.outcome) return withOthers(desk, recorded.outcome)
  const decision = decisionOf(sent, recorded.requestId)
  const made = await findMade(desk, queue, decision)
  if (!made && !recorded.isMine) refuseOperator(decideWork, 'IN_PROGRESS')
  try {
    const outcome = made ?? (await make(desk, queue, decision))
    await desk.failpoint('desk.decided')
    await setOutcome(db, name, outcome)
    return await withOthers(desk, outcome)
  } catch (error) {
    if (error instanceof ConsoleRefused || error instanceof OperatorRefused)
      await forgetDecision(db, name)
    else await leaveDecision(db, name, at).catch(() => undefined)
    throw error
  }
}

/** Everything that was decided, so that a key is good for one decision only. */
function fingerprintOf(input: DecisionInput): Buffer {
  const entries = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify(entries))
}

function decisionOf({ operator, input }: DecisionCall, requestId: string): Decision {
  const { kind: _, id, decision, ...fields } = input
  return { id, decision, fields, actor: operator.actor, requestId }
}

/** What an earlier call of this key has done before it was cut off; null if nothing. */
async function findMade(
  { db }: WorkDesk,
  queue: Queue,
  decision: Decision,
): Promise<Outcome | null> {
  const acts = await listActsOf(db, decision)
  if (acts.length === 0) return null
  if (queue.findMade) {
    const made = await queue.findMade(db, decision)
    return made && outcomeOf(made)
  }
  const asked = acts.find(({ action }) => action === 'confirm.ask')
  if (!asked) return outcomeOf({ state: 'done', value: null })
  return { state: 'waits', request: (asked.after as { asked: string }).asked, why: null }
}

function outcomeOf(decided: Awaited<ReturnType<Queue['decide']>>): Outcome {
  if (decided.state === 'waits') return { state: 'waits', request: decided.asked.id, why: null }
  return { state: decided.state, request: null, why: decided.state === 'done' ? null : decided.why }
}

async function make(desk: WorkDesk, queue: Queue, decision: Decision): Promise<Outcome> {
  const { db } = desk
  const found = (await queue.read(db, decision.id, decision.actor))!
  refuseWrong(found, decision)
  await refuseWhileAsked(desk, queue, decision)
  try {
    return outcomeOf(await queue.decide(decision))
  } catch (caught) {
    const error = guardRefusal(caught) ?? caught
    if (!(error instanceof OperatorRefused)) throw error
    // Another call with this key may have begun it, and another operator may have decided first.
    const made = await findMade(desk, queue, decision)
    if (made) return made
    const now = await queue.read(db, decision.id, decision.actor)
    if (now?.decided && !found.decided) refuseDecided(now.decided)
    throw error
  }
}

/** A decision that is not offered was made already, or was never possible. */
function refuseWrong({ offers, decided }: WorkDetails, { decision, fields }: Decision): void {
  const offer = offers.find(({ name }) => name === decision)
  if (!offer && decided) refuseDecided(decided)
  if (!offer)
    throw new OperatorRefused(`This cannot be decided by ${decision} now.`, 'ended-otherwise')
  for (const field of offer.fields)
    if (field !== 'whyOptional' && !fields[field])
      refuseOperator(decideWork, 'FIELD_WRONG', { field })
}

/** What waits for a second person is decided by that person; anybody who wants something else drops it first. */
async function refuseWhileAsked({ db }: WorkDesk, queue: Queue, { id }: Decision): Promise<void> {
  const asks = queue.asksAbout?.(id) ?? []
  const [waits] = asks.length === 0 ? [] : await listWaitingAbout(db, asks)
  if (!waits) return
  throw new OperatorRefused(
    `Request ${waits.id} of ${nameOf(waits.askedBy)} waits for a second operator; drop it first.`,
    'waits-already',
  )
}

function refuseDecided(decided: NonNullable<WorkItem['decided']>): never {
  refuseOperator(decideWork, 'ALREADY_DECIDED', { decided })
}

/** Who may confirm what waits. */
async function withOthers({ db }: WorkDesk, outcome: Outcome): Promise<DecisionAnswer> {
  const asked = outcome.request === null ? null : await findAsked(db, outcome.request)
  const isWaiting = asked?.state === 'waits'
  return { ...outcome, ...(isWaiting ? waitsOf(await findSeconds(db, asked)) : waitsForNobody) }
}
