import { recordAudit, type Actor } from '#core/audit/audit.ts'
import type { Clock } from '#core/clock.ts'
import { textOfMoney, type Currency, type Money } from '@kapao/contract/money'
import { butOf, type Decide, type Decided } from '#core/audit/decided.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import type { Settled } from '#outside/arrival.ts'
import { findRequest, lockRequest, setRequestEnded, type Request } from './request-store.ts'
import { turnOf, type Deposits } from './settle.ts'
import { findDeposit, isTakenBack, lockDeposit, setReturned, type Deposit } from './store.ts'

export type Decider = { actor: Actor; requestId: string; note: string }

export type ResolveDeps = {
  db: Db
  clock: Clock
  accounts: AccountBook
  deposits: Pick<Deposits, 'settle' | 'place'>
  /** The bank accounts of ours that are named to members, as `KBANK:1112223334`. */
  listOwnParties: (currency: Currency) => Promise<readonly string[]>
  lockMember: (tx: Tx, memberId: string) => Promise<void>
  failRow: (tx: Tx, memberId: string, seq: bigint) => Promise<void>
}

export const matchingKind = 'deposits match'
export const confirmingKind = 'deposits match request'

export type DecideDeps = ResolveDeps & {
  decide: Decide
  /** What the bank's own statement says against it; null where it shows it, or cannot be asked. */
  findAgainst: (seen: {
    party: string
    reference: string
    money: Money
    paidAt: Date
  }) => Promise<string | null>
  /** Whether a message told of it and its bank, which can be asked, does not show it. */
  isUnshown: (id: string) => Promise<boolean>
}

/** One operator's word on whose the waiting money is. */
export async function decideMatch(
  deps: DecideDeps,
  match: Decider & { id: string; memberId: string },
): Promise<Decided<Settled>> {
  const { id, memberId, note, actor, requestId } = match
  const deposit = await loadSuspended(deps.db, id)
  const isUnshown = deposit.why === 'unconfirmed' && (await deps.isUnshown(id))
  const reason = isUnshown
    ? 'a message told of it, and its bank does not show it'
    : await findSecondReason(deps, { id, memberId })
  const because = reason === null ? '' : ` (${reason})`
  const words = `${textOf(deposit)} to ${memberId}, deposit ${id}${because}: ${note}`
  const gives = reason === null ? [moneyOf(deposit)] : null
  const wish = { subject: id, what: { id, memberId, note }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: matchingKind }, () => matchDeposit(deps, match))
}

/** One operator's word that what a member has announced is there. */
export async function decideRequest(
  deps: DecideDeps,
  seen: Omit<Decider, 'note'> & Evidence & { id: string },
): Promise<Decided<Settled>> {
  const { id, reference, party, paidAt, actor, requestId } = seen
  const request = await loadOpenRequest(deps, { id, party, paidAt })
  const money = moneyOf(request)
  const against = await deps.findAgainst({ party, reference, money, paidAt })
  const words = `${textOf(request)} to ${request.memberId}, who announced it; ${reference} at ${party}${butOf(against)}`
  const what = { id, reference, party, paidAt: paidAt.toISOString() }
  const gives = against === null ? [money] : null
  const wish = { subject: id, what, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: confirmingKind }, () => confirmRequest(deps, seen))
}

function moneyOf({ amount, currency }: Money): Money {
  return { amount, currency }
}

function textOf(money: Money): string {
  return `${textOfMoney(money)} ${money.currency}`
}

/** Gives suspended money to the member whose it is, as a person has found out; once, however often it is asked. The database refuses it without the word that `decideMatch` asks for. */
export async function matchDeposit(
  { db, deposits }: ResolveDeps,
  { id, memberId, ...decider }: Decider & { id: string; memberId: string },
): Promise<Settled> {
  const deposit = await loadSuspended(db, id)
  const settled = await deposits.place(deposit, { memberId, ...decider })
  if (settled.outcome === 'credited' || settled.outcome === 'suspended') return settled
  // Read before it was locked: somebody else may have been first.
  throw new OperatorRefused(`Deposit ${id} is ${settled.state}; nothing was moved.`)
}

/**
 * Why the word of one person is not enough to give this money to this member, however little it is; null where it may be. What was taken
 * out of one wallet, or waits under one name, and goes to another is how one member is robbed for a friend.
 */
async function findSecondReason(
  { db }: Pick<ResolveDeps, 'db'>,
  { id, memberId }: { id: string; memberId: string },
): Promise<string | null> {
  const deposit = await loadSuspended(db, id)
  if (await isTakenBack(db, id)) return 'it was taken out of a wallet'
  if (deposit.memberId !== null && deposit.memberId !== memberId)
    return `it waits for ${deposit.memberId}`
  return null
}

export type Evidence = {
  /** What the bank's own statement says of the transfer. */
  reference: string
  party: string
  paidAt: Date
}

/** Credits what a member has announced, by the bank's reference; a transfer that came by another door is not credited again. */
export async function confirmRequest(
  deps: ResolveDeps,
  {
    id,
    actor,
    requestId,
    reference,
    party,
    paidAt,
  }: Omit<Decider, 'note'> & Evidence & { id: string },
): Promise<Settled> {
  const request = await loadOpenRequest(deps, { id, party, paidAt })
  const settled = await deps.deposits.settle({
    channel: 'manual',
    eventId: `request:${id}`,
    references: [reference],
    house: { kind: 'bank', party },
    memberId: request.memberId,
    hold: null,
    money: { amount: request.amount, currency: request.currency },
    paidAt,
    from: 'bank',
    actor,
    requestId,
  })
  if (settled.differs)
    throw new OperatorRefused(
      `That transfer came with another amount or to another account (deposit ${settled.id}); match it instead.`,
    )
  if (settled.outcome === 'already')
    throw new OperatorRefused(
      `That transfer was seen before (deposit ${settled.id}, ${settled.state}); nothing was moved.`,
    )
  return settled
}

const minuteMs = 60_000

/**
 * The request, where what is said of its transfer can be true: it came to an account of ours, after it was announced and before now.
 * Whatever else is said would be compared with no bank, or on a day that nobody compares.
 */
async function loadOpenRequest(
  { db, clock, listOwnParties }: Pick<ResolveDeps, 'db' | 'clock' | 'listOwnParties'>,
  { id, party, paidAt }: { id: string } & Pick<Evidence, 'party' | 'paidAt'>,
): Promise<Request> {
  const request = await findRequest(db, id)
  if (!request) throw new OperatorRefused(`There is no request ${id}.`)
  if (request.state !== 'open')
    throw new OperatorRefused(`Request ${id} is ${request.state}; nothing was moved.`)
  const ours = await listOwnParties(request.currency)
  if (!ours.includes(party))
    throw new OperatorRefused(
      `${party} is no account of ours for ${request.currency}: those are ${ours.join(', ') || 'none'} (deposit.accounts).`,
    )
  // Banks show whole minutes.
  const from = new Date(Math.floor(request.createdAt.getTime() / minuteMs) * minuteMs)
  if (paidAt < from || paidAt > clock.now())
    throw new OperatorRefused(
      `It was announced at ${from.toISOString()}, so it came between then and now, not at ${paidAt.toISOString()}. What came before is matched as waiting money, or refused.`,
    )
  return request
}

/** A request that nobody will pay; it holds no money. */
export async function refuseRequest(
  deps: ResolveDeps,
  { id, actor, requestId, note }: Decider & { id: string },
): Promise<void> {
  const { db, clock } = deps
  const request = await findRequest(db, id)
  if (!request) throw new OperatorRefused(`There is no request ${id}.`)
  await db.beginFor(request.memberId, async (tx) => {
    await deps.lockMember(tx, request.memberId)
    const { state } = (await lockRequest(tx, id))!
    if (state !== 'open')
      throw new OperatorRefused(`Request ${id} is ${state}; nothing was changed.`)
    const at = clock.now()
    await setRequestEnded(tx, { id, state: 'refused', why: note, at })
    await deps.failRow(tx, request.memberId, request.statementSeq)
    const action = 'deposits.refuse'
    await recordAudit(tx, { at, actor, requestId, action, subject: id, after: { why: note } })
  })
}

/**
 * Takes suspended money out of the books again, because it is sent back: the movement into suspense is reversed, whole and
 * once. The bank's own transfer is made by the person who says so here.
 */
export async function giveBack(
  deps: ResolveDeps,
  { id, actor, requestId, note }: Decider & { id: string },
): Promise<Deposit> {
  const { db, clock, accounts } = deps
  const { houseKind, houseParty, amount, currency, memberId } = await loadSuspended(db, id)
  const house = await accounts.house(houseKind, houseParty, currency)
  const suspense = await accounts.house('suspense', houseKind, currency)
  return db.beginFor(memberId ?? id, async (tx) => {
    const deposit = (await lockDeposit(tx, { id, turn: turnOf(house, amount) }))!
    if (deposit.state !== 'suspended')
      throw new OperatorRefused(`Deposit ${id} is ${deposit.state}; nothing was moved.`)
    const at = clock.now()
    if (deposit.memberId !== null) await deps.lockMember(tx, deposit.memberId)
    await setReturned(tx, { id, note, at })
    if (deposit.memberId !== null && deposit.statementSeq !== null)
      await deps.failRow(tx, deposit.memberId, deposit.statementSeq)
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'deposits.giveBack',
      subject: id,
      before: { state: deposit.state, why: deposit.why },
      after: { state: 'returned', why: note },
    })
    const reverses = leg(id, 1)
    const money = { amount, currency }
    await postAll(tx, at, [
      { idem: leg(id, 3), debit: suspense, credit: house, money, kind: 'correction', reverses },
    ])
    return deposit
  })
}

/** A deposit that waits for a place, or a refusal that says what became of it. */
async function loadSuspended(db: Db, id: string): Promise<Deposit> {
  const deposit = await findDeposit(db, id)
  if (!deposit) throw new OperatorRefused(`There is no deposit ${id}.`)
  if (deposit.state !== 'suspended')
    throw new OperatorRefused(`Deposit ${id} is ${deposit.state}; nothing was moved.`)
  return deposit
}
