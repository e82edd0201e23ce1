import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#core/db/db.ts'
import { sqlStateOf, uniqueViolation } from '#core/sql-state.ts'
import type { PayoutAnswer, PayoutClient } from '#outside/payout/client.ts'
import type { Payouts } from '#outside/payout/open.ts'
import { memberStateOf } from '#records/account/find.ts'
import { isHeldByItem } from '#records/items/store.ts'
import { isStopped as isPayingStopped } from '#records/payouts/store.ts'
import type { Settings } from '#settings/registry.ts'
import { setApproved } from './decide-store.ts'
import { endOf } from './end.ts'
import {
  setHeldAgain,
  setOpenState,
  setPayout,
  setRefused,
  setSent,
  setStillOurs,
} from './pay-store.ts'
import { readRules } from './rules.ts'
import {
  findWithdrawal,
  payingStopped,
  setWhy,
  unconfirmed,
  unshown,
  type Withdrawal,
} from './store.ts'
import type { SweepDeps } from './sweep.ts'
import { payoutOf } from './view.ts'

export type PayDeps = SweepDeps & {
  readSettings: () => Promise<Settings>
  outside: { payouts: Pick<Payouts, 'find'> }
  watch: {
    /** Opens an item about the member for an operator where their rewards look odd. */
    lookAtPayout: (memberId: string) => Promise<void>
  }
  /** Whether a payment of the member is credited that its gateway has not confirmed. */
  hasUnproven: (on: Queryable, memberId: string) => Promise<boolean>
  /** Whether a deposit of the member is credited that its bank has not shown. */
  hasUnshown: (on: Queryable, memberId: string) => Promise<boolean>
}

/** After a clear refusal no other process asks until the money is returned. */
const returnedWithinMs = 60_000
/** How long an asking process owns it. */
const ownedMs = 30_000
/** A process suspended for longer than this after it recorded the attempt stops: the sweeper takes over. */
const staleAfterMs = 10_000
/** A request that was never sent is retried within a second by its process; after this many attempts by the sweeper. */
const soonAgainMs = 250
const soonAgainMaxMs = 1_000
const soonAgainTimes = 30

/**
 * Has an approved withdrawal paid, once its approval can no longer be undone. Each attempt is recorded before the call
 * and uses the id as its reference. Any process may call this; only one makes the first attempt. With `stays` off the
 * call makes one attempt.
 */
export async function payOut(
  deps: PayDeps,
  id: string,
  { stays }: { stays: boolean } = { stays: true },
): Promise<void> {
  const { db, clock } = deps
  const found = (await findWithdrawal(db, id))!
  if (found.state !== 'approved') return
  if (found.undoUntil !== null && found.undoUntil > clock.now()) return
  if (await isStopped(deps, found)) return
  const { channel } = await readRules(deps, found.currency)
  const client = deps.outside.payouts.find(channel)
  if (!client?.currencies.includes(found.currency))
    return setWhy(db, id, `the channel ${channel} is not set up for ${found.currency}`)
  await deps.failpoint('withdrawal.approved')
  const at = clock.now()
  const sent = { channel, at, nextAt: new Date(at.getTime() + ownedMs) }
  if (!(await setSent(db, id, sent))) return
  deps.notify(found)
  await deps.failpoint('withdrawal.marked-sent')
  const answer = await askFirst(deps, client, { withdrawal: found, sent, stays })
  if (answer === null) return
  await deps.failpoint('withdrawal.answered')
  if (answer.outcome === 'unsent') return leaveSoon(deps, found, answer)
  if (answer.outcome !== 'refused') return applyAnswer(deps, found, answer)
  const refusedAt = clock.now()
  const nextAt = new Date(refusedAt.getTime() + returnedWithinMs)
  // A suspended process may bring a refusal after the sweeper has asked again.
  if (!(await setRefused(db, id, { why: answer.why, nextAt }))) return
  await deps.failpoint('withdrawal.refused')
  await applyRefusal(deps, found, {
    answer: await confirmRefusal(client, found, answer),
    since: refusedAt,
  })
}

type First = { withdrawal: Withdrawal; sent: { at: Date; nextAt: Date }; stays: boolean }

/** Retries until the request was sent, always under the same reference; null if another process has to continue. */
async function askFirst(
  { db, clock }: PayDeps,
  client: PayoutClient,
  { withdrawal, sent, stays }: First,
): Promise<PayoutAnswer | null> {
  let { at, nextAt: ours } = sent
  for (let turn = 1; ; turn += 1) {
    if (clock.now().getTime() - at.getTime() > staleAfterMs) return null
    const answer = await client.pay(payoutOf(withdrawal))
    if (answer.outcome !== 'unsent' || !stays || turn > soonAgainTimes) return answer
    await sleep(Math.min(soonAgainMs * turn, soonAgainMaxMs))
    at = clock.now()
    const nextAt = new Date(at.getTime() + ownedMs)
    if (!(await setStillOurs(db, withdrawal.id, { why: whyUnsent(answer), ours, nextAt })))
      return null
    if (await isPayingStopped(db, withdrawal.memberId)) return null
    ours = nextAt
  }
}

function whyUnsent({ why }: { why: string }): string {
  return `it was not sent: ${why}`
}

/** Certainly not sent this time: a doubt for later attempts only, retried as soon as its age allows. */
export async function leaveSoon(
  deps: PayDeps,
  { id, sentAt }: Pick<Withdrawal, 'id' | 'sentAt'>,
  answer: { why: string },
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now().getTime()
  const ageMs = now - (sentAt?.getTime() ?? now)
  // A tenth of its age: seconds at first, a minute after ten minutes.
  const waitMs = Math.min(Math.max(ageMs / 10, soonAgainMaxMs), 60_000)
  const nextAt = new Date(now + waitMs)
  await setOpenState(db, id, { state: 'unknown', why: whyUnsent(answer), nextAt })
  await deps.failpoint('withdrawal.unknown')
}

const undecided = 'an item about the member is not decided: kapao work list suspicion'

/** Records why it is stopped; the database also refuses requests while a member is being deactivated. */
async function isStopped(deps: PayDeps, { id, memberId }: Withdrawal): Promise<boolean> {
  const why = await whyStopped(deps, memberId)
  if (why === null) return false
  await setWhy(deps.db, id, why)
  if (why === undecided || why === payingStopped) await setHeldAgain(deps.db, id)
  return true
}

async function whyStopped(deps: PayDeps, memberId: string): Promise<string | null> {
  const { db } = deps
  if (await isPayingStopped(db, memberId)) return payingStopped
  if ((await memberStateOf(db, memberId)) === 'inactive')
    return 'the member is deactivated: activate them, or reject it'
  const unproven = await findUnproven(deps, memberId)
  if (unproven !== null) return unproven
  await deps.watch.lookAtPayout(memberId)
  return (await isHeldByItem(db, memberId, 'withdrawals')) ? undecided : null
}

/** Money credited on a message alone is not paid out until its second source confirms it. */
async function findUnproven(
  { db, hasUnproven, hasUnshown }: PayDeps,
  memberId: string,
): Promise<string | null> {
  if (await hasUnproven(db, memberId)) return unconfirmed
  return (await hasUnshown(db, memberId)) ? unshown : null
}

/** A clear refusal stands once their records lack the payout: the call may be refused after it was paid. */
export async function confirmRefusal(
  client: PayoutClient,
  withdrawal: Withdrawal,
  no: PayoutAnswer,
): Promise<PayoutAnswer> {
  const asked = await client.ask(payoutOf(withdrawal))
  if (asked.outcome === 'absent') return no
  const isNoAnswer = asked.outcome === 'refused' || asked.outcome === 'unsent'
  return isNoAnswer ? { outcome: 'unknown', why: asked.why } : asked
}

/** Returns the money after a confirmed refusal, unless another process may be asking them to pay by now. */
export async function applyRefusal(
  deps: PayDeps,
  withdrawal: Withdrawal,
  { answer, since }: { answer: PayoutAnswer; since: Date },
): Promise<void> {
  await deps.failpoint('withdrawal.answer-confirmed')
  const isOurs = deps.clock.now().getTime() - since.getTime() < ownedMs - staleAfterMs
  if (answer.outcome !== 'refused' || !isOurs) return applyAnswer(deps, withdrawal, answer)
  const { why } = answer
  await endOf(deps, withdrawal.id, { state: 'returned', payout: null, reason: 'BANK_REFUSED', why })
  await deps.failpoint('withdrawal.ended')
}

type PayoutReport = Extract<PayoutAnswer, { payout: string }>

/**
 * Applies their record, which is final where it says paid or rejected. A payout belongs to one withdrawal: a record
 * with another's id becomes an exception, whatever it says.
 */
async function applyRecord(deps: PayDeps, id: string, report: PayoutReport): Promise<void> {
  const { db } = deps
  const { payout } = report
  try {
    if (report.outcome === 'taken') return await setPayout(db, id, payout)
    const end =
      report.outcome === 'paid'
        ? ({ state: 'paid', payout, reason: null, why: null } as const)
        : ({ state: 'returned', payout, reason: 'BANK_REFUSED', why: report.why } as const)
    await endOf(deps, id, end)
  } catch (error) {
    if (sqlStateOf(error) !== uniqueViolation) throw error
    await setOpenState(db, id, { state: 'exception', why: `${payout} is another withdrawal's` })
  }
  await deps.failpoint('withdrawal.ended')
}

/** Applies an answer; a refusal that cannot be believed yet is a doubt like any other. */
export async function applyAnswer(
  deps: PayDeps,
  { id }: Pick<Withdrawal, 'id'>,
  answer: PayoutAnswer,
): Promise<void> {
  const { db } = deps
  if ('payout' in answer) return applyRecord(deps, id, answer)
  if (answer.outcome === 'differs')
    return setOpenState(db, id, { state: 'exception', why: answer.why })
  const why = answer.outcome === 'absent' ? 'they do not know it, which proves nothing' : answer.why
  await setOpenState(db, id, { state: 'unknown', why })
  await deps.failpoint('withdrawal.unknown')
}

/** Those below the amount that needs approval, once their time has come. */
export async function approveAndPay(
  deps: PayDeps,
  id: string,
  how: { stays: boolean } = { stays: true },
): Promise<void> {
  const { db, clock } = deps
  const found = (await findWithdrawal(db, id))!
  if (found.state !== 'held' || found.approvalsNeeded > 0) return
  const at = clock.now()
  if (found.notBefore && found.notBefore > at) return
  if (await isStopped(deps, found)) return
  const nextAt = new Date(at.getTime() + ownedMs)
  await db.beginFor(found.memberId, (tx) => setApproved(tx, id, { at, nextAt, undoUntil: null }))
  deps.notify(found)
  await payOut(deps, id, how)
}
