import { type Money, moneyFromText, textOfMoney } from '@kapao/contract/money'
import { type Actor, recordAudit } from '#core/audit/audit-store.ts'
import { objectionOf, type Decide, type DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import { listAlone } from '#records/items/store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { findCode } from './codes/store.ts'
import { currencyOf } from './rules.ts'
import {
  isUnproven,
  lockPayments,
  type Payment,
  setReceived,
  setRefused,
} from './payments/payment-store.ts'
import { itemOf } from './confirm.ts'
import { isStanding, setProven, setWrittenOff } from './payments/proof-store.ts'

export type PaymentDecision = {
  payment: string
  /** The gateway; null if only one gateway has a payment of that name. */
  provider: string | null
  /** The amount that the gateway received, as decimal text; null if it received nothing and never will. */
  received: string | null
  why: string
  actor: Actor
  requestId: string
}

export const resolvingKind = 'qrcodes resolve'

type ResolvedPayment = { before: Payment; money: Money | null }

/**
 * One operator's decision on a payment of the exceptions list: a received amount counts toward the operator's limit.
 * If it contradicts the gateway, or an earlier finding that no money came, two operators must agree.
 */
export async function decidePayment(
  deps: { db: Db; clock: Clock; decide: Decide },
  decision: PaymentDecision,
): Promise<DecisionResult<ResolvedPayment>> {
  const { payment, provider, received, why, actor, requestId } = decision
  const work = () => resolvePayment(deps, decision)
  if (received === null) return { state: 'done', value: await work() }
  const { before, money } = await readReceived(deps.db, { payment, provider, received })
  const against = paymentAgainst(before, money)
  const words = `${textOfMoney(money)} ${money.currency} for payment ${payment} of ${before.provider}${objectionOf(against)}: ${why}`
  const subject = `${before.provider}:${payment}`
  const gives = against === null ? [money] : null
  const what = { payment, provider, received, why }
  return deps.decide({ kind: resolvingKind, subject, what, words, gives, actor, requestId }, work)
}

function paymentAgainst({ state, amount, amountText }: Payment, money: Money): string | null {
  if (state === 'refused') return 'it was found to be nothing before'
  return amount !== null && amount !== money.amount ? `the gateway reported ${amountText}` : null
}

/**
 * Ends a payment of the exceptions list as an operator has found at the gateway, once; a received amount is settled
 * by the sweeper. A finding that no money came can be corrected by a later one that it did, because nothing has
 * moved. The database refuses a received amount without the decision that `decidePayment` requires.
 */
export function resolvePayment(
  { db, clock }: { db: Db; clock: Clock },
  { payment: name, provider, received, why, actor, requestId }: PaymentDecision,
): Promise<ResolvedPayment> {
  return db.begin(async (tx) => {
    const before = await lockTheOne(tx, { provider, payment: name })
    const { state } = before
    const isInWallet = isUnproven(before)
    if (state !== 'exception' && !isInWallet && !(state === 'refused' && received !== null))
      throw new OperatorRefused(
        `Payment ${name} is ${state}, not on the exceptions list.`,
        'ended-otherwise',
      )
    const money = received === null ? null : await moneyIn(tx, before, received)
    if (isInWallet) await refuseUnlessFits(tx, before, money)
    const at = clock.now()
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'qrcodes.resolve',
      subject: name,
      before: { provider: before.provider, state, reported: before.amountText, why: before.why },
      after: { received: money && `${textOfMoney(money)} ${money.currency}`, why },
    })
    if (isInWallet && money) await setProven(tx, before)
    else if (isInWallet) await setWrittenOff(tx, before, why)
    else if (money) await setReceived(tx, before, { money, at })
    else await setRefused(tx, before, why)
    if (isInWallet) await listAlone(tx, itemOf(before))
    return { before, money }
  })
}

/** An amount already in a wallet must be right, or be taken back first. */
async function refuseUnlessFits(
  tx: Tx,
  { payment, amount, deposit }: Payment,
  money: Money | null,
): Promise<void> {
  if (money && money.amount !== amount)
    throw new OperatorRefused(
      `Another sum than that was credited for ${payment}: take deposit ${deposit} back, then say --nothing, and give what is right.`,
      'take-back-first',
    )
  if (!money && (await isStanding(tx, deposit!)))
    throw new OperatorRefused(
      `${payment} is booked: take deposit ${deposit} back first (kapao members takeback, or refuse it where it waits).`,
      'take-back-first',
    )
}

/** The payment and the amount that an operator says was received; changes nothing. */
function readReceived(
  db: Db,
  { received, ...named }: PaymentReference & { received: string },
): Promise<{ before: Payment; money: Money }> {
  return db.begin(async (tx) => {
    const before = await lockTheOne(tx, named)
    return { before, money: await moneyIn(tx, before, received) }
  })
}

type PaymentReference = Pick<PaymentDecision, 'payment' | 'provider'>

async function moneyIn(
  tx: Tx,
  { code: id, ...payment }: Payment,
  received: string,
): Promise<Money> {
  const code = id === null ? null : await findCode(tx, id)
  // Without a known code, the currency that this gateway pays in.
  const currency = code?.currency ?? payment.currency ?? currencyOf(payment.provider)
  const money = moneyFromText(received, currency)
  if (money !== null && money.amount > 0n) return money
  throw new OperatorRefused(
    `${received} is no amount in ${currency} that could be received.`,
    'amount-wrong',
  )
}

async function lockTheOne(tx: Tx, named: PaymentReference): Promise<Payment> {
  const { payment: name } = named
  const found = await lockPayments(tx, named)
  const [payment, ...others] = found
  if (!payment) throw new OperatorRefused(`There is no payment ${name}.`, 'not-found')
  if (others.length === 0) return payment
  const providers = found.map(({ provider }) => provider).join(', ')
  throw new OperatorRefused(
    `${providers} have each a payment ${name}; say which with --provider.`,
    'several-gateways',
  )
}
