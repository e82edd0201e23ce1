import type { WhyCode } from '@kapao/contract/console/reasons'
import { takeBackReasons } from '@kapao/contract/console/words'
import type { Candidate } from '@kapao/contract/console/work'
import { findLastAct, type Actor } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, wrongField } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import {
  oldestOf,
  type Decision,
  type Offer,
  type Page,
  type Queue,
  type PendingWork,
  type WorkDetails,
} from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { listSuspendedPage } from './desk-store.ts'
import { refuse, undoRefusal } from './give-back.ts'
import { decideMatch, matchingKind, restsOnMessage, type DecideDeps } from './match.ts'
import { bookedPanel, payerPanel, reportPanel, type UnprovenReport } from './panels.ts'
import { countShown, listDepositReports } from './report-store.ts'
import { isRepeat, isToSend, markNothing, markSent } from './send-back.ts'
import { listToSendPage } from './send-back-store.ts'
import { slipPanels, slipsOf, type ReadSlips } from './slip-panels.ts'
import { findDeposit, wasTakenBack, type Deposit } from './store.ts'
import { takeBack, type TakeBackDeps } from './take-back.ts'

type UnprovenDeposit = UnprovenReport & Pick<Deposit, 'amount' | 'currency'>

export type DepositDeskDeps = DecideDeps &
  TakeBackDeps & {
    /** Deposits that are in a wallet on a message alone. */
    listTrusted: (on: Queryable, page: Page) => Promise<UnprovenDeposit[]>
    findUnproven: (on: Queryable, id: string) => Promise<UnprovenReport | null>
    decideShown: (asked: Act & { note: string }) => Promise<DecisionResult<void>>
    /** The members it may belong to, the likeliest first. */
    findCandidates: (on: Queryable, deposit: Deposit) => Promise<Candidate[]>
    weighMember: (on: Queryable, deposit: Deposit, memberId: string) => Promise<Candidate | null>
    /** What slips show of it, each beside what the bank has said of that slip. */
    readSlips: ReadSlips
  }

type Act = Omit<Decision, 'decision' | 'fields'>

/** Money without an owner yet, money that a bank does not show, and refused money that is still to be sent back. */
export function depositQueue(deps: DepositDeskDeps): Queue {
  return {
    kind: 'deposit',
    asksAbout: (id) => [
      { kind: matchingKind, subject: id },
      { kind: 'deposits shown', subject: id },
    ],
    list: async (on, page) => {
      const suspended = await listSuspendedPage(on, page)
      const shown = await countShown(
        on,
        suspended.map(({ id }) => id),
      )
      const trusted = await deps.listTrusted(on, page)
      const waiting = suspended.map((one) => suspendedWaiting(one, shown.get(one.id) ?? 0))
      const toSend = await listToSendPage(on, page)
      return oldestOf(
        [waiting, trusted.map(unprovenWaiting), toSend.map(toSendWaiting)],
        page.limit,
      )
    },
    read: async (on, id, reader) => {
      const found = isUuid(id) ? await findDeposit(on, id) : null
      return (
        found && { ...(await read(deps, on, found)), undoUntil: undoUntilOf(deps, found, reader) }
      )
    },
    weigh: async (on, id, memberId) => {
      const found = isUuid(id) ? await findDeposit(on, id) : null
      return found?.state === 'suspended' ? deps.weighMember(on, found, memberId) : null
    },
    decide: (decision) => decide(deps, decision),
    undo: (act) => undoRefusal(deps, act),
  }
}

function undoUntilOf(
  { clock }: DepositDeskDeps,
  { state, refusedBy, undoUntil }: Deposit,
  reader: Actor,
): Date | null {
  const isOwn = state === 'refused' && refusedBy === reader
  return isOwn && undoUntil! > clock.now() ? undoUntil : null
}

async function read(deps: DepositDeskDeps, on: Queryable, found: Deposit): Promise<WorkDetails> {
  const { id, state } = found
  const isSuspended = state === 'suspended'
  const unproven = await deps.findUnproven(on, id)
  const candidates = isSuspended ? await deps.findCandidates(on, found) : []
  const reports = await listDepositReports(on, id)
  const slips = slipsOf(reports)
  return {
    waiting: waitingOf(found, { unproven, slips: slips.length }),
    panels: [
      await bookedPanel(on, found, unproven),
      payerPanel(found),
      ...reports.map((one) => reportPanel(found, one)),
      ...(await slipPanels(deps.readSlips, on, { ...found, reports })),
    ].filter((panel) => panel.facts.length > 0),
    candidates,
    offers: await offersOf(deps, found, { unproven, candidates }),
    decided:
      isSuspended || isToSend(found) || (state === 'credited' && unproven)
        ? null
        : await decidedOf(on, found),
  }
}

type SeenReports = { unproven: UnprovenReport | null; slips: number }

function waitingOf(found: Deposit, { unproven, slips }: SeenReports): PendingWork {
  if (isToSend(found)) return toSendWaiting(found)
  if (found.state === 'suspended' || !unproven) return suspendedWaiting(found, slips)
  return unprovenWaiting({ ...found, ...unproven })
}

/** From the instant on at which it was booked as given back. */
function toSendWaiting(one: Deposit): PendingWork {
  const { id, memberId, amount, currency } = one
  const why = { code: 'to-send-back', detail: facts.paidBy(one) } as const
  return { id, since: one.settledAt!, memberId, money: { amount, currency }, why }
}

function suspendedWaiting(one: Deposit, slips: number): PendingWork {
  const { id, createdAt, memberId, amount, currency, why, note } = one
  const code: WhyCode = slips > 1 ? 'several-slips' : (why ?? 'review')
  const detail = facts.quoted(note) ?? facts.paidBy(one)
  return { id, since: createdAt, memberId, money: { amount, currency }, why: { code, detail } }
}

function unprovenWaiting(one: UnprovenDeposit): PendingWork {
  const { id, reportedAt, memberId, deniedAt, amount, currency } = one
  const code = deniedAt === null ? 'unproven' : 'denied'
  const money = { amount, currency }
  return { id, since: reportedAt, memberId, money, why: { code, detail: null } }
}

type DepositFacts = { unproven: UnprovenReport | null; candidates: readonly Candidate[] }

async function offersOf(
  deps: DepositDeskDeps,
  found: Deposit,
  { unproven, candidates }: DepositFacts,
): Promise<Offer[]> {
  const { id, state, amount, currency } = found
  const shown: Offer[] = unproven
    ? [{ name: 'shown', effect: 'counts-as-shown', fields: ['why'], gives: null }]
    : []
  if (state === 'credited') return [...shown, await takingBack(deps, found)]
  if (isToSend(found))
    return [
      { name: 'sent', effect: 'marks-sent', fields: ['reference'] },
      { name: 'nothing', effect: 'ends-without-money', fields: ['why'] },
    ]
  if (state !== 'suspended') return []
  const needsTwo = unproven
    ? restsOnMessage(found) && (await deps.isUnshown(id))
    : await wasTakenBack(deps.db, id)
  return [
    {
      name: 'match',
      effect: 'credits-member',
      fields: ['memberId', 'why'],
      gives: needsTwo ? null : [{ amount, currency }],
      isCertain: isCertain(candidates),
    },
    ...shown,
    {
      name: 'refuse',
      effect: isRepeat(found) ? 'books-out-repeat' : 'sends-back',
      fields: ['why'],
    },
  ]
}

const certainFit = 90
const otherFitMax = 40

/** One fits well, and no other fits at all. */
function isCertain([first, second]: readonly Candidate[]): boolean {
  return (first?.fit ?? 0) >= certainFit && (second?.fit ?? 0) <= otherFitMax
}

/** Takes a credit back; what the wallet lacks or a bonus that has to end is shown before the click. */
export async function takingBack(
  { db }: Pick<DepositDeskDeps, 'db'>,
  { memberId }: Deposit,
): Promise<Offer> {
  return {
    name: 'takeback',
    effect: 'takes-from-wallet',
    fields: ['reason', 'why'],
    barred: (await bonusHeld(db, memberId!)) ? 'holds-bonus' : null,
  }
}

/** With the reason that the member reads. */
export async function takeBackAs(
  deps: TakeBackDeps,
  { id, fields, actor, requestId }: Omit<Decision, 'decision'>,
): Promise<DecisionResult<unknown>> {
  const { reason } = fields
  if (!takeBackReasons.some((one) => one === reason)) wrongField('reason')
  const note = needed(fields, 'why')
  const value = await takeBack(deps, { id, note, isGone: reason === 'gone', actor, requestId })
  return { state: 'done', value }
}

async function decide(deps: DepositDeskDeps, decision: Decision): Promise<DecisionResult<unknown>> {
  const { id, fields, actor, requestId } = decision
  if (decision.decision === 'takeback') return takeBackAs(deps, decision)
  if (decision.decision === 'sent') {
    const reference = needed(fields, 'reference')
    return { state: 'done', value: await markSent(deps, { id, reference, actor, requestId }) }
  }
  const act = { id, note: needed(fields, 'why'), actor, requestId }
  if (decision.decision === 'nothing') return { state: 'done', value: await markNothing(deps, act) }
  if (decision.decision === 'shown') return deps.decideShown(act)
  if (decision.decision === 'refuse') return { state: 'done', value: await refuse(deps, act) }
  return decideMatch(deps, { ...act, memberId: needed(fields, 'memberId') })
}

const outcomes = {
  'deposits.release': 'match',
  'deposits.claim': 'match',
  'deposits.credit': 'match',
  'deposits.reject': 'refuse',
  'deposits.giveBack': 'refuse',
  'deposits.sent': 'sent',
  'deposits.nothing': 'nothing',
  'deposits.takeBack': 'takeback',
} as const

async function decidedOf(on: Queryable, { id, settledAt, createdAt }: Deposit) {
  const act = await findLastAct(on, { subject: id, actions: Object.keys(outcomes) })
  if (!act) return endedByItself(settledAt ?? createdAt, [id])
  return decidedBy(act, outcomes[act.action as keyof typeof outcomes], [id])
}
