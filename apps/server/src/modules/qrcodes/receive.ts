import type { Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import type { Arrival, HoldReason, Settle } from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import type { Paid } from '#outside/gateways/client.ts'
import { type Code, findCode, setEnded } from './codes/store.ts'
import { type ConfirmDeps, confirm, isSameMoney, keepWaiting, trust } from './confirm.ts'
import type { Member, Step } from './create.ts'
import { noteFinding } from './findings-store.ts'
import {
  moneyOf,
  notePayment,
  type Payment,
  setDecided,
  setSettled,
} from './payments/payment-store.ts'
import { setConfirmed } from './payments/proof-store.ts'

export type ReceiveDeps = ConfirmDeps & {
  findMember: (on: Queryable, id: string) => Promise<Member | null>
  settle: Settle
  /** How a bank transfer is named in every channel that sees it. */
  nameTransfer: (bank: string, reference: string) => string
  /** Where tests end the process; nothing anywhere else. */
  passStep: (step: Step) => Promise<void>
}

type Told = {
  provider: string
  paid: Paid
  /** True when the gateway has said so when asked; what it says by itself has to be confirmed. */
  isConfirmed: boolean
  /** Something about how it was told is odd. */
  isOdd?: boolean
  requestId: string
}

/** Clocks differ by less. */
const clocksMs = 5 * 60_000

/**
 * Takes in what a gateway says that it has received: notes it, then has it settled. Told again, through whatever way, it
 * changes nothing; what contradicts the first telling is listed, and what stands there unbooked is asked about once more.
 */
export async function receive(deps: ReceiveDeps, told: Told): Promise<void> {
  const { db, clock } = deps
  const { paid, isConfirmed, requestId } = told
  const noted = await notePayment(db, { ...told, at: clock.now() })
  await deps.passStep('qr-noted')
  await listContradiction(deps, noted, paid)
  const isNews = isConfirmed && !noted.isConfirmed
  const payment = (isNews && (await setConfirmed(db, noted, paid))) || noted
  await settlePayment(deps, payment, {
    isTold: !isConfirmed,
    isOdd: told.isOdd ?? false,
    requestId,
  })
}

/** The same for all that they said in one answer. Of a payment that stands there with two amounts nothing is confirmed. */
export async function receiveAsked(
  deps: ReceiveDeps,
  asked: { provider: string; payments: readonly Paid[]; requestId: string },
): Promise<void> {
  const { provider, payments, requestId } = asked
  for (const paid of payments) {
    const isConfirmed = payments.every(
      (one) => one.payment !== paid.payment || isSameMoney(one.money, paid.money),
    )
    await receive(deps, { provider, paid, isConfirmed, isOdd: !isConfirmed, requestId })
  }
}

/** F22: another amount or reference under the same name is for a person to see, whatever comes of it. */
async function listContradiction(
  { db, clock }: ReceiveDeps,
  noted: Payment,
  { money, reference, told }: Paid,
): Promise<void> {
  if (noted.reference === reference && isSameMoney(moneyOf(noted), money)) return
  const what =
    noted.state === 'refused'
      ? `a person said that nothing came of it, then it was told as ${told} for ${reference}`
      : `told as ${noted.told} for ${noted.reference}, then as ${told} for ${reference}`
  const about = noted.payment
  await noteFinding(db, { provider: noted.provider, about, what, at: clock.now() })
}

type How = {
  /** Somebody tells it now and waits for our answer; it may have to be believed if it cannot be confirmed at once. */
  isTold: boolean
  isOdd: boolean
  requestId: string
}
/** For what the jobs find. */
export const jobRequest = 'job'
const byJob: How = { isTold: false, isOdd: false, requestId: jobRequest }

/** Brings a noted payment to its deposit. Safe to call twice, at once, and after any death: `settle` knows it by its name. */
export async function settlePayment(
  deps: ReceiveDeps,
  noted: Payment,
  how: How = byJob,
): Promise<void> {
  const { db, clock } = deps
  if (noted.state === 'settled' || noted.state === 'refused') return
  const code = noted.code === null ? null : await findCode(db, noted.code)
  await listOddTime(deps, noted, code)
  const payment = noted.isDecided ? noted : await decide(deps, noted, { code, how })
  if (!payment) return

  const money = moneyOf(payment)!
  const member = code && (await deps.findMember(db, code.memberId))
  const { requestId } = how
  const settled = await deps.settle(arrivalOf(deps, payment, { code, member, money, requestId }))
  await deps.passStep('qr-settled')
  const at = clock.now()
  await setSettled(db, payment, { deposit: settled.id, at })
  if (code)
    await setEnded(db, code.id, { state: 'paid', at, nextAt: new Date(at.getTime() + 60_000) })
  if (settled.differs) {
    const what = 'another channel told another amount or account of the same transfer'
    await noteFinding(db, { provider: payment.provider, about: payment.payment, what, at })
  }
}

/**
 * What is to be booked of a payment; null while nobody can say. The gateway is asked first; only where it does not answer may its word
 * be enough, up to its bound. It is written down before it is booked, so that no person decides otherwise meanwhile, and a process that
 * has been away books nothing that is not so any more.
 */
async function decide(
  deps: ReceiveDeps,
  noted: Payment,
  { code, how }: { code: Code | null; how: How },
): Promise<Payment | null> {
  const { isTold, isOdd } = how
  const isKnown = noted.isConfirmed && moneyOf(noted) !== null
  const proof = isKnown
    ? ({ outcome: 'confirmed', payment: noted } as const)
    : await confirm(deps, noted, { isHurried: isTold })
  if (proof.outcome === 'open') return null
  await deps.passStep('qr-weighed')
  if (proof.outcome === 'unanswered') {
    const trusted = isTold && !isOdd ? await trust(deps, noted, code) : null
    if (!trusted) await keepWaiting(deps, noted, proof.why)
    return trusted
  }
  const { payment } = proof
  const isDecided = await setDecided(deps.db, payment, {
    money: moneyOf(payment)!,
    at: deps.clock.now(),
  })
  return isDecided ? payment : null
}

/** When it is booked as paid: never before its code, nor after we heard of it, whatever they say. */
function paidAtOf({ paidAt, createdAt }: Payment, code: Code | null): Date {
  const latest = paidAt > createdAt ? createdAt : paidAt
  return code && latest < code.createdAt ? code.createdAt : latest
}

/** Nobody pays a code that is not there yet, nor tomorrow: who says so is wrong or lies. */
async function listOddTime({ db, clock }: ReceiveDeps, payment: Payment, code: Code | null) {
  const aside = paidAtOf(payment, code).getTime() - payment.paidAt.getTime()
  if (Math.abs(aside) <= clocksMs) return
  const { provider, payment: about, paidAt } = payment
  const what = `they say that it was paid at ${paidAt.toISOString()}, when its code could not be paid`
  await noteFinding(db, { provider, about, what, at: clock.now() })
}

type Owner = { code: Code | null; member: Member | null; money: Money; requestId: string }

function arrivalOf(
  { nameTransfer }: ReceiveDeps,
  payment: Payment,
  { code, member, money, requestId }: Owner,
): Arrival {
  const { provider, payment: id, transferBank, transferReference: transfer } = payment
  const { payerBank, payerAccount, payerName } = payment
  const payer = { bank: bankCodeOf(payerBank), account: payerAccount, name: payerName }
  return {
    channel: 'qr',
    eventId: `${provider}:${id}`,
    references: [
      `gateway:${provider}:${id}`,
      ...(transferBank && transfer ? [nameTransfer(transferBank, transfer)] : []),
    ],
    house: { kind: 'gateway', party: provider },
    memberId: member?.id ?? null,
    hold: holdOf({ code, member, money, payer }),
    money,
    paidAt: paidAtOf(payment, code),
    payer: { bank: payer.bank, name: payerName ?? undefined },
    from: provider,
    actor: `system:gateway-${provider}`,
    requestId,
  }
}

type Judged = Pick<Owner, 'code' | 'member' | 'money'> & { payer: Payer }

/** Late, cancelled and wrong amounts are the member's all the same; somebody else's account is not. */
function holdOf({ code, member, money, payer }: Judged): HoldReason | null {
  if (!code || !member) return 'unknown-member'
  if (money.currency !== member.currency) return 'currency'
  return paysFromOwnAccount(payer, member) ? null : 'wrong-payer'
}

type Payer = { bank: string | undefined; account: string | null; name: string | null }

/** How banks are called here, however they are told. */
export function payerOf({ payer: { bank, account, name } }: Paid): Payer {
  return { bank: bankCodeOf(bank), account: account ?? null, name: name ?? null }
}

const visibleMin = 3

/**
 * DEP-Q10: whether a payment may come from the registered account, as far as the gateway tells. Banks hide digits behind x
 * or *, at their place: those that are seen must agree, counted from the end. Who tells nothing has not contradicted it.
 */
export function paysFromOwnAccount(payer: Payer, registered: Member): boolean {
  if (payer.bank !== undefined && payer.bank !== registered.bankCode) return false
  if (payer.account === null) return true
  const told = [...payer.account.replaceAll(/[^0-9xX*]/g, '')].toReversed()
  const visible = told.filter((sign) => /\d/.test(sign)).length
  if (visible < visibleMin) return true
  const own = [...registered.bankAccountNo].toReversed()
  if (told.length > own.length) return false
  return told.every((sign, at) => !/\d/.test(sign) || sign === own[at])
}
