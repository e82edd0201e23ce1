import type { WhyCode } from '@kapao/contract/console/reasons'
import type { Fact, Panel } from '@kapao/contract/console/work'
import { findLastAct, recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { namesAgree } from '#channels/bankfeed/reported-name.ts'
import { decidedBy } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { itemId, partsOfId } from '#core/console/work/item-id.ts'
import type { Decision, Page, Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { takeBackAs, takingBack, type DepositDeskDeps } from '#money/deposits/desk.ts'
import { bookedPanel, reportPanel } from '#money/deposits/panels.ts'
import {
  findDepositReport,
  listDifferingPage,
  setReportSeen,
  type FullDepositReport,
} from '#money/deposits/desk-store.ts'
import { listDepositReports, type DepositReport } from '#money/deposits/report-store.ts'
import { slipPanels } from '#money/deposits/slip-panels.ts'
import { findDeposit, type Deposit } from '#money/deposits/store.ts'
import { findMember, type Member } from '#records/account/store.ts'

type EventClosure = {
  channel: string
  eventId: string
  why: string
  actor: Actor
  requestId: string
}

/** Takes a report that contradicts what was booked off the list, once it is cleared up. A second call refuses. */
function closeDiffering(
  { db, clock }: { db: Db; clock: Clock },
  { channel, eventId, why, actor, requestId }: EventClosure,
): Promise<void> {
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setReportSeen(tx, { channel, eventId, by: actor, at })))
      throw new OperatorRefused(`There is no open report ${eventId}.`, 'ended-otherwise')
    const subject = subjectOf({ channel, eventId })
    const action = 'deposits.seen'
    await recordAudit(tx, { at, actor, requestId, action, subject, after: { why } })
  })
}

const subjectOf = ({ channel, eventId }: { channel: string; eventId: string }) =>
  `report:${channel}:${eventId}`

/** Two reports of one transfer that contradict each other, side by side. */
export function differingQueue(deps: DepositDeskDeps): Queue {
  return {
    kind: 'differing',
    list: async (on, page) => (await listDifferingPage(on, placedBy(page))).map(waitingOf),
    read: async (on, id) => {
      const found = await findByItem(on, id)
      return found && read(deps, on, found)
    },
    decide: (decision) => decide(deps, decision),
  }
}

function placedBy({ after, limit }: Page) {
  const [channel, eventId] = (after?.id && partsOfId(after.id)) || []
  const named = channel && eventId ? { channel, eventId } : null
  return { limit, after: after && { since: after.since, named } }
}

function findByItem(on: Queryable, id: string): Promise<FullDepositReport | null> {
  const [channel, eventId] = partsOfId(id) ?? []
  return channel && eventId ? findDepositReport(on, { channel, eventId }) : Promise.resolve(null)
}

function waitingOf(one: FullDepositReport): PendingWork {
  const { channel, eventId, memberId, createdAt, amount, currency, isOtherPayer } = one
  const code: WhyCode = isOtherPayer ? 'differs-payer' : 'differs-money'
  const money = { amount, currency }
  const id = itemId(channel, eventId)
  return { id, since: createdAt, memberId, money, why: { code, detail: null } }
}

async function read(
  deps: DepositDeskDeps,
  on: Queryable,
  found: FullDepositReport,
): Promise<WorkDetails | null> {
  const booked = await findDeposit(on, found.deposit)
  if (!booked) return null
  const reports = await listDepositReports(on, booked.id)
  const holder = booked.memberId === null ? null : await findMember(on, booked.memberId)
  const isOpen = found.seenAt === null
  const taking = booked.state === 'credited' ? [await takingBack(deps, booked)] : []
  return {
    waiting: waitingOf(found),
    panels: [
      await bookedPanel(on, booked, null),
      creditedPanel(booked, holder),
      ...reports.map((one) => reportPanel(booked, one, payerBeside(one, holder))),
      ...(await slipPanels(deps.readSlips, on, { ...booked, reports })),
    ].filter((panel) => panel.facts.length > 0),
    candidates: [],
    offers: isOpen ? [...taking, { name: 'seen', effect: 'leaves-list', fields: ['why'] }] : [],
    decided: isOpen ? null : await decidedOf(on, found),
  }
}

/** Marked as seen, or taken back together with what it contradicts. */
async function decidedOf(on: Queryable, found: FullDepositReport): Promise<WorkDetails['decided']> {
  const seen = await findLastAct(on, { subject: subjectOf(found), actions: ['deposits.seen'] })
  if (seen) return decidedBy(seen, 'seen')
  const wanted = { subject: found.deposit, actions: ['deposits.takeBack'] }
  const act = await findLastAct(on, wanted)
  return act && decidedBy(act, 'takeback', [found.deposit])
}

/** What was credited, and to whom: what every report is compared with. */
function creditedPanel(booked: Deposit, holder: Member | null): Panel {
  return facts.panelOf(
    'credited',
    facts.member('member', booked.memberId),
    facts.money('amount', booked),
    facts.time('paidAt', booked.paidAt),
    facts.text('payerBank', holder?.bankCode),
    facts.account('payerAccount', holder?.bankAccountNo),
    facts.personName('payerName', holder?.bankAccountName),
    facts.time('accountSince', holder?.detailsSince),
  )
}

/** Whom a report names, beside the member who was credited: what contradicts the member is odd, digit by digit. */
function payerBeside(
  { payerBank, payerAccount, payerName }: DepositReport,
  holder: Member | null,
): (Fact | null)[] {
  const bank = facts.text('payerBank', payerBank)
  const name = facts.personName('payerName', payerName)
  const isNamed = holder === null || namesAgree(payerName ?? undefined, holder.bankAccountName)
  return [
    holder === null || payerBank === holder.bankCode ? bank : facts.odd(bank),
    facts.accountBeside('payerAccount', payerAccount, holder?.bankAccountNo ?? null),
    isNamed ? name : facts.odd(name),
  ]
}

/** Taking the credit back clears up with it whatever contradicts it. */
async function decide(
  deps: DepositDeskDeps,
  { id, decision, fields, actor, requestId }: Decision,
): Promise<DecisionResult<unknown>> {
  const [channel, eventId] = partsOfId(id)!
  const why = needed(fields, 'why')
  const closing = { channel, eventId, why, actor, requestId }
  if (decision !== 'takeback') return { state: 'done', value: await closeDiffering(deps, closing) }
  const { deposit } = (await findByItem(deps.db, id))!
  return takeBackAs(deps, { id: deposit, fields, actor, requestId })
}
