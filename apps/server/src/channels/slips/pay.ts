import type { Db, Queryable } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { PushTo } from '#core/live/push.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { bankOfParty, transferReference, type Arrival, type Settle } from '#outside/arrival.ts'
import type { Named, Paid, SlipEnd, SlipMoney } from './check-deps.ts'

export type PayDeps = {
  db: Db
  log: Pick<Log, 'error'>
  settle: Settle
  /** Records that this report contradicts the credited member; false if that was recorded before. */
  setOtherPayer: (on: Queryable, arrival: Arrival) => Promise<boolean>
  /** How long after a transfer this bank's SMS without a time may arrive. */
  smsLateMs: (bank: string) => number
}

/**
 * I10: named by the bank's own reference, so that the same transfer reported by the bank's feed or an SMS is taken in
 * once.
 */
export function slipArrivalOf(slip: SlipMoney, smsLateMs: PayDeps['smsLateMs']): Arrival {
  const { party, paidAt, payer, from } = slip.arrival
  return {
    channel: 'slip',
    eventId: slip.slipId,
    references: [transferReference(slip.bank, slip.transRef)],
    house: { kind: 'bank', party },
    memberId: slip.hold === 'unknown-payer' ? null : slip.memberId,
    hold: slip.hold,
    money: slip.money,
    paidAt: new Date(paidAt),
    paidTo: new Date(Date.parse(paidAt) + smsLateMs(bankOfParty(party))),
    payer,
    compared: slip.compared,
    from,
    actor: 'system:slips',
    requestId: slip.slipId,
  }
}

/** Takes the money of a slip in once, whichever channel reported the transfer before; a second call moves nothing. */
export async function pay(deps: PayDeps, slip: SlipMoney): Promise<Paid> {
  const { db, log, settle, setOtherPayer } = deps
  const arrival = slipArrivalOf(slip, deps.smsLateMs)
  const settled = await settle(arrival)
  const isAnothers = settled.state === 'credited' && settled.memberId !== slip.memberId
  // The showing member fits as well: an operator has to find out who paid.
  if (isAnothers && slip.hold === null && (await setOtherPayer(db, arrival)))
    log.error({ deposit: settled.id }, 'another member shows a slip of a deposit, and fits it')
  return {
    // A deposit that was credited and taken back is not credited by its slip either.
    state: settled.state === 'taken' ? 'returned' : settled.state,
    depositId: settled.id,
    memberId: settled.memberId,
    why: settled.why,
  }
}

export type BooksDeps = {
  db: Db
  listArrived: (
    on: Queryable,
    wanted: { house: bigint; from: Date; to: Date },
  ) => Promise<{ amount: bigint; references: string[] }[]>
}

const clocksApartMs = 10 * 60_000

/** Matches by the full reference, or by one without the sending bank. */
export async function isInBooks(
  { db, listArrived }: BooksDeps,
  { bank, transRef, party, money, at }: Named,
): Promise<boolean> {
  const house = await accountBook(db).house('bank', party, money.currency)
  const arrived = await listArrived(db, {
    house: house.id,
    from: new Date(at.getTime() - clocksApartMs),
    to: new Date(at.getTime() + clocksApartMs),
  })
  const names = [transferReference(bank, transRef), transferReference(null, transRef)]
  return arrived.some(
    ({ amount, references }) =>
      amount === money.amount && references.some((name) => names.includes(name)),
  )
}

/** The deposits notify members of their money; the slip that has ended is named by its own id. */
export async function notifyEnded(
  { db, push, log }: { db: Db; push: PushTo; log: Pick<Log, 'warn'> },
  { id, memberId, status }: { id: string; memberId: string; status: SlipEnd },
): Promise<void> {
  try {
    const wallet = walletOf(await listBalances(db, memberId))
    push(memberId, 'deposit', { _id: id, status, seq: Number(wallet?.seq ?? 0n) })
  } catch (error) {
    log.warn({ err: error }, 'a member could not be notified of a slip')
  }
}
