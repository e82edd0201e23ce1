import { nameOfCall } from '@kapao/contract/calls'
import type { Panel } from '@kapao/contract/console/work'
import type { WithdrawalReason } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Receipt } from '@kapao/contract/statement'
import {
  type readCurrentWithdrawal,
  withdraw as withdrawCall,
  withdrawAll as withdrawAllCall,
  type CurrentWithdrawal,
  type WithdrawalStage,
} from '@kapao/contract/withdrawals'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Payout } from '#outside/payout/client.ts'
import { outcomeOf } from '#core/calls/idempotency.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import * as facts from '#core/console/work/facts.ts'
import { maskBankAccountNo } from '#records/account/bank-account.ts'
import type { Approval } from './decide-store.ts'
import {
  findByKey,
  findLatest,
  findTypicalMs,
  payingStopped,
  unconfirmed,
  unshown,
  type LatestWithdrawal,
  type Withdrawal,
  type WithdrawalState,
} from './store.ts'

export type ViewDeps = {
  db: Db
  clock: Clock
  /** How much can be withdrawn now, and what keeps the rest. */
  showWithdrawable: (
    memberId: string,
  ) => Promise<
    Pick<
      Extract<AnswerOf<typeof readCurrentWithdrawal>, { withdrawable: unknown }>,
      'kept' | 'withdrawable'
    >
  >
}

const typicalKnownForMs = 60_000

const statusOf = (state: WithdrawalState) =>
  state === 'paid' ? 'SUCCESS' : state === 'returned' || state === 'failed' ? 'FAILED' : 'PENDING'

export function receiptOf(one: Withdrawal): Omit<Receipt, 'amount'> & { amount: Money } {
  const { id, amount, currency, bankCode, state, createdAt } = one
  return {
    _id: id,
    statementType: 'withdraw',
    from: 'wallet',
    to: bankCode,
    status: statusOf(state),
    amount: { amount, currency },
    currency,
    createdAt: createdAt.toISOString(),
  }
}

const stages: Record<WithdrawalState, WithdrawalStage> = {
  sweeping: 'COLLECTING',
  held: 'REVIEW',
  approved: 'APPROVED',
  rejected: 'REVIEW',
  sent: 'SENT',
  unknown: 'SENT',
  exception: 'SENT',
  paid: 'PAID',
  returned: 'RETURNED',
  failed: 'FAILED',
}

/** A withdrawal as its member sees it: a paid one that its bank returned later is back in the wallet. */
export function shownOf(
  { clock }: Pick<ViewDeps, 'clock'>,
  one: LatestWithdrawal | null,
): (Omit<CurrentWithdrawal, 'amount'> & { amount: Money }) | null {
  if (!one) return null
  const { id, amount, currency, bankCode, notBefore, bouncedAt } = one
  const endedAt = bouncedAt ?? one.endedAt
  const isWaiting = endedAt === null && notBefore !== null && notBefore > clock.now()
  return {
    _id: id,
    stage: bouncedAt ? 'RETURNED' : stageOf(one, clock.now()),
    reason: bouncedAt ? 'BANK_REFUSED' : reasonOf(one, { isWaiting, now: clock.now() }),
    amount: { amount, currency },
    currency,
    bankCode,
    bankAccountNo: maskBankAccountNo(one.bankAccountNo),
    createdAt: one.createdAt.toISOString(),
    notBefore: isWaiting ? notBefore.toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

type Progress = Pick<Withdrawal, 'state' | 'reason' | 'why' | 'undoUntil'>

const stops: readonly (string | null)[] = [payingStopped, unconfirmed, unshown]

/**
 * One that was rejected or approved a moment ago, so that it can be undone, or that is not sent because payouts are
 * stopped or a deposit of its member is unproven: it is being checked, not on its way.
 */
function isUndecided({ state, why, undoUntil }: Progress, now: Date): boolean {
  if (state === 'approved') return stops.includes(why) || (undoUntil !== null && undoUntil > now)
  return state === 'held' || state === 'rejected'
}

function stageOf(one: Progress, now: Date): WithdrawalStage {
  return isUndecided(one, now) ? 'REVIEW' : stages[one.state]
}

function reasonOf(
  one: Progress,
  { isWaiting, now }: { isWaiting: boolean; now: Date },
): WithdrawalReason | null {
  const { state, reason } = one
  if (isWaiting) return 'ACCOUNT_CHANGED'
  if (isUndecided(one, now)) return 'UNDER_REVIEW'
  if (state === 'unknown' || state === 'exception') return 'ASKING_BANK'
  return reason
}

/** A withdrawal as the paying channel sees it; its id is the reference, the same for every attempt. */
export function payoutOf(withdrawal: Withdrawal): Payout {
  const { id, memberId, amount, currency, bankCode, bankAccountNo, bankAccountName } = withdrawal
  return {
    owner: memberId,
    reference: id,
    money: { amount, currency },
    to: { bank: bankCode, account: bankAccountNo, name: bankAccountName },
  }
}

/** A member's view of withdrawals: the open one or the last, how long it usually takes, and what can be withdrawn. */
export function viewOf(deps: ViewDeps) {
  const readTypical = typicalOf(deps)
  return async (memberId: string) => {
    const latest = await findLatest(deps.db, memberId)
    const withdrawal = shownOf(deps, latest)
    const { alone, reviewed } = await readTypical()
    const isReviewed =
      latest !== null &&
      latest.endedAt === null &&
      (latest.approvalsNeeded > 0 || withdrawal?.stage === 'REVIEW')
    const typical = isReviewed ? reviewed : alone
    return {
      withdrawal,
      // One that waits for a set time says until when instead.
      typicalMinutes: withdrawal?.notBefore ? null : typical,
      reviewedMinutes: reviewed,
      ...(await deps.showWithdrawable(memberId)),
    }
  }
}

type TypicalMinutes = { alone: number | null; reviewed: number | null }

/** The same for all members, so it is counted at most once a minute. */
function typicalOf({ db, clock }: Pick<ViewDeps, 'db' | 'clock'>): () => Promise<TypicalMinutes> {
  let known: (TypicalMinutes & { until: number }) | null = null
  const minutesOf = (ms: number | null): number | null =>
    ms === null ? null : Math.max(1, Math.ceil(ms / minuteMs))
  return async () => {
    const now = clock.now().getTime()
    if (known && now < known.until) return known
    const { aloneMs, reviewedMs } = await findTypicalMs(db)
    known = {
      alone: minutesOf(aloneMs),
      reviewed: minutesOf(reviewedMs),
      until: now + typicalKnownForMs,
    }
    return known
  }
}

/** Of one amount, or of everything with the games emptied first. */
export function routeOf(ofAll: boolean): string {
  return nameOfCall(ofAll ? withdrawAllCall : withdrawCall)
}

/** What a key began here, for `outcome`. */
export const findWithdrawalOutcome = outcomeOf(findByKey, ({ ofAll, state }) => {
  const route = routeOf(ofAll)
  if (state === 'sweeping') return { state: 'running', route }
  return { state: 'done', route, code: state === 'failed' ? 'TRANSFER_FAIL' : 'SUCCESS' }
})

type PanelContext = {
  now: Date
  day: { alone: bigint; total: bigint }
  approvals: readonly Approval[]
  /** A game may have returned stakes that were made under a bonus. */
  isOld: boolean
  isBounced: boolean
}

/** What an operator sees of it: what it is, where it goes, who has approved it and what its channel reports. */
export function drawPanels(
  one: Withdrawal,
  { now, day, approvals, isOld, isBounced }: PanelContext,
): Panel[] {
  const { id, memberId, currency, ofAll: isSwept } = one
  const notBefore = facts.time('notBefore', one.notBefore)
  return [
    facts.panelOf(
      'withdrawal',
      facts.text('number', numberOf(id)),
      facts.member('member', memberId),
      facts.money('amount', one),
      facts.code('state', isBounced ? 'bounced' : one.state),
      facts.time('since', one.createdAt),
      facts.yesNo('ofEverything', isSwept),
      facts.money('dayTotal', { amount: day.total, currency }),
      facts.money('dayAlone', { amount: day.alone, currency }),
      isOld ? facts.odd(facts.yesNo('oldStakes', true)) : null,
      facts.word('withdrawal', 'saidToMember', one.reason),
      facts.technical('why', one.why),
      facts.time('endedAt', one.endedAt),
    ),
    facts.panelOf(
      'destination',
      facts.text('bank', one.bankCode),
      facts.account('account', one.bankAccountNo),
      facts.personName('accountName', one.bankAccountName),
      one.notBefore !== null && one.notBefore > now ? facts.odd(notBefore) : notBefore,
    ),
    facts.panelOf(
      'approvals',
      facts.count('approvalsNeeded', one.approvalsNeeded),
      ...approvals.map(({ operator, counts }) =>
        facts.operator(counts ? 'approvedBy' : 'lapsedApproval', operator),
      ),
      facts.time('approvedAt', one.approvedAt),
    ),
    facts.panelOf(
      'channel',
      facts.name('channel', one.channel),
      facts.text('reference', one.channel && id),
      facts.name('payout', one.payout),
      facts.time('sentAt', one.sentAt),
      one.channel === null ? null : facts.count('tries', one.tries),
      facts.technical('reported', one.channel && one.why),
    ),
  ].filter((panel) => panel.facts.length > 0)
}

/** The number as a member quotes it. */
function numberOf(id: string): string {
  return id
    .slice(-12)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')
}
