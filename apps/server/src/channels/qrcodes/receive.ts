import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Money } from '@kapao/contract/money'
import { minuteMs } from '@kapao/contract/times'
import {
  transferReference,
  type Arrival,
  type SuspenseReason,
  type Settle,
} from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import type { GatewayPayment } from '#outside/gateways/client.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { askAfterEndMs } from './cancel.ts'
import { type Code, findCode, setEnded } from './codes/store.ts'
import { type ConfirmDeps, confirm, isSameMoney, keepWaiting, noteOdd, trust } from './confirm.ts'
import {
  moneyOf,
  notePayment,
  type Payment,
  setDecided,
  setSettled,
} from './payments/payment-store.ts'
import { setConfirmed } from './payments/proof-store.ts'

export type ReceiveDeps = ConfirmDeps & {
  settle: Settle
  /** Failpoint: tests end the process here; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
}

type PaymentReport = {
  provider: string
  paid: GatewayPayment
  /** True if the gateway stated it when asked; a webhook has to be confirmed. */
  isConfirmed: boolean
  /** The message itself is suspicious. */
  isOdd?: boolean
  requestId: string
}

/** Clocks differ by less. */
const clocksMs = 5 * minuteMs

/**
 * Takes in a payment that a gateway reports: records it, then settles it. A repeated report, through whatever way,
 * changes nothing; a contradiction is listed, and a payment not booked yet is asked about once more.
 */
export async function receiveReport(deps: ReceiveDeps, report: PaymentReport): Promise<void> {
  const { db, clock } = deps
  const { paid, isConfirmed, requestId } = report
  const recorded = await notePayment(db, { ...report, at: clock.now() })
  await deps.failpoint('payment.recorded')
  await listContradiction(deps, recorded, paid)
  const isNews = isConfirmed && !recorded.isConfirmed
  const payment = (isNews && (await setConfirmed(db, recorded, paid))) || recorded
  await settlePayment(deps, payment, {
    isReported: !isConfirmed,
    isOdd: report.isOdd ?? false,
    requestId,
  })
}

/** The same for all payments in one answer. A payment that appears with two amounts is not confirmed. */
export async function receiveAsked(
  deps: ReceiveDeps,
  asked: { provider: string; payments: readonly GatewayPayment[]; requestId: string },
): Promise<void> {
  const { provider, payments, requestId } = asked
  for (const paid of payments) {
    const isConfirmed = payments.every(
      (one) => one.payment !== paid.payment || isSameMoney(one.money, paid.money),
    )
    await receiveReport(deps, { provider, paid, isConfirmed, isOdd: !isConfirmed, requestId })
  }
}

/** F22: another amount or reference under the same name is listed for operators in any case. */
async function listContradiction(
  deps: ReceiveDeps,
  recorded: Payment,
  { money, reference, amountText }: GatewayPayment,
): Promise<void> {
  // What a person has decided it came to does not contradict the same report.
  const isSame = recorded.amountText === amountText || isSameMoney(moneyOf(recorded), money)
  if (recorded.reference === reference && isSame) return
  const isRefused = recorded.state === 'refused'
  const why = isRefused
    ? `an operator decided that nothing came, then it was reported as ${amountText} for ${reference}`
    : `reported as ${recorded.amountText} for ${recorded.reference}, then as ${amountText} for ${reference}`
  const kind = isRefused ? 'finding.reported-refused' : 'finding.reported-otherwise'
  const details = { reportedThen: amountText, referenceThen: reference }
  await noteOdd(deps, recorded, { why, kind, details })
}

type SettleOptions = {
  /**
   * A gateway reports it now and waits for the reply; it may have to be trusted if it cannot be confirmed at once.
   */
  isReported: boolean
  isOdd: boolean
  requestId: string
}
/** The request id of payments that the jobs find. */
export const jobRequest = 'job'
const byJob: SettleOptions = { isReported: false, isOdd: false, requestId: jobRequest }

/**
 * Settles a recorded payment as a deposit. Safe to call twice, concurrently, and after any crash: `settle` knows it
 * by its name.
 */
export async function settlePayment(
  deps: ReceiveDeps,
  recorded: Payment,
  options: SettleOptions = byJob,
): Promise<void> {
  const { db, clock } = deps
  if (recorded.state === 'settled' || recorded.state === 'refused') return
  const code = recorded.code === null ? null : await findCode(db, recorded.code)
  await listOddTime(deps, recorded, code)
  const payment = recorded.isDecided ? recorded : await decide(deps, recorded, { code, options })
  if (!payment) return

  const money = moneyOf(payment)!
  const member = code && (await findMember(db, code.memberId))
  const { requestId } = options
  const settled = await deps.settle(paymentArrivalOf(payment, { code, member, money, requestId }))
  await deps.failpoint('payment.booked')
  const at = clock.now()
  await setSettled(db, payment, { deposit: settled.id, at })
  if (code)
    await setEnded(db, code.id, {
      state: 'paid',
      at,
      nextAt: new Date(at.getTime() + askAfterEndMs),
    })
  if (settled.differs) {
    const why = 'another channel reported another amount or account for the same transfer'
    await noteOdd(deps, payment, { why, kind: 'finding.channels-differ' })
  }
}

/**
 * Decides the amount to book; null while it is unknown. The gateway is asked first; only if it does not answer may
 * its message suffice, within its bound. The decision is recorded before it is booked, so that no operator decides
 * otherwise meanwhile, and a process that resumes late books nothing outdated.
 */
async function decide(
  deps: ReceiveDeps,
  recorded: Payment,
  { code, options }: { code: Code | null; options: SettleOptions },
): Promise<Payment | null> {
  const { isReported, isOdd } = options
  const isKnown = recorded.isConfirmed && moneyOf(recorded) !== null
  const proof = isKnown
    ? ({ outcome: 'confirmed', payment: recorded } as const)
    : await confirm(deps, recorded, { isHurried: isReported })
  if (proof.outcome === 'open') return null
  await deps.failpoint('payment.judged')
  if (proof.outcome === 'unanswered') {
    const trusted = isReported && !isOdd ? await trust(deps, recorded, code) : null
    if (!trusted) await keepWaiting(deps, recorded, proof.why)
    return trusted
  }
  const { payment } = proof
  const isDecided = await setDecided(deps.db, payment, {
    money: moneyOf(payment)!,
    at: deps.clock.now(),
  })
  return isDecided ? payment : null
}

/**
 * The booked time of payment: never before its code, nor after its report was received, whatever the gateway says.
 */
function paidAtOf({ paidAt, createdAt }: Payment, code: Code | null): Date {
  const latest = paidAt > createdAt ? createdAt : paidAt
  return code && latest < code.createdAt ? code.createdAt : latest
}

/** A payment before its code existed, or in the future, is an error or a lie. */
async function listOddTime(deps: ReceiveDeps, payment: Payment, code: Code | null): Promise<void> {
  const aside = paidAtOf(payment, code).getTime() - payment.paidAt.getTime()
  if (Math.abs(aside) <= clocksMs) return
  const paidAt = payment.paidAt.toISOString()
  const why = `the gateway says that it was paid at ${paidAt}, when its code could not be paid`
  await noteOdd(deps, payment, { why, kind: 'finding.time-impossible', details: { paidAt } })
}

type Owner = { code: Code | null; member: Member | null; money: Money; requestId: string }

function paymentArrivalOf(payment: Payment, { code, member, money, requestId }: Owner): Arrival {
  const { provider, payment: id, transferBank, transferReference: transfer } = payment
  const { payerName } = payment
  const payer = payerIn(payment)
  return {
    channel: 'qr',
    eventId: `${provider}:${id}`,
    references: [
      `gateway:${provider}:${id}`,
      ...(transferBank && transfer ? [transferReference(transferBank, transfer)] : []),
    ],
    house: { kind: 'gateway', party: provider },
    memberId: member?.id ?? null,
    hold: holdOf({ code, member, currency: money.currency, payer }),
    money,
    paidAt: paidAtOf(payment, code),
    payer: { bank: payer.bank, name: payerName ?? undefined },
    from: provider,
    actor: `system:gateway-${provider}`,
    requestId,
  }
}

function payerIn({ payerBank, payerAccount, payerName }: Payment): Payer {
  return { bank: bankCodeOf(payerBank), account: payerAccount, name: payerName }
}

/** Whether money that was received for it would wait for its owner, as anything between strangers does. */
export function waitsForOwner(payment: Payment, code: Code | null, member: Member | null): boolean {
  const currency = moneyOf(payment)?.currency ?? code?.currency
  return holdOf({ code, member, currency, payer: payerIn(payment) }) !== null
}

type JudgedPayment = Pick<Owner, 'code' | 'member'> & { currency: string | undefined; payer: Payer }

/**
 * Late, cancelled and wrong amounts are credited to the member all the same; money from another person's account is
 * not.
 */
function holdOf({ code, member, currency, payer }: JudgedPayment): SuspenseReason | null {
  if (!code || !member) return 'unknown-member'
  if (currency !== member.currency) return 'currency'
  return paysFromOwnAccount(payer, member) ? null : 'wrong-payer'
}

type Payer = { bank: string | undefined; account: string | null; name: string | null }

/** Uses this system's bank codes, whichever code was reported. */
export function payerOf({ payer: { bank, account, name } }: GatewayPayment): Payer {
  return { bank: bankCodeOf(bank), account: account ?? null, name: name ?? null }
}

const visibleMin = 3

/**
 * DEP-Q10: whether a payment may come from the registered account, as far as the gateway reports it. Banks hide
 * digits behind x or *, at their place: the visible ones must agree, counted from the end. A missing account
 * contradicts nothing.
 */
export function paysFromOwnAccount(payer: Payer, registered: Member): boolean {
  if (payer.bank !== undefined && payer.bank !== registered.bankCode) return false
  if (payer.account === null) return true
  const shown = [...payer.account.replaceAll(/[^0-9xX*]/g, '')].toReversed()
  const visible = shown.filter((sign) => /\d/.test(sign)).length
  if (visible < visibleMin) return true
  const own = [...registered.bankAccountNo].toReversed()
  if (shown.length > own.length) return false
  return shown.every((sign, at) => !/\d/.test(sign) || sign === own[at])
}
