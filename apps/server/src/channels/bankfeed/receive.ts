import { dayMs, minuteMs, secondMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Delivery, CommitDelivery, Webhook, WebhookAnswer } from '#core/webhooks/serve.ts'
import { verifyWebhook, type WebhookSecrets } from '#core/webhooks/signature.ts'
import { findByTransfer } from '#money/deposits/report-store.ts'
import { partyOf, type Arrival } from '#outside/arrival.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import type { BankEvent, MessageReading } from '#outside/bank/event.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import type { Settings } from '#settings/registry.ts'
import { matchPayer, type MatchDeps } from './match.ts'
import { takeReport, type TakeDeps } from './other-payer.ts'
import { listOwnAccounts, trustOf, type OwnAccount } from './own-accounts.ts'
import { insertUnread } from './store.ts'

export type BankfeedDeps = MatchDeps &
  TakeDeps & {
    db: Db
    clock: Clock
    log: Pick<Log, 'warn' | 'error'>
    readSettings: () => Promise<Settings>
    statements: StatementClient | null
  }

type Source = 'bank' | 'sms'

/** How one source is verified and read. */
export type SourceOf = {
  path: Webhook['path']
  source: Source
  secrets: WebhookSecrets | null
  read: (body: Uint8Array) => MessageReading
}

const accepted: WebhookAnswer = { status: 200, body: { received: true } }

/** S38: messages of the bank's watcher and of the phone with the banks' SMS, each under its own secret. */
export function bankWebhooks(deps: BankfeedDeps, sources: readonly SourceOf[]): Webhook[] {
  return sources.map((from) => ({
    path: from.path,
    authenticate: (delivery) => authenticate(deps, from, delivery),
  }))
}

/** An unsigned request learns nothing. */
function authenticate(
  deps: BankfeedDeps,
  from: SourceOf,
  { body, header, requestId }: Delivery,
): WebhookAnswer | CommitDelivery {
  const { source, secrets } = from
  if (!secrets) return { status: 404, body: {} }
  const verified = verifyWebhook(deps.clock, secrets, {
    body,
    eventId: header('x-event-id'),
    timestamp: header('x-timestamp'),
    signature: header('x-signature'),
  })
  if (!verified.ok) {
    deps.log.warn(
      { requestId, source, why: verified.why },
      'a webhook was not signed as it must be',
    )
    return { status: 401, body: {} }
  }
  return () => take(deps, from, { body, eventId: verified.eventId, requestId })
}

/** Replies 200 only once it is committed, so that the sender repeats a lost message. */
async function take(
  deps: BankfeedDeps,
  { source, read }: SourceOf,
  { body, eventId, requestId }: Pick<Delivery, 'body' | 'requestId'> & { eventId: string },
): Promise<WebhookAnswer> {
  const message = read(body)
  if (message.outcome === 'ignored') return accepted
  const arrival = await readMessage(deps, message, { source, eventId, requestId })
  if (arrival === null) return accepted
  if (typeof arrival === 'string') {
    const text = Buffer.from(body).toString('utf8')
    const receivedAt = deps.clock.now()
    await insertUnread(deps.db, { source, eventId, text, why: arrival, receivedAt })
    deps.log.error({ requestId, source }, 'a bank message needs an operator')
    return accepted
  }
  const known = isTooOld(deps.clock, arrival) ? waitsForPerson(arrival) : arrival
  await takeReport(deps, { ...known, trust: await trustOf(deps, known) })
  return accepted
}

/**
 * A feed or a phone that was away for weeks still reports what came meanwhile. What it dates before that is an old
 * message, or one that somebody made up: a person decides, and an item says so. A statement may be read of any day.
 */
const reportedWithinMs = 45 * dayMs

function isTooOld(clock: Clock, { paidAt }: Arrival): boolean {
  return clock.now().getTime() - paidAt.getTime() > reportedWithinMs
}

const waitsForPerson = (arrival: Arrival): Arrival => ({ ...arrival, memberId: null, hold: 'late' })

/** The arrival, or the reason an operator must look at it; null if there is nothing to do. */
function readMessage(
  deps: BankfeedDeps,
  message: MessageReading,
  by: Omit<ReportedEvent, 'event'>,
): Promise<Arrival | string | null> | string {
  if (message.outcome === 'money') return findArrival(deps, { event: message.event, ...by })
  return message.outcome === 'left' ? whyLeft(deps, message.event) : message.why
}

/** A bank reports a reversed transfer as money leaving the account under the same reference. */
async function whyLeft(
  deps: BankfeedDeps,
  { bank, account, reference, money }: BankEvent,
): Promise<string | null> {
  const party = partyOf({ bankCode: bank, bankAccountNo: account })
  const deposit = await findByTransfer(deps.db, {
    reference: reference!,
    party,
    amount: money.amount,
  })
  return deposit && `the transfer of deposit ${deposit} has left again: taken back by the bank?`
}

export type ReportedEvent = { event: BankEvent; source: Source; eventId: string; requestId: string }

/** The arrival that an event reports, or the reason it is none. */
export async function findArrival(
  deps: BankfeedDeps,
  { event, source, eventId, requestId }: ReportedEvent,
): Promise<Arrival | string> {
  if (await isOfGateway(deps, event))
    return `${event.bank} x${event.account} is an account of a gateway, which reports it`
  const party = await findParty(deps, event)
  if (party === null)
    return `${event.bank} x${event.account} matches none of the operator's accounts, or several`
  const { bank, payer, reference, paidAt, money, isTimeless = false } = event
  return {
    channel: source,
    eventId: eventOfWords(event, eventId),
    references: reference === null ? [] : [reference],
    house: { kind: 'bank', party },
    ...(await matchPayer(deps, { payer, money, paidAt: judgedAt(event, source) })),
    money,
    paidAt,
    // An event with a reference is found by it: looking back would take an earlier transfer for this one.
    ...(isTimeless && reference === null
      ? { paidFrom: new Date(paidAt.getTime() - smsLateMs(bank)) }
      : {}),
    ...(source === 'bank' ? { paidTo: new Date(paidAt.getTime() + smsLateMs(bank)) } : {}),
    payer,
    from: payer.bank ?? 'bank',
    actor: `system:${source === 'bank' ? 'bank' : 'bank-sms'}`,
    requestId,
  }
}

/**
 * A member's details must not be newer than this instant. An SMS gives only the minute, and a member who registers
 * and pays in one minute is trusted; an SMS without a time may report a transfer from hours before.
 */
function judgedAt({ bank, paidAt, isTimeless = false }: BankEvent, source: Source): Date {
  if (isTimeless) return new Date(paidAt.getTime() - smsLateMs(bank))
  return source === 'sms' ? new Date(paidAt.getTime() + minuteMs - secondMs) : paidAt
}

/**
 * Phones forward an SMS twice under two ids. Equal text with a balance is one transfer, whatever the ids. Equal text
 * without a balance may be two honest transfers or one sent twice: both event ids start with the same digest, which
 * settling checks.
 */
export function eventOfWords({ words }: Pick<BankEvent, 'words'>, eventId: string): string {
  if (!words) return eventId
  return words.hasBalance ? words.digest : `${words.digest}:${eventId}`
}

type AccountNumber = Pick<OwnAccount, 'bankCode' | 'bankAccountNo'>

function isOfAccount({ bank, account }: BankEvent, own: AccountNumber): boolean {
  return own.bankCode === bank && own.bankAccountNo.endsWith(account)
}

/** Gateways report what is paid into their accounts: crediting a bank's report of it would credit it twice. */
async function isOfGateway({ readSettings }: BankfeedDeps, event: BankEvent): Promise<boolean> {
  const accounts = (await readSettings())['deposit.accounts']
  return accounts.some((one) => one.bankType !== 'bank' && isOfAccount(event, one))
}

/** A feed names the whole account; an SMS only its end, which must match exactly one of the operator's accounts. */
async function findParty(deps: BankfeedDeps, event: BankEvent): Promise<string | null> {
  const { bank, account } = event
  const known = (await listOwnAccounts(deps.readSettings)).filter((one) => isOfAccount(event, one))
  const [party, ...others] = new Set(known.map((one) => one.party))
  if (others.length > 0) return null
  // An account that a signed feed names in full is the operator's, even if members are no longer sent there.
  const isWhole = account.length >= wholeAccountMin
  return party ?? (isWhole ? partyOf({ bankCode: bank, bankAccountNo: account }) : null)
}

const wholeAccountMin = 8
