import { moneyFromText, textOfMoney, type Money } from '@kapao/contract/money'
import type { Arrival, HoldReason } from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import type { Paid } from '#outside/gateways/client.ts'
import type { Member, QrDeps } from './create.ts'
import {
  moneyOf,
  noteFinding,
  notePayment,
  setConfirmed,
  setException,
  setSettled,
  setWaiting,
  type Payment,
} from './payment-store.ts'
import { findCode, setEnded, type Code } from './store.ts'

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
 * changes nothing; what contradicts the first telling is listed.
 */
export async function receive(deps: QrDeps, told: Told): Promise<void> {
  const { db, clock } = deps
  const { paid } = told
  const noted = await notePayment(db, { ...told, at: clock.now() })
  await deps.passStep('qr-noted')
  await listContradiction(deps, noted, paid)
  await settlePayment(deps, noted, { isOdd: told.isOdd ?? false, requestId: told.requestId })
}

/** F22: the first telling counts; another amount or reference under the same name is for a person. */
async function listContradiction(
  { db, clock }: QrDeps,
  noted: Payment,
  { money, reference, told }: Paid,
): Promise<void> {
  const first = moneyOf(noted)
  const isSame =
    noted.reference === reference &&
    first?.amount === money?.amount &&
    first?.currency === money?.currency
  if (isSame) return
  const what = `told as ${noted.told} for ${noted.reference}, then as ${told} for ${reference}`
  const about = noted.payment
  await noteFinding(db, { provider: noted.provider, about, what, at: clock.now() })
}

const byJob = { isOdd: false, requestId: 'job' }

/** Brings a noted payment to its deposit. Safe to call twice, at once, and after any death: `settle` knows it by its name. */
export async function settlePayment(
  deps: QrDeps,
  payment: Payment,
  { isOdd, requestId }: { isOdd: boolean; requestId: string } = byJob,
): Promise<void> {
  const { db, clock } = deps
  if (payment.state === 'settled') return
  const money = moneyOf(payment)
  if (!money) return giveUp(deps, payment, `${payment.told} cannot be booked`)
  const code = payment.code === null ? null : await findCode(db, payment.code)
  const mustAsk =
    !payment.isConfirmed && (isOdd || (await mustBeConfirmed(deps, payment, { code, money })))
  if (mustAsk && !(await confirm(deps, payment, money))) return

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

/** Whether the gateway says the same when asked. Not knowing keeps the payment waiting; it is never dropped. */
async function confirm(deps: QrDeps, payment: Payment, money: Money): Promise<boolean> {
  const { db, clock } = deps
  const { provider, reference } = payment
  const client = deps.findClient(provider)
  const asked = client ? await client.ask(reference) : null
  if (asked?.outcome === 'found') {
    const same = asked.payments.find((one) => one.payment === payment.payment)
    if (same?.money?.amount === money.amount && same.money.currency === money.currency) {
      await setConfirmed(db, payment)
      return true
    }
    if (same) {
      await giveUp(
        deps,
        payment,
        `they told ${payment.told} by themselves, ${same.told} when asked`,
      )
      return false
    }
  }
  const why = asked && 'why' in asked ? asked.why : 'they do not know this payment'
  const isLate = clock.now().getTime() - payment.createdAt.getTime() > unconfirmedMaxMs
  if (isLate) await giveUp(deps, payment, `it was never confirmed: ${why}`)
  else await setWaiting(db, payment, why)
  return false
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
