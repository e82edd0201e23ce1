import { moneyFromText } from '@kapao/contract/money'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Settle, SettledArrival } from '#outside/arrival.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import { hintsIn } from '#outside/bank/hints.ts'
import { wrongField } from '#core/console/work/fields.ts'
import type { Settings } from '#settings/registry.ts'
import type { FullUnread } from '../desk-store.ts'
import { listOwnAccounts, trustOf } from '../own-accounts.ts'
import { eventOfWords } from '../receive.ts'
import { setSeen } from '../store.ts'

export type BookDeps = {
  db: Db
  clock: Clock
  settle: Settle
  readSettings: () => Promise<Settings>
  statements: StatementClient | null
}

/** What an operator has read in a message. */
type ReadByPerson = AuditContext & { party: string; amount: string; paidAt: Date }

/** A message that states the time is that exact; otherwise it came up to six hours after the transfer. */
const exactMs = 15 * minuteMs
const lateMaxMs = 6 * hourMs
const reportedWithinMs = 45 * dayMs

/**
 * Books what an operator has read in a message as a deposit that waits for its owner; credits nothing. Settled like
 * any report of the message's source: a transfer that the statement or a slip has shown is not booked again, and the
 * statement's line finds what was booked here. A second call finds the first by the message.
 */
export async function bookUnread(
  deps: BookDeps,
  unread: FullUnread,
  { party, amount, paidAt, actor, requestId }: ReadByPerson,
): Promise<SettledArrival> {
  const own = (await listOwnAccounts(deps.readSettings)).find((one) => one.party === party)
  if (!own) wrongField('party')
  const money = moneyFromText(amount, own.currency)
  const hints = hintsIn(unread)
  // Nobody books another sum than the bank has written.
  const isNamed = hints.amounts.some(
    (text) => moneyFromText(text, own.currency)?.amount === money?.amount,
  )
  if (!money || money.amount <= 0n || !isNamed) wrongField('amount')
  refuseOtherTime(unread, paidAt)
  const isExact = Math.abs((hints.paidAt?.getTime() ?? 0) - paidAt.getTime()) < minuteMs
  const arrival = {
    channel: unread.source,
    eventId: eventOfWords(hints, unread.eventId),
    references: [],
    house: { kind: 'bank', party },
    memberId: null,
    hold: 'message',
    money,
    paidAt,
    paidFrom: new Date(paidAt.getTime() - (isExact ? exactMs : lateMaxMs)),
    paidTo: new Date(paidAt.getTime() + exactMs),
    from: 'bank',
    actor,
    requestId,
  } as const
  const settled = await deps.settle({ ...arrival, trust: await trustOf(deps, arrival) })
  if (settled.differs)
    throw new OperatorRefused(
      `This message was booked with another amount or account (deposit ${settled.id}).`,
      'other-amount',
    )
  await closeUnread(deps, unread, {
    action: 'bankfeed.booked',
    deposit: settled.id,
    actor,
    requestId,
  })
  return settled
}

/** It came before its message, and not weeks before. */
function refuseOtherTime({ receivedAt }: FullUnread, paidAt: Date): void {
  const beforeMs = receivedAt.getTime() - paidAt.getTime()
  if (beforeMs < -minuteMs || beforeMs > reportedWithinMs)
    throw new OperatorRefused(
      `The message came at ${receivedAt.toISOString()}, so the transfer was before that, not at ${paidAt.toISOString()}.`,
      'not-in-time',
    )
}

type Closure = AuditContext & {
  action: 'bankfeed.booked' | 'bankfeed.seen'
  deposit?: string | undefined
  why?: string | undefined
}

/** Takes a message off the list, once an operator has dealt with it. A second call refuses. */
export function closeUnread(
  { db, clock }: Pick<BookDeps, 'db' | 'clock'>,
  { eventId }: Pick<FullUnread, 'eventId'>,
  { action, deposit, why, actor, requestId }: Closure,
): Promise<void> {
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setSeen(tx, { eventId, by: actor, at })))
      throw new OperatorRefused(`There is no open message ${eventId}.`, 'ended-otherwise')
    const after = { ...(deposit && { deposit }), ...(why && { why }) }
    await recordAudit(tx, { at, actor, requestId, action, subject: eventId, after })
  })
}
