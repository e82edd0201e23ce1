import { bangkokDayName, bangkokDayStart, bangkokDaysBefore, dayMs } from '#core/clock.ts'
import { isAway } from '#core/db/outage.ts'
import { doEach } from '#core/jobs/jobs.ts'
import { compareLines, type Difference, type Line } from '#ledger/reconcile.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import { takeIn } from './other-payer.ts'
import { arrivalOf, type BankfeedDeps, type OwnAccount } from './receive.ts'
import { findReconciledUntil, setReconciled, type Reconciled } from './store.ts'
import { listOpenWords, setShown } from './word-store.ts'

export type ReconcileDeps = BankfeedDeps & {
  statements: StatementClient | null
  /** What our books say came to an account, under all the names that each goes by. */
  listArrived: (
    own: OwnAccount,
    time: { from: Date; to: Date },
  ) => Promise<(Booked & { isTold: boolean })[]>
  /** Has what waits for a member's deposit to be shown looked at now. */
  onShown: (memberId: string) => Promise<void>
  /** What was booked in a time and claims to have come in another. */
  listBooked: (own: OwnAccount, time: Time) => Promise<Booked[]>
  /** What was booked in a time at bank accounts that are not these. */
  listUncompared: (
    parties: readonly string[],
    time: Time,
  ) => Promise<{ id: string; amount: bigint; party: string }[]>
}

type Booked = { id: string; amount: bigint; paidAt: Date; references: string[] }

type Time = { from: Date; to: Date }

const minuteMs = 60_000
/** Further back than any message is repeated, and overlapping from one look to the next. */
const lookBackMs = 30 * minuteMs
/** A bank that does not answer keeps no other account waiting. */
const accountsAtOnceMax = 8
/** As far as a comparison goes back after a time in which nothing ran. */
const daysMax = 31

/** I12: takes in what the bank's statement shows and no message has told of; the same transfer is never credited again. */
export async function catchUp(deps: ReconcileDeps): Promise<void> {
  await doEach(await listAsked(deps), (own) => takeStatement(deps, own), compared(deps))
}

/** Those whose statement can be read. */
export async function listAsked({
  listAccounts,
}: Pick<ReconcileDeps, 'listAccounts'>): Promise<OwnAccount[]> {
  return (await listAccounts()).filter(({ hasStatement }) => hasStatement !== false)
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
  // What only a slip has shown is told now, and the payer with it; and what rests on a message is shown.
  const open = new Set((await listOpenWords(deps.db, own.party)).map(({ id }) => id))
  const told = (await deps.listArrived(own, time)).filter(
    ({ id, isTold }) => isTold && !open.has(id),
  )
  const known = new Set(told.flatMap(({ references }) => references))
  const isNew = ({ reference }: BankEvent) => reference !== null && !known.has(reference)
  const take = async (event: BankEvent): Promise<void> => {
    const { reference } = event
    const told = { event, source: 'bank', eventId: `statement:${reference}` } as const
    const arrival = await arrivalOf(deps, { ...told, requestId: 'bankfeed.catchUp' })
    if (typeof arrival === 'string') return
    const { settled, isOthers } = await takeIn(deps, arrival)
    if (!isOthers && !settled.differs) await show(deps, settled, `statement:${reference}`)
  }
  await doEach(events.filter(isNew), take, {
    log: deps.log,
    failed: 'what a statement shows could not be taken in',
    subjectOf: ({ reference }) => ({ party: own.party, reference: reference ?? '' }),
  })
}

/** What rested on a message is certain now; what it kept from the member goes on. False where this line has shown another one before. */
export async function show(
  { db, clock, onShown }: ReconcileDeps,
  { id, memberId }: { id: string; memberId: string | null },
  by: string,
): Promise<boolean> {
  const isNew = await setShown(db, { id, by, at: clock.now() })
  if (isNew && memberId !== null) await onShown(memberId)
  return isNew
}

export async function readEvents(
  { statements, log }: ReconcileDeps,
  { bankCode: bank, bankAccountNo: accountNo }: OwnAccount,
  time: Time,
): Promise<BankEvent[] | null> {
  const read = await statements?.readStatement({ bank, accountNo, ...time })
  if (read?.outcome === 'events') return read.events
  if (read) log.warn({ bank, why: read.why }, 'a bank statement could not be read')
  return null
}

/** I13: compares a whole day at one account with our books, takes in what was missing, and keeps what does not agree. */
async function reconcileDay(
  deps: ReconcileDeps,
  own: OwnAccount,
  dayStart: Date,
): Promise<Reconciled | null> {
  const time = { from: dayStart, to: new Date(dayStart.getTime() + dayMs) }
  const around = withBothSides(time, own, deps.clock.now())
  const events = await readEvents(deps, own, around)
  if (!events) return null
  await takeMissing(deps, own, { events, time: around }).catch((error: unknown) => {
    // One that cannot be taken in is told as missing below, and keeps no later day waiting.
    if (isAway(error)) throw error
  })
  const ofDay = events.filter((one) => isWithin(one, time))
  const theirs: Line[] = ofDay.map(({ reference, paidAt, money }) => ({
    reference: reference ?? `unnamed:${paidAt.toISOString()}`,
    amount: money.amount,
  }))
  const names = new Set(theirs.map(({ reference }) => reference))
  const namesAround = new Set(events.map(({ reference }) => reference))
  const arrived = await deps.listArrived(own, around)
  const isOfDay = (one: Booked): boolean =>
    one.references.some((name) => names.has(name)) ||
    // What the bank has on the other side of midnight is compared with the bank's day.
    (isWithin(one, time) && !one.references.some((name) => namesAround.has(name)))
  const ours = arrived.filter(isOfDay).map(({ id, amount, references }): Line => ({
    reference: references.find((name) => names.has(name)) ?? references[0] ?? `deposit:${id}`,
    amount,
  }))
  const result: Reconciled = {
    party: own.party,
    day: bangkokDayName(dayStart),
    lines: ofDay.length,
    differences: [...compareLines(ours, theirs), ...(await compareBooked(deps, own, time))],
    checkedAt: deps.clock.now(),
  }
  await setReconciled(deps.db, result)
  return result
}

/**
 * A transfer of the last minute is told of by an SMS of the next day, and what an SMS without a time tells of may be hours older: the sides of a day are
 * looked at, too, or such a transfer would be missing on one day and too much on the other.
 */
function withBothSides({ from, to }: Time, { bankCode }: OwnAccount, now: Date): Time {
  const marginMs = Math.max(lookBackMs, smsLateMs(bankCode))
  return {
    from: new Date(from.getTime() - marginMs),
    to: new Date(Math.min(to.getTime() + marginMs, now.getTime())),
  }
}

function isWithin({ paidAt }: { paidAt: Date }, { from, to }: Time): boolean {
  return paidAt >= from && paidAt < to
}

/** So many other days of the bank are asked for; what claims yet another one is told as booked by nobody but us. */
const otherDaysMax = 14

/**
 * Compares what was booked in a day and claims another one with the bank's list of the day that it claims. A day that the bank does not
 * tell, because it is to come or too long ago, shows nothing either: whoever booked it has to say where it is.
 */
async function compareBooked(
  deps: ReconcileDeps,
  own: OwnAccount,
  time: Time,
): Promise<Difference[]> {
  const byDay = new Map<number, Booked[]>()
  for (const one of await deps.listBooked(own, time)) {
    const day = bangkokDayStart(one.paidAt).getTime()
    byDay.set(day, [...(byDay.get(day) ?? []), one])
  }
  const differences: Difference[] = []
  for (const [at, [day, booked]] of [...byDay].entries()) {
    // What is told around midnight may stand on the other side of it.
    const claimed = { from: new Date(day - lookBackMs), to: new Date(day + dayMs + lookBackMs) }
    const isAsked = at < otherDaysMax && claimed.from < deps.clock.now()
    const events = (isAsked && (await readEvents(deps, own, claimed))) || []
    differences.push(...booked.flatMap((one) => differenceOf(one, events)))
  }
  return differences
}

function differenceOf(
  { id, amount, references }: Booked,
  events: readonly BankEvent[],
): Difference[] {
  const listed = events.find((one) => one.reference !== null && references.includes(one.reference))
  const reference = listed?.reference ?? references[0] ?? `deposit:${id}`
  if (!listed) return [{ kind: 'extra', reference, ours: amount }]
  const theirs = listed.money.amount
  return theirs === amount ? [] : [{ kind: 'amount', reference, ours: amount, theirs }]
}

/** Money that was booked at a bank account which is not among ours is compared with nobody's list: it is told for what it is. */
async function tellUncompared(deps: ReconcileDeps): Promise<void> {
  const parties = (await deps.listAccounts()).map(({ party }) => party)
  const [day] = bangkokDaysBefore(new Date(deps.clock.now().getTime() - lookBackMs), { count: 1 })
  if (!day) return
  const found = await deps.listUncompared(parties, {
    from: day,
    to: new Date(day.getTime() + dayMs),
  })
  for (const party of new Set(found.map((one) => one.party))) {
    const name = bangkokDayName(day)
    if ((await findReconciledUntil(deps.db, party)) === name) continue
    const booked = found.filter((one) => one.party === party)
    const differences = booked.map(({ id, amount }): Difference => ({
      kind: 'extra',
      reference: `deposit:${id}`,
      ours: amount,
    }))
    const checkedAt = deps.clock.now()
    await setReconciled(deps.db, { party, day: name, lines: 0, differences, checkedAt })
    const told = { party, day: name, count: booked.length }
    deps.log.error(told, 'money was booked at an account that is compared with no bank')
  }
}

/**
 * Every whole day since the last one that was compared, account by account: one whose statement cannot be read is asked again before
 * any later day. What differs is said aloud.
 */
export async function reconcileDue(deps: ReconcileDeps): Promise<void> {
  const compare = async (own: OwnAccount): Promise<void> => {
    for (const day of await listDueDays(deps, own)) {
      const result = await reconcileDay(deps, own, day)
      if (!result) return
      if (result.differences.length > 0)
        deps.log.error(
          { party: own.party, day: result.day, count: result.differences.length },
          'our books and the bank do not agree: kapao deposits list --reconciled',
        )
    }
  }
  await doEach(await listAsked(deps), compare, compared(deps))
  await tellUncompared(deps)
}

const compared = ({ log }: ReconcileDeps) => ({
  log,
  atOnceMax: accountsAtOnceMax,
  failed: 'an account could not be compared with its bank',
  subjectOf: ({ party }: OwnAccount) => ({ party }),
})

/** Of an account that was never compared only yesterday: what came before may have been somebody else's to credit. */
async function listDueDays({ db, clock }: ReconcileDeps, own: OwnAccount): Promise<Date[]> {
  const settled = new Date(clock.now().getTime() - lookBackMs)
  const until = await findReconciledUntil(db, own.party)
  if (until === null) return bangkokDaysBefore(settled, { count: 1 })
  return bangkokDaysBefore(settled, { count: daysMax, after: new Date(`${until}T00:00:00+07:00`) })
}
