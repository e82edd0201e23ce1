import { dayMs, minuteMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart, bangkokDaysBefore } from '#core/clock.ts'
import { isAway } from '#core/db/outage.ts'
import { doEach } from '#core/jobs/jobs.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { compareLines, type Difference, type MovementEntry } from '#ledger/reconcile.ts'
import {
  listArrived,
  listBookedElsewhen,
  listUncompared,
  type BookedDeposit,
} from '#money/deposits/booked-store.ts'
import { makeUnsentDue } from '#money/withdrawals/pay-store.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import type { SettledArrival } from '#outside/arrival.ts'
import { keepResult } from './differences.ts'
import { takeReport } from './other-payer.ts'
import { listOwnAccounts, type OwnAccount } from './own-accounts.ts'
import { findArrival, type BankfeedDeps } from './receive.ts'
import { findReconciledUntil, listToCompareAgain, type Reconciliation } from './store.ts'
import { listOpenDeposits, setShown } from './unproven-store.ts'

export type ReconcileDeps = BankfeedDeps & { accounts: Pick<AccountBook, 'house'> }

type Time = { from: Date; to: Date }

/** Longer than messages are repeated; consecutive runs overlap. */
const lookBackMs = 30 * minuteMs
/** Accounts run concurrently, so that one silent bank delays no other account. */
const accountsAtOnceMax = 8
/** The most days that are compared after a time in which nothing ran. */
const daysMax = 31

/** I12: takes in transfers that the statement shows and no message reported; no transfer is credited twice. */
export async function catchUp(deps: ReconcileDeps): Promise<void> {
  await doEach(await listAsked(deps), (own) => takeStatement(deps, own), compared(deps))
}

/** Accounts whose statement can be read. */
export async function listAsked({
  readSettings,
}: Pick<ReconcileDeps, 'readSettings'>): Promise<OwnAccount[]> {
  return (await listOwnAccounts(readSettings)).filter(({ hasStatement }) => hasStatement !== false)
}

export async function takeStatement(deps: ReconcileDeps, own: OwnAccount): Promise<void> {
  const to = deps.clock.now()
  const time = { from: new Date(to.getTime() - lookBackMs), to }
  const events = await readEvents(deps, own, time)
  if (events) await takeMissing(deps, own, { events, time })
}

export async function takeMissing(
  deps: ReconcileDeps,
  own: OwnAccount,
  { events, time }: { events: readonly BankEvent[]; time: Time },
): Promise<void> {
  // Deposits known only from a slip are reported again with their payer; deposits that rest on a message are shown.
  const open = new Set((await listOpenDeposits(deps.db, own.party)).map(({ id }) => id))
  const reported = (await listArrived(deps.db, await atHouse(deps, own, time))).filter(
    ({ id, isReported }) => isReported && !open.has(id),
  )
  const known = new Set(reported.flatMap(({ references }) => references))
  const isNew = ({ reference }: BankEvent) => reference !== null && !known.has(reference)
  await doEach(events.filter(isNew), (event) => takeLine(deps, event, 'bankfeed.catchUp'), {
    log: deps.log,
    failed: 'a transfer on a statement could not be taken in',
    subjectOf: ({ reference }) => ({ party: own.party, reference: reference ?? '' }),
  })
}

/** A time at an account, as the books are asked about it. */
export async function atHouse(
  { accounts }: Pick<ReconcileDeps, 'accounts'>,
  { party, currency }: OwnAccount,
  time: Time,
): Promise<Time & { house: bigint }> {
  const { id: house } = await accounts.house('bank', party, currency)
  return { house, ...time }
}

/** Takes in one line of a statement, once; a text says why it is no deposit. */
export async function takeLine(
  deps: ReconcileDeps,
  event: BankEvent,
  requestId: string,
): Promise<SettledArrival | string> {
  const { reference } = event
  const report = { event, source: 'bank', eventId: `statement:${reference}` } as const
  const arrival = await findArrival(deps, { ...report, requestId })
  if (typeof arrival === 'string') return arrival
  const { settled, isOthers } = await takeReport(deps, arrival)
  if (!isOthers && !settled.differs) await markShown(deps, settled, `statement:${reference}`)
  return settled
}

/**
 * Marks a deposit that rested on a message as certain and resumes whatever waited for it. False if this line has
 * shown another deposit before.
 */
export async function markShown(
  { db, clock }: Pick<ReconcileDeps, 'db' | 'clock'>,
  { id, memberId }: { id: string; memberId: string | null },
  by: string,
): Promise<boolean> {
  const at = clock.now()
  const isNew = await setShown(db, { id, by, at })
  // Withdrawals that waited for it are tried now.
  if (isNew && memberId !== null) await makeUnsentDue(db, memberId, at)
  return isNew
}

export async function readEvents(
  { statements, log }: Pick<ReconcileDeps, 'statements' | 'log'>,
  { bankCode: bank, bankAccountNo: accountNo }: OwnAccount,
  time: Time,
): Promise<BankEvent[] | null> {
  const read = await statements?.readStatement({ bank, accountNo, ...time })
  if (read?.outcome === 'events') return read.events
  if (read) log.warn({ bank, why: read.why }, 'a bank statement could not be read')
  return null
}

/** I13: compares a whole day at one account with the books, takes in missing transfers, and records differences. */
async function reconcileDay(
  deps: ReconcileDeps,
  own: OwnAccount,
  dayStart: Date,
): Promise<Reconciliation | null> {
  const time = { from: dayStart, to: new Date(dayStart.getTime() + dayMs) }
  const around = withBothSides(deps, own, time)
  const events = await readEvents(deps, own, around)
  if (!events) return null
  await takeMissing(deps, own, { events, time: around }).catch((error: unknown) => {
    // A transfer that cannot be booked is reported as missing below, and delays no later day.
    if (isAway(error)) throw error
  })
  const ofDay = events.filter((one) => isWithin(one, time))
  const theirs: MovementEntry[] = ofDay.map(({ reference, paidAt, money }) => ({
    reference: reference ?? `unnamed:${paidAt.toISOString()}`,
    amount: money.amount,
  }))
  const names = new Set(theirs.map(({ reference }) => reference))
  const namesAround = new Set(events.map(({ reference }) => reference))
  const arrived = await listArrived(deps.db, await atHouse(deps, own, around))
  const isOfDay = (one: BookedDeposit): boolean =>
    one.references.some((name) => names.has(name)) ||
    // A deposit that the bank lists on the other side of midnight belongs to the bank's day.
    (isWithin(one, time) && !one.references.some((name) => namesAround.has(name)))
  const ours = arrived.filter(isOfDay).map(({ id, amount, references }): MovementEntry => ({
    reference: references.find((name) => names.has(name)) ?? references[0] ?? `deposit:${id}`,
    amount,
  }))
  const elsewhen = await listBookedElsewhen(deps.db, await atHouse(deps, own, time))
  const result: Reconciliation = {
    party: own.party,
    day: bangkokDayName(dayStart),
    lines: ofDay.length,
    differences: [...compareLines(ours, theirs), ...(await compareBooked(deps, own, elsewhen))],
    checkedAt: deps.clock.now(),
  }
  const { currency } = own
  await keepResult(deps.db, { result, booked: [...arrived, ...elsewhen], currency })
  return result
}

/**
 * The SMS of a transfer in a day's last minute is dated to the next day, and an SMS without a time may be hours late.
 * The margin keeps such a transfer from being missing on one day and surplus on the other.
 */
function withBothSides(
  { clock }: Pick<ReconcileDeps, 'clock'>,
  { bankCode }: OwnAccount,
  { from, to }: Time,
): Time {
  const marginMs = Math.max(lookBackMs, smsLateMs(bankCode))
  return {
    from: new Date(from.getTime() - marginMs),
    to: new Date(Math.min(to.getTime() + marginMs, clock.now().getTime())),
  }
}

function isWithin({ paidAt }: { paidAt: Date }, { from, to }: Time): boolean {
  return paidAt >= from && paidAt < to
}

/**
 * The bank is asked for at most this many other days; a deposit that claims a further one is reported as not in the
 * bank's list.
 */
const otherDaysMax = 14

/**
 * Compares deposits that were booked in a day and claim another one with the bank's list of the claimed day. A day
 * that the bank does not list, in the future or too long ago, confirms nothing either: the operator who booked the
 * deposit has to explain it.
 */
async function compareBooked(
  deps: ReconcileDeps,
  own: OwnAccount,
  elsewhen: readonly BookedDeposit[],
): Promise<Difference[]> {
  const byDay = Map.groupBy(elsewhen, ({ paidAt }) => bangkokDayStart(paidAt).getTime())
  const differences: Difference[] = []
  for (const [at, [day, booked]] of [...byDay].entries()) {
    // A transfer around midnight may be listed on the other side of it.
    const claimed = { from: new Date(day - lookBackMs), to: new Date(day + dayMs + lookBackMs) }
    const isAsked = at < otherDaysMax && claimed.from < deps.clock.now()
    const events = (isAsked && (await readEvents(deps, own, claimed))) || []
    differences.push(...booked.flatMap((one) => differenceOf(one, events)))
  }
  return differences
}

function differenceOf(
  { id, amount, references }: BookedDeposit,
  events: readonly BankEvent[],
): Difference[] {
  const listed = events.find((one) => one.reference !== null && references.includes(one.reference))
  const reference = listed?.reference ?? references[0] ?? `deposit:${id}`
  if (!listed) return [{ kind: 'extra', reference, ours: amount }]
  const theirs = listed.money.amount
  return theirs === amount ? [] : [{ kind: 'amount', reference, ours: amount, theirs }]
}

/**
 * Money booked at a bank account outside the operator's list has no statement to compare with, so it is reported as a
 * difference.
 */
async function reportUncompared(deps: ReconcileDeps): Promise<void> {
  const parties = (await listOwnAccounts(deps.readSettings)).map(({ party }) => party)
  const [day] = bangkokDaysBefore(new Date(deps.clock.now().getTime() - lookBackMs), { count: 1 })
  if (!day) return
  const found = await listUncompared(deps.db, {
    parties,
    from: day,
    to: new Date(day.getTime() + dayMs),
  })
  for (const [party, booked] of Map.groupBy(found, (one) => one.party)) {
    const name = bangkokDayName(day)
    if ((await findReconciledUntil(deps.db, party)) === name) continue
    const differences = booked.map(({ id, amount }): Difference => ({
      kind: 'extra',
      reference: `deposit:${id}`,
      ours: amount,
    }))
    const checkedAt = deps.clock.now()
    const result = { party, day: name, lines: 0, differences, checkedAt }
    const { currency } = booked[0]!
    await keepResult(deps.db, { result, booked, currency })
    const about = { party, day: name, count: booked.length }
    deps.log.error(about, 'money was booked at an account that is compared with no bank')
  }
}

/**
 * Compares every whole day since the last one compared, account by account: a day whose statement cannot be read is
 * retried before any later day. Differences are logged as errors.
 */
export async function reconcileDue(deps: ReconcileDeps): Promise<void> {
  const compare = async (own: OwnAccount): Promise<void> => {
    for (const day of await listDueDays(deps, own)) {
      const result = await reconcileDay(deps, own, day)
      if (!result) return
      if (result.differences.length > 0)
        deps.log.error(
          { party: own.party, day: result.day, count: result.differences.length },
          'our books and the bank do not agree: kapao reconcile --kept',
        )
    }
    // What the bank shows late, or a person has cleared up, need not wait for a person.
    for (const day of await listToCompareAgain(deps.db, own.party, deps.clock.now()))
      await reconcileDay(deps, own, day)
  }
  await doEach(await listAsked(deps), compare, compared(deps))
  await reportUncompared(deps)
}

const compared = ({ log }: ReconcileDeps) => ({
  log,
  atOnceMax: accountsAtOnceMax,
  failed: 'an account could not be compared with its bank',
  subjectOf: ({ party }: OwnAccount) => ({ party }),
})

/**
 * An account that was never compared starts with yesterday: earlier deposits may have been credited by another
 * system.
 */
async function listDueDays({ db, clock }: ReconcileDeps, own: OwnAccount): Promise<Date[]> {
  const settled = new Date(clock.now().getTime() - lookBackMs)
  const until = await findReconciledUntil(db, own.party)
  if (until === null) return bangkokDaysBefore(settled, { count: 1 })
  return bangkokDaysBefore(settled, { count: daysMax, after: new Date(`${until}T00:00:00+07:00`) })
}
