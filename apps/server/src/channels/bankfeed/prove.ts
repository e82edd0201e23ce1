import { minuteMs } from '@kapao/contract/times'
import { doEach } from '#core/jobs/jobs.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { noteItem } from '#records/items/store.ts'
import { contradicts } from './match.ts'
import { listOwnAccounts, type OwnAccount } from './own-accounts.ts'
import {
  readEvents,
  markShown,
  takeMissing,
  takeStatement,
  type ReconcileDeps,
} from './reconcile.ts'
import {
  isInDoubt,
  listFreshParties,
  listOpenDeposits,
  listDueProofs,
  setDenied,
  type UnprovenDeposit,
} from './unproven-store.ts'

/** A statement may show a transfer later than its message arrives. */
const shownWithinMs = 15 * minuteMs
/** A new message is looked for two or three times; after that the check of every minute takes over. */
const freshMs = 25_000
/**
 * A deposit not shown for this long is no longer asked about: the daily comparison covers it, and an operator takes
 * over.
 */
const askedMaxMs = 48 * 60 * minuteMs
/** An SMS without a time may arrive this late. */
const smsLateMs = 6 * 60 * minuteMs
/**
 * At most this many parts of a statement per run: a message signed with arbitrary times must not cause unbounded
 * requests.
 */
const windowsMax = 12
/** At most this many accounts, for the same reason. */
const partiesMax = 60

/** Reads the statement soon after a message, so that no withdrawal waits a minute for it. */
export async function proveFresh(deps: ReconcileDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - freshMs)
  const parties = await listFreshParties(deps.db, since)
  const accounts = await Promise.all(
    parties.slice(0, partiesMax).map((party) => findAccount(deps, party)),
  )
  await doEach(accounts, (own) => takeStatement(deps, own), lookedAt(deps))
}

/**
 * A signature is only as trustworthy as its secret: a deposit from a message that the statement of that time does not
 * show a quarter of an hour later is denied. Nothing more is then credited on messages of its channel alone, and
 * operators are notified. Moves nothing.
 */
export async function proveDue(deps: ReconcileDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const due = await listDueProofs(deps.db, {
    from: new Date(now - askedMaxMs),
    to: new Date(now - shownWithinMs),
  })
  const byParty = Map.groupBy(due, ({ party }) => party)
  await doEach([...byParty], ([party, words]) => proveDeposits(deps, party, words), {
    log: deps.log,
    failed: 'deposits reported by bank messages could not be verified',
    subjectOf: ([party]) => ({ party }),
  })
}

type Time = { from: Date; to: Date }

async function proveDeposits(
  deps: ReconcileDeps,
  party: string,
  words: readonly UnprovenDeposit[],
): Promise<void> {
  const own = await findAccount(deps, { party, currency: words[0]!.currency })
  for (const { time, words: within } of windowsOf(words, deps.clock.now())) {
    const events = await readEvents(deps, own, time)
    if (!events) {
      await reportSilent(deps, party, within)
      return
    }
    await takeMissing(deps, own, { events, time })
    await showUnnamed(deps, own, { events, words: within })
    const open = new Set((await listOpenDeposits(deps.db, party)).map(({ id }) => id))
    for (const word of within) if (open.has(word.id)) await deny(deps, word)
  }
}

/** An account that has been removed from the operator's list is asked about all the same. */
async function findAccount(
  deps: ReconcileDeps,
  { party, currency }: Pick<OwnAccount, 'party' | 'currency'>,
): Promise<OwnAccount> {
  const own = (await listOwnAccounts(deps.readSettings)).find((one) => one.party === party)
  const [bankCode = '', bankAccountNo = ''] = party.split(':')
  return own ?? { bankCode, bankAccountNo, party, currency }
}

type Window = { time: Time; words: UnprovenDeposit[] }

/**
 * Windows around the times that the deposits claim; overlapping windows are merged and read in the order in which
 * they are due.
 */
function windowsOf(words: readonly UnprovenDeposit[], now: Date): Window[] {
  const windows: Window[] = []
  for (const word of words) {
    const time = timeOf(word, now)
    const near = windows.find((one) => one.time.from <= time.to && time.from <= one.time.to)
    if (!near) {
      windows.push({ time, words: [word] })
      continue
    }
    near.words.push(word)
    near.time.from = earlier(near.time.from, time.from)
    if (near.time.to < time.to) near.time.to = time.to
  }
  return windows.slice(0, windowsMax)
}

function timeOf({ paidAt, channel }: UnprovenDeposit, now: Date): Time {
  const lateMs = shownWithinMs + (channel === 'sms' ? smsLateMs : 0)
  const to = earlier(new Date(paidAt.getTime() + shownWithinMs), now)
  const from = earlier(new Date(paidAt.getTime() - lateMs), new Date(to.getTime() - shownWithinMs))
  return { from, to }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** Matches lines without a name by amount, time and payer; each line shows one deposit. */
async function showUnnamed(
  deps: ReconcileDeps,
  own: OwnAccount,
  { events, words }: { events: readonly BankEvent[]; words: readonly UnprovenDeposit[] },
): Promise<void> {
  const unnamed = events.filter(({ reference }) => reference === null)
  if (unnamed.length === 0) return
  const stillOpen = new Set((await listOpenDeposits(deps.db, own.party)).map(({ id }) => id))
  const open = new Map(words.filter(({ id }) => stillOpen.has(id)).map((word) => [word.id, word]))
  const memberIds = [...open.values()].flatMap(({ memberId }) => memberId ?? [])
  const members = new Map<string, Member | null>()
  for (const id of new Set(memberIds)) members.set(id, await findMember(deps.db, id))
  const isOfLine = ({ amount, memberId, paidAt }: UnprovenDeposit, line: BankEvent): boolean => {
    const apartMs = Math.abs(line.paidAt.getTime() - paidAt.getTime())
    if (line.money.amount !== amount || apartMs > shownWithinMs) return false
    const member = memberId === null ? null : members.get(memberId)
    return !member || !contradicts(line.payer, member)
  }
  const seen = new Map<string, number>()
  for (const line of unnamed) {
    const key = `${line.paidAt.toISOString()} ${line.money.amount}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    const word = [...open.values()].find((one) => isOfLine(one, line))
    // A line that showed another deposit in an earlier run leaves this one to the next line.
    if (word && (await markShown(deps, word, `unnamed:${key} ${count}`))) open.delete(word.id)
  }
}

async function deny(deps: ReconcileDeps, word: UnprovenDeposit): Promise<void> {
  const { id, party, channel, isCredited } = word
  const where = isCredited ? 'it is in a wallet' : 'it waits'
  const isDoubt = await isInDoubt(deps.db, id)
  const why = isDoubt
    ? "does not agree with the bank's statement"
    : "is not in the bank's statement"
  await noteItem(deps.db, {
    kind: 'bankfeed.unshown',
    key: id,
    words: `deposit ${id} at ${party} ${why}; ${where}`,
    evidence: { deposit: id, party, channel },
    memberId: word.memberId,
    // The deposit waits as unproven, or for its owner.
    waitsAs: 'deposit',
    since: word.reportedAt,
  })
  if (isDoubt || !(await setDenied(deps.db, id, deps.clock.now()))) return
  deps.log.error(
    { party, deposit: id, channel, isCredited },
    'a signed message reported money that the bank does not show: change the secret of the feed or of the phone',
  )
}

/** Notifies operators once while the same deposit is the oldest that waits. */
async function reportSilent(
  { db, log }: ReconcileDeps,
  party: string,
  [oldest, ...others]: readonly UnprovenDeposit[],
): Promise<void> {
  if (!oldest) return
  const count = String(others.length + 1)
  const isNew = await noteItem(db, {
    kind: 'bankfeed.silent',
    key: `${party} ${oldest.id}`,
    words: `the statement of ${party} cannot be read: ${count} deposits rest on messages alone, withdrawals of their members wait`,
    evidence: { party, oldest: oldest.id, count },
    since: oldest.reportedAt,
  })
  if (isNew) log.error({ party, count }, 'the statement of an account cannot be read')
}

const lookedAt = ({ log }: ReconcileDeps) => ({
  log,
  failed: 'a statement could not be looked at',
  subjectOf: ({ party }: OwnAccount) => ({ party }),
})
