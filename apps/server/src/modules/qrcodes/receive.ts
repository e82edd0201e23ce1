import { moneyFromText, textOfMoney, type Money } from '@kapao/contract/money'
import type { Arrival, HoldReason } from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import type { Paid } from '#outside/gateways/client.ts'
import type { Member, QrDeps } from './create.ts'
import {
  moneyOf,
  notePayment,
  setAmended,
  setConfirmed,
  setDecided,
  setException,
  setSettled,
  setWaiting,
  type Payment,
} from './payment-store.ts'
import { findCode, noteFinding, setEnded, type Code } from './store.ts'

export type Told = {
  provider: string
  paid: Paid
  /** True when the gateway has said so when asked; what it says by itself may have to be confirmed. */
  isConfirmed: boolean
  /** Something about how it was told is odd. */
  isOdd?: boolean
  requestId: string
}

/** After so long a payment that its gateway does not confirm is for people. */
const unconfirmedMaxMs = 15 * 60_000

/**
 * Takes in what a gateway says that it has received: notes it, then has it settled. Told again, through whatever way, it
 * changes nothing; what contradicts the first telling is listed, and what stands there unbooked is asked about once more.
 */
export async function receive(deps: QrDeps, told: Told): Promise<void> {
  const { db, clock } = deps
  const { paid } = told
  const noted = await notePayment(db, { ...told, at: clock.now() })
  await deps.passStep('qr-noted')
  await listContradiction(deps, noted, paid)
  await settlePayment(deps, noted, { isOdd: told.isOdd ?? false, requestId: told.requestId })
}

/** The same for all that they said in one answer. Of a payment that stands there with two amounts nothing is confirmed. */
export async function receiveAsked(
  deps: QrDeps,
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

function isSameMoney(one: Money | null, other: Money | null): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency
}

/** F22: another amount or reference under the same name is for a person to see, whatever comes of it. */
async function listContradiction(
  { db, clock }: QrDeps,
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

const byJob = { isOdd: false, requestId: 'job' }

/** Brings a noted payment to its deposit. Safe to call twice, at once, and after any death: `settle` knows it by its name. */
export async function settlePayment(
  deps: QrDeps,
  noted: Payment,
  { isOdd, requestId }: { isOdd: boolean; requestId: string } = byJob,
): Promise<void> {
  const { db, clock } = deps
  if (noted.state === 'settled' || noted.state === 'refused') return
  const code = noted.code === null ? null : await findCode(db, noted.code)
  const payment = noted.isDecided ? noted : await decide(deps, noted, { code, isOdd })
  if (!payment) return

  const money = moneyOf(payment)!
  const member = code && (await deps.findMember(db, code.memberId))
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
 * What is to be booked of a payment; null while nobody can say. It is written down before it is booked, so that no person
 * decides otherwise meanwhile, and a process that has been away books nothing that is not so any more.
 */
async function decide(
  deps: QrDeps,
  noted: Payment,
  { code, isOdd }: { code: Code | null; isOdd: boolean },
): Promise<Payment | null> {
  const told = moneyOf(noted)
  const mustAsk =
    told === null ||
    (!noted.isConfirmed && (isOdd || (await mustBeConfirmed(deps, noted, { code, money: told }))))
  const payment = mustAsk ? await confirm(deps, noted) : noted
  const money = payment && moneyOf(payment)
  if (!money) return null
  await deps.passStep('qr-weighed')
  const isDecided = await setDecided(deps.db, payment, { money, at: deps.clock.now() })
  return isDecided ? payment : null
}

/** S39: large ones, and whatever is not exactly what was asked for while it was asked for. */
async function mustBeConfirmed(
  { readRules }: QrDeps,
  { provider, paidAt }: Payment,
  { code, money }: { code: Code | null; money: Money },
): Promise<boolean> {
  if (!code || code.amount !== money.amount || code.currency !== money.currency) return true
  if (code.state !== 'open' || code.expiresAt < paidAt) return true
  const { confirmFrom } = await readRules(provider)
  const limit = moneyFromText(confirmFrom, money.currency)
  return limit !== null && money.amount >= limit.amount
}

/**
 * The payment as the gateway states it when asked, where that is the same or what the code asks for. Not knowing keeps it
 * waiting; it is never dropped.
 */
async function confirm(deps: QrDeps, payment: Payment): Promise<Payment | null> {
  const { db, clock } = deps
  const money = moneyOf(payment)
  const client = deps.findClient(payment.provider)
  const asked = client ? await client.ask(payment.reference) : null
  const payments = asked?.outcome === 'found' ? asked.payments : []
  const stated = payments.filter((one) => one.payment === payment.payment)
  const [first] = stated
  if (first?.money && stated.every((one) => isSameMoney(one.money, first.money))) {
    if (isSameMoney(first.money, money)) {
      await setConfirmed(db, payment, first.money)
      return payment
    }
    await listAmended(deps, payment, first)
    const amended = await setAmended(db, payment, first)
    if (amended) return amended
  }
  if (stated.some((one) => one.money)) {
    await giveUp(deps, payment, wordsOf(payment, stated))
    return null
  }
  if (!money) {
    await giveUp(deps, payment, `${payment.told} cannot be booked`)
    return null
  }
  const why = asked && 'why' in asked ? asked.why : 'they do not know this payment'
  const isLate = clock.now().getTime() - payment.createdAt.getTime() > unconfirmedMaxMs
  if (isLate) await giveUp(deps, payment, `it was never confirmed: ${why}`)
  else await setWaiting(db, payment, why)
  return null
}

function wordsOf({ told }: Payment, stated: readonly Paid[]): string {
  const said = [...new Set(stated.map((one) => one.told))].join(' and ')
  return `they told ${told} by themselves, ${said} when asked`
}

/** What is booked all the same stays on the list of what people look at. */
async function listAmended({ db, clock }: QrDeps, payment: Payment, stated: Paid): Promise<void> {
  const { provider, payment: about } = payment
  await noteFinding(db, { provider, about, what: wordsOf(payment, [stated]), at: clock.now() })
}

/** What nobody may decide but a person; the payment stays where it can be seen. */
async function giveUp({ db, clock, log }: QrDeps, payment: Payment, why: string): Promise<void> {
  const { provider, payment: about } = payment
  log.error({ provider, payment: about, why }, 'a payment needs a person')
  await noteFinding(db, { provider, about, what: why, at: clock.now() })
  await setException(db, payment, why)
}

type Owner = { code: Code | null; member: Member | null; money: Money; requestId: string }

function arrivalOf(
  { nameTransfer }: QrDeps,
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
    paidAt: payment.paidAt,
    payer: { bank: payer.bank, name: payerName ?? undefined },
    from: provider,
    actor: `system:gateway-${provider}`,
    requestId,
  }
}

type Judged = Pick<Owner, 'code' | 'member' | 'money'> & {
  payer: Payer
}

/** Late, cancelled and wrong amounts are the member's all the same; somebody else's account is not. */
function holdOf({ code, member, money, payer }: Judged): HoldReason | null {
  if (!code || !member) return 'unknown-member'
  if (money.currency !== member.currency) return 'currency'
  return paysFromOwnAccount(payer, member) ? null : 'wrong-payer'
}

type Payer = { bank: string | undefined; account: string | null; name: string | null }

const visibleMin = 3

/**
 * DEP-Q10: whether a payment may come from the registered account, as far as the gateway tells. Banks hide digits behind x
 * or *, at their place: those that are seen must agree, counted from the end. Who tells nothing has not contradicted it.
 */
function paysFromOwnAccount(payer: Payer, registered: Member): boolean {
  if (payer.bank !== undefined && payer.bank !== registered.bankCode) return false
  if (payer.account === null) return true
  const told = [...payer.account.replaceAll(/[^0-9xX*]/g, '')].toReversed()
  const visible = told.filter((sign) => /\d/.test(sign)).length
  if (visible < visibleMin) return true
  const own = [...registered.bankAccountNo].toReversed()
  if (told.length > own.length) return false
  return told.every((sign, at) => !/\d/.test(sign) || sign === own[at])
}

/** For lists and logs. */
export function textOfPayment(payment: Payment): string {
  const money = moneyOf(payment)
  return money ? `${textOfMoney(money)} ${money.currency}` : payment.told
}
