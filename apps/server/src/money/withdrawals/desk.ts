import { rejectionReasons, type RejectionReason } from '@kapao/contract/limits'
import type { BarredCode, WhyCode } from '@kapao/contract/console/reasons'
import type { DecidedWork, Panel } from '@kapao/contract/console/work'
import { minuteMs } from '@kapao/contract/times'
import { findLastAct, type Actor } from '#core/audit/audit-store.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, whyOrNull, wrongField } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import type { Decision, Offer, Page, Queue, PendingWork } from '#core/console/work/queue.ts'
import { findRefusal } from '#core/db/connections/dry-run.ts'
import type { Queryable } from '#core/db/db.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { memberStatesOf } from '#records/account/find.ts'
import { bouncingKind, decideBounce, type BounceDeps } from './bounce.ts'
import { countPeople, findDay, insertApproval, listApprovals, setApproved } from './decide-store.ts'
import { approve, decideResolution, reject, resolvingKind, type DecisionDeps } from './decide.ts'
import { countApprovals, hasBounced, listHeldPage, listUnpaidPage } from './desk-store.ts'
import { findIdByNumber, findWithdrawal, type Withdrawal } from './store.ts'
import { findUndoUntil, undo } from './undo.ts'
import { drawPanels } from './view.ts'

/** An approved one is sent within seconds, or there is a problem that only an operator can solve. */
const stuckAfterMs = 15 * minuteMs

export type DeskWithdrawal = Withdrawal & { isDeactivated: boolean }

function waitsForApproval({ state, approvalsNeeded, isDeactivated }: DeskWithdrawal): boolean {
  return state === 'held' && (approvalsNeeded > 0 || isDeactivated)
}

function waitsForAnswer({ state, approvedAt, isDeactivated }: DeskWithdrawal, now: Date): boolean {
  if (state === 'exception') return true
  const stuckBefore = now.getTime() - stuckAfterMs
  return state === 'approved' && (isDeactivated || approvedAt!.getTime() < stuckBefore)
}

export type WithdrawalDeskDeps = DecisionDeps<BounceDeps> & {
  /** Whether a game may have returned stakes that were made under a bonus. */
  mayBeOldStakes: (
    on: Queryable,
    asked: { memberId: string; now: Date; isSwept: boolean },
  ) => Promise<boolean>
  readHistory: (on: Queryable, memberId: string) => Promise<Panel>
}

export function withdrawalQueue(deps: WithdrawalDeskDeps): Queue {
  return {
    kind: 'withdrawal',
    list: listWaiting(listHeldPage, waitsForApproval),
    findQuoted,
    read: async (on, id, reader) => {
      const found = await findListed(on, id)
      if (!found) return null
      const isHeld = found.state === 'held'
      return {
        waiting: waitingOf(found, await countPeople(on, id)),
        panels: await panelsOf(deps, on, found),
        candidates: [],
        offers: isHeld ? [await approvalOf(deps, found, reader), rejectionOf()] : [],
        decided: isHeld ? null : await approvalDecided(on, found),
        undoUntil: await undoUntilOf(deps, on, { found, reader }),
      }
    },
    undo: (act) => undo(deps, act),
    decide: (decision) => decideHeld(deps, decision),
  }
}

export function payoutQueue(deps: WithdrawalDeskDeps): Queue {
  return {
    kind: 'payout',
    asksAbout: (id) => [
      { kind: resolvingKind, subject: id },
      { kind: bouncingKind, subject: id },
    ],
    list: listWaiting(listUnpaidPage, (one) => waitsForAnswer(one, deps.clock.now())),
    findQuoted,
    read: async (on, id, reader) => {
      const found = await findListed(on, id)
      if (!found) return null
      return {
        waiting: waitingOf(found, 0),
        panels: await panelsOf(deps, on, found),
        candidates: [],
        offers: await payoutOffers(on, found),
        decided: await payoutDecided(on, found),
        undoUntil: await undoUntilOf(deps, on, { found, reader }),
      }
    },
    undo: (act) => undo(deps, act),
    decide: (decision) => decidePayout(deps, decision),
  }
}

function undoUntilOf(
  { clock }: WithdrawalDeskDeps,
  on: Queryable,
  { found, reader }: { found: DeskWithdrawal; reader: Actor },
): Promise<Date | null> {
  return findUndoUntil(on, found, { operator: reader, now: clock.now() })
}

type PageOf = (on: Queryable, page: Page) => Promise<Withdrawal[]>

/** Rows that need no operator are between those that wait, so pages are read until one is full. */
function listWaiting(pageOf: PageOf, waits: (one: DeskWithdrawal) => boolean) {
  return async (on: Queryable, { after, limit }: Page): Promise<PendingWork[]> => {
    const found: PendingWork[] = []
    let place = after
    for (;;) {
      const page = await pageOf(on, { after: place, limit })
      const approvals = await countApprovals(
        on,
        page.map(({ id }) => id),
      )
      for (const one of await withStandings(on, page))
        if (found.length < limit && waits(one))
          found.push(waitingOf(one, approvals.get(one.id) ?? 0))
      const last = page.at(-1)
      if (page.length < limit || found.length >= limit || !last) return found
      place = { since: last.createdAt, id: last.id }
    }
  }
}

async function withStandings(
  on: Queryable,
  found: readonly Withdrawal[],
): Promise<DeskWithdrawal[]> {
  const standings = await memberStatesOf(
    on,
    found.map(({ memberId }) => memberId),
  )
  return found.map((one, at) => ({ ...one, isDeactivated: standings[at] === 'inactive' }))
}

/** The number as the page shows it: the end of the id in capitals, in groups of four. */
const numberForm = /^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/

async function findQuoted(on: Queryable, quoted: string): Promise<string | null> {
  const number = quoted.toUpperCase()
  if (!numberForm.test(number)) return null
  return findIdByNumber(on, number.replaceAll('-', '').toLowerCase())
}

async function findListed(on: Queryable, id: string): Promise<DeskWithdrawal | null> {
  const found = isUuid(id) ? await findWithdrawal(on, id) : null
  return found && (await withStandings(on, [found]))[0]!
}

function waitingOf(one: DeskWithdrawal, approvals: number): PendingWork {
  const { id, createdAt, memberId, amount, currency, why } = one
  const code = whyCodeOf(one, approvals)
  const money = { amount, currency }
  return { id, since: createdAt, memberId, money, why: { code, detail: facts.technically(why) } }
}

function whyCodeOf(
  { state, isDeactivated, approvalsNeeded }: DeskWithdrawal,
  approvals: number,
): WhyCode {
  if (isDeactivated) return 'member-inactive'
  if (state === 'approved') return 'payout-stuck'
  if (state !== 'held') return 'payout-unclear'
  if (approvalsNeeded < 2) return 'approval'
  return approvals > 0 ? 'one-more-approval' : 'two-approvals'
}

async function panelsOf(
  { mayBeOldStakes, readHistory, clock }: WithdrawalDeskDeps,
  on: Queryable,
  one: DeskWithdrawal,
): Promise<Panel[]> {
  const now = clock.now()
  const asked = { memberId: one.memberId, now, isSwept: one.ofAll }
  const panels = drawPanels(one, {
    now,
    day: await findDay(on, one.memberId, now),
    approvals: await listApprovals(on, one.id),
    isOld: await mayBeOldStakes(on, asked),
    isBounced: await hasBounced(on, one.id),
  })
  return [...panels, await readHistory(on, one.memberId)]
}

/** What the database refuses an approval for, as the list of reasons names it. */
const barredBy: Readonly<Record<string, BarredCode>> = {
  KW003: 'account-changed',
  KW004: 'joined-later',
  KW012: 'too-new',
  KW005: 'not-apart',
  KW006: 'member-inactive',
  KW007: 'moved-money',
}

/** Asks the database itself, by an approval that is taken back at once. */
async function approvalOf(
  { db, clock }: WithdrawalDeskDeps,
  { id, approvalsNeeded }: DeskWithdrawal,
  operator: string,
): Promise<Offer> {
  const at = clock.now()
  let isSecond = false
  let isLast = false
  const state = await findRefusal(db, async (tx) => {
    isSecond = !(await insertApproval(tx, id, { operator, at }))
    isLast = (await countPeople(tx, id)) >= approvalsNeeded
    if (isLast && !isSecond) await setApproved(tx, id, { at, nextAt: at, undoUntil: null })
  })
  const barred = isSecond ? 'approved-before' : (barredBy[state ?? ''] ?? null)
  const effect = isLast || state !== null ? 'pays-out' : 'adds-approval'
  return { name: 'approve', effect, fields: ['whyOptional'], barred }
}

function rejectionOf(): Offer {
  return { name: 'reject', effect: 'rejects-withdrawal', fields: ['reason', 'whyOptional'] }
}

async function payoutOffers(
  on: Queryable,
  { id, state, memberId, amount, currency }: DeskWithdrawal,
): Promise<Offer[]> {
  const gives = [{ amount, currency }]
  if (state === 'approved') return [rejectionOf()]
  if (state === 'exception') {
    return [
      { name: 'paid', effect: 'books-as-paid', fields: ['payout', 'why'] },
      { name: 'returned', effect: 'returns-unless-arrived', fields: ['why'], gives },
    ]
  }
  if (state !== 'paid' || (await hasBounced(on, id))) return []
  const barred = (await bonusHeld(on, memberId)) ? 'holds-bonus' : null
  return [{ name: 'bounced', effect: 'returns-to-wallet', fields: ['why'], gives, barred }]
}

const outcomeOf = {
  'withdrawals.returned': 'returned',
  'withdrawals.paid': 'paid',
  'withdrawals.bounce': 'bounced',
} as const

async function approvalDecided(on: Queryable, one: DeskWithdrawal): Promise<DecidedWork | null> {
  if (one.rejectedBy !== null) return rejectionDecided(on, one)
  const actions = ['withdrawals.approve', 'withdrawals.returned']
  const act = await findLastAct(on, { subject: one.id, actions })
  if (!act) return endedByItself(one.endedAt ?? one.approvedAt ?? one.createdAt, [one.id])
  return decidedBy(act, act.action === 'withdrawals.returned' ? 'returned' : 'approve', [one.id])
}

/** By the operator who rejected it, though the worker gives the money back. */
async function rejectionDecided(on: Queryable, { id }: DeskWithdrawal): Promise<DecidedWork> {
  const act = await findLastAct(on, { subject: id, actions: ['withdrawals.reject'] })
  return decidedBy(act!, 'reject', [id])
}

async function payoutDecided(on: Queryable, one: DeskWithdrawal): Promise<DecidedWork | null> {
  if (one.rejectedBy !== null) return rejectionDecided(on, one)
  if (one.endedAt === null) return null
  const act = await findLastAct(on, { subject: one.id, actions: Object.keys(outcomeOf) })
  if (!act) return endedByItself(one.endedAt, [one.id])
  const { operation } = (act.after ?? {}) as { operation?: string }
  return decidedBy(
    act,
    outcomeOf[act.action as keyof typeof outcomeOf],
    operation ? [one.id, operation] : [one.id],
  )
}

async function decideHeld(
  deps: WithdrawalDeskDeps,
  { id, decision, fields, ...by }: Decision,
): ReturnType<Queue['decide']> {
  const why = whyOrNull(fields)
  const value =
    decision === 'approve'
      ? await approve(deps, { id, why, ...by })
      : await reject(deps, { id, reason: reasonOf(fields.reason), why, ...by })
  return { state: 'done', value }
}

function reasonOf(given: string | undefined): RejectionReason {
  return rejectionReasons.find((one) => one === given) ?? wrongField('reason')
}

function decidePayout(deps: WithdrawalDeskDeps, decision: Decision): ReturnType<Queue['decide']> {
  const { id, fields, actor, requestId } = decision
  if (decision.decision === 'reject') return decideHeld(deps, decision)
  const act = { id, why: needed(fields, 'why'), actor, requestId }
  if (decision.decision === 'bounced') return decideBounce(deps, act)
  const payout = decision.decision === 'paid' ? needed(fields, 'payout') : null
  return decideResolution(deps, { ...act, payout })
}
