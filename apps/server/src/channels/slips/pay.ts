import { minuteMs } from '@kapao/contract/times'
import type { Db } from '#core/db/db.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { listArrived } from '#money/deposits/booked-store.ts'
import { findUnplaced, setOtherPayer } from '#money/deposits/report-store.ts'
import {
  bankOfParty,
  transferReference,
  type Arrival,
  type SettledArrival,
  type SuspenseComparison,
} from '#outside/arrival.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import type { CheckDeps, SlipTransfer, PaidDeposit, SlipEnd, SlipMoney } from './check-deps.ts'
import type { Slip } from './store.ts'

/** The money of a slip whose transfer the bank has confirmed. */
export function moneyOf(slip: Slip): SlipMoney {
  const { id, bank, transRef, memberId, amount, currency, arrival } = slip
  return {
    slipId: id,
    bank: arrival!.bankUntold ? null : bank!,
    transRef: transRef!,
    memberId,
    hold: arrival!.hold ?? null,
    money: { amount: amount!, currency },
    arrival: arrival!,
    compared: null,
  }
}

/**
 * I10: named by the bank's own reference, so that the same transfer reported by the bank's feed or an SMS is taken in
 * once.
 */
function arrivalOf(slip: SlipMoney): Arrival {
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

const stateFor: Record<SettledArrival['state'], PaidDeposit['state']> = {
  credited: 'credited',
  suspended: 'suspended',
  // It may wait again.
  refused: 'suspended',
  returned: 'returned',
  // What was credited and taken back is not credited by its slip either.
  taken: 'returned',
}

/** Takes the money of a slip in once, whichever channel reported the transfer before; a second call moves nothing. */
export async function pay(
  { db, log, settle }: Pick<CheckDeps, 'db' | 'log' | 'settle'>,
  slip: SlipMoney,
): Promise<PaidDeposit> {
  const arrival = arrivalOf(slip)
  const settled = await settle(arrival)
  const isAnothers = settled.state === 'credited' && settled.memberId !== slip.memberId
  // The showing member fits as well: an operator has to find out who paid.
  if (isAnothers && slip.hold === null && (await setOtherPayer(db, arrival)))
    log.error({ deposit: settled.id }, 'another member shows a slip of a deposit, and fits it')
  return {
    state: stateFor[settled.state],
    depositId: settled.id,
    memberId: settled.memberId,
    why: settled.why,
  }
}

/** An unassigned deposit in suspense that is the money of a slip, and what was reported of its payer. */
export async function findUnplacedFor(db: Db, slip: SlipMoney): Promise<SuspenseComparison | null> {
  const house = await accountBook(db).house('bank', slip.arrival.party, slip.money.currency)
  return findUnplaced(db, arrivalOf(slip), house.id)
}

const clocksApartMs = 10 * minuteMs

/**
 * Whether a deposit of this transfer is booked at one of the operator's accounts, by its full reference, or by one
 * without the sending bank.
 */
export async function isInBooks(
  db: Db,
  { bank, transRef, party, money, at }: SlipTransfer,
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
  { db, push, log }: Pick<CheckDeps, 'db' | 'push' | 'log'>,
  { id, memberId }: Slip,
  status: SlipEnd,
): Promise<void> {
  try {
    const wallet = walletOf(await listBalances(db, memberId))
    push(memberId, 'deposit', { _id: id, status, seq: Number(wallet?.seq ?? 0n) })
  } catch (error) {
    log.warn({ err: error }, 'a member could not be notified of a slip')
  }
}
