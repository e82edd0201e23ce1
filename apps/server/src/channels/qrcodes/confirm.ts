import type { FindingCode } from '@kapao/contract/console/reasons'
import { type Money, moneyFromText } from '@kapao/contract/money'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { GatewayPayment } from '#outside/gateways/client.ts'
import type { CancelDeps } from './cancel.ts'
import { type Code, findCode } from './codes/store.ts'
import { endItem } from '#records/items/standing.ts'
import { noteItem } from '#records/items/store.ts'
import { makeUnsentDue } from '#money/withdrawals/pay-store.ts'
import { noteFinding, type FindingDetails } from './findings-store.ts'
import { moneyOf, type Payment, setException, setWaiting } from './payments/payment-store.ts'
import {
  lockTrust,
  setAmended,
  setConfirmed,
  setDenied,
  setProven,
  setTrusted,
  stopAsking,
} from './payments/proof-store.ts'
import { readRules, type RuleDeps } from './rules.ts'

export type ConfirmDeps = CancelDeps & RuleDeps

/** A gateway waits no longer than this for the reply to its webhook. */
const hurriedMs = 2_000
/**
 * Some gateways send a webhook a moment before their own records show the payment; one still unknown after this does
 * not exist.
 */
const knownWithinMs = 60_000
/** After this long without an answer an operator is notified; the gateway is still asked. */
const answeredWithinMs = 15 * minuteMs
const soonMs = 5_000
/** A gateway that has not answered for this long is no longer asked: only an operator decides. */
const askedMaxMs = 2 * dayMs

/** `open`: the outcome is unknown, or an operator must decide; the payment records which. */
type Proof =
  | { outcome: 'confirmed'; payment: Payment }
  | { outcome: 'unanswered'; why: string }
  | { outcome: 'open' }

/**
 * Returns the payment as the gateway states it when asked, if it is the same as reported or equals what the code asks
 * for. A webhook alone proves nothing, because its secret may have leaked. An unknown payment keeps waiting; it is
 * never dropped.
 */
export async function confirm(
  deps: ConfirmDeps,
  payment: Payment,
  { isHurried }: { isHurried: boolean },
): Promise<Proof> {
  const { db } = deps
  const money = moneyOf(payment)
  const { stated, unanswered } = await askAbout(deps, payment, isHurried)
  const [first] = stated
  if (first?.money && stated.every((one) => isSameMoney(one.money, first.money))) {
    if (isSameMoney(first.money, money)) {
      const confirmed = await setConfirmed(db, payment, first)
      return confirmed ? { outcome: 'confirmed', payment: confirmed } : { outcome: 'open' }
    }
    // A payment that is booked with another amount than reported is still listed for operators.
    await noteOdd(deps, payment, otherwise(payment, [first]))
    const amended = await setAmended(db, payment, first)
    if (amended) return { outcome: 'confirmed', payment: amended }
  }
  if (stated.some((one) => one.money)) await giveUp(deps, payment, otherwise(payment, stated))
  else if (!money)
    await giveUp(deps, payment, {
      why: `${payment.amountText} cannot be booked`,
      kind: 'finding.not-bookable',
    })
  else if (unanswered !== null) return { outcome: 'unanswered', why: unanswered }
  else await deny(deps, payment)
  return { outcome: 'open' }
}

type Statement = { stated: GatewayPayment[]; unanswered: string | null }

/** The gateway's statement about this one payment; concurrent sweepers and webhooks each ask for themselves. */
async function askAbout(
  { findClient }: ConfirmDeps,
  { provider, payment, reference }: Payment,
  isHurried = false,
): Promise<Statement> {
  const client = findClient(provider)
  if (!client) return { stated: [], unanswered: 'this gateway is not set up' }
  const asked = isHurried
    ? await client.ask(reference, reference, hurriedMs)
    : await client.ask(reference)
  if (asked.outcome === 'absent') return { stated: [], unanswered: null }
  if (asked.outcome !== 'found') return { stated: [], unanswered: asked.why }
  return { stated: asked.payments.filter((one) => one.payment === payment), unanswered: null }
}

/**
 * Trusts a webhook's payment while the gateway cannot be asked: only exactly the amount that its code asks for, while
 * it can be paid, and within the bound together with all other unproven payments. A second call changes nothing.
 */
export async function trust(
  deps: ConfirmDeps,
  payment: Payment,
  code: Code | null,
): Promise<Payment | null> {
  const { db, clock } = deps
  const money = moneyOf(payment)
  if (!code || !money || !isAsOrdered(payment, code)) return null
  const { unconfirmedMax } = await readRules(deps, payment.provider)
  const max = moneyFromText(unconfirmedMax, money.currency)?.amount ?? 0n
  return db.begin(async (tx) => {
    await lockTrust(tx, payment.provider)
    return setTrusted(tx, payment, { money, max, at: clock.now() })
  })
}

/** S39: a payment that is not exactly the ordered amount, or not within the code's time, must be confirmed. */
function isAsOrdered(payment: Payment, code: Code): boolean {
  if (code.state !== 'open' || !isSameMoney(code, moneyOf(payment))) return false
  return payment.paidAt >= code.createdAt && payment.paidAt <= code.expiresAt
}

/** One finding for every cause: refused connections, errors and an open breaker are the same silence. */
const silent = 'the gateway has not answered for a quarter of an hour'

/** Keeps the payment waiting until the gateway answers; after a quarter of an hour operators are notified, too. */
export async function keepWaiting(deps: ConfirmDeps, payment: Payment, why: string): Promise<void> {
  const at = deps.clock.now()
  if (ageAt(payment, at) <= answeredWithinMs)
    return setWaiting(deps.db, payment, { why, nextAt: new Date(at.getTime() + soonMs) })
  await notifyOperators(deps, payment, {
    why: `it was never confirmed: ${silent}`,
    kind: 'finding.unanswered',
  })
  await setException(deps.db, payment, {
    why: `it was never confirmed: ${why}`,
    asksOn: ageAt(payment, at) <= askedMaxMs,
  })
}

/**
 * The gateway was asked and does not know the payment. From the first time on nothing more is booked on its messages;
 * a minute later operators get an item and an alarm: the sender must have the secret.
 */
async function deny(deps: ConfirmDeps, payment: Payment): Promise<void> {
  const { db, clock } = deps
  const at = clock.now()
  await setDenied(db, payment, at)
  const why = 'the gateway does not know this payment'
  if (ageAt(payment, at) < knownWithinMs)
    return setWaiting(db, payment, { why, nextAt: new Date(at.getTime() + soonMs) })
  const isCredited = payment.trustedAt !== null
  const words = isCredited ? `it is in a wallet, and ${why}` : `it was never confirmed: ${why}`
  await giveUp(deps, payment, { why: words, kind: 'finding.unknown-payment' })
  await alarm(deps, payment, words)
}

/** The item about a payment that its gateway does not know. */
export const itemOf = ({ provider, payment }: Pick<Payment, 'provider' | 'payment'>) =>
  ({ kind: 'qrcodes.unknown', key: `${provider}:${payment}` }) as const

/** Once for each payment: an item for operators, and an error in the log for those who manage the secrets. */
async function alarm(deps: ConfirmDeps, payment: Payment, words: string): Promise<void> {
  const { provider, payment: about, reference, amountText, trustedAt, createdAt: since } = payment
  const code = payment.code === null ? null : await findCode(deps.db, payment.code)
  const isCredited = trustedAt !== null
  const isNew = await noteItem(deps.db, {
    ...itemOf(payment),
    memberId: code?.memberId ?? null,
    words: `${amountText} for code ${reference} of ${provider}: ${words}`,
    evidence: {
      provider,
      payment: about,
      reference,
      reported: amountText,
      deposit: payment.deposit ?? 'none',
    },
    holds: isCredited ? ['rewards'] : [],
    // Once somebody has decided the payment, what its credit holds waits on its own.
    waitsAs: 'payment',
    since,
  })
  if (!isNew) return
  deps.log.error(
    { provider, payment: about, isCredited },
    'a signed message reported a payment that its gateway does not know: change the webhook secret',
  )
}

/**
 * Asks the gateway to confirm a payment that was credited on its message: the same sum, from an account that `isOwn`.
 * Until then the member is paid nothing out, and it stays so if the gateway says anything else: an operator decides
 * what to take back. Moves nothing.
 */
export async function proveCredit(
  deps: ConfirmDeps,
  payment: Payment,
  { memberId, isOwn }: { memberId: string; isOwn: (paid: GatewayPayment) => boolean },
): Promise<void> {
  const { db, clock } = deps
  const ageMs = ageAt(payment, clock.now())
  if (ageMs > askedMaxMs) return stopAsking(db, payment, 'nobody has answered for two days')
  const { stated, unanswered } = await askAbout(deps, payment)
  if (unanswered !== null) {
    if (ageMs > answeredWithinMs)
      await notifyOperators(deps, payment, {
        why: `it is in a wallet, and was never confirmed: ${silent}`,
        kind: 'finding.unanswered',
      })
    return
  }
  if (stated.length === 0) return deny(deps, payment)
  const isSame = stated.every((one) => isSameMoney(one.money, moneyOf(payment)))
  if (isSame && stated.every(isOwn)) {
    // Withdrawals of the member that waited for the proof are tried now.
    const isNew = await setProven(db, payment)
    if (isNew) await makeUnsentDue(db, memberId, clock.now())
    const by = { actor: 'system:qrcodes', requestId: 'qrcodes' } as const
    const why = 'the gateway has confirmed it'
    if (isNew) await endItem(db, itemOf(payment), { at: clock.now(), why, ...by })
    return
  }
  const odd: Odd = isSame
    ? { why: 'it was paid from another account', kind: 'finding.other-account' }
    : otherwise(payment, stated)
  const words = `it is in a wallet, and ${odd.why}`
  await setDenied(db, payment, clock.now())
  await notifyOperators(deps, payment, { ...odd, why: words })
  await alarm(deps, payment, words)
  await stopAsking(db, payment, odd.why)
}

function ageAt({ createdAt }: Payment, at: Date): number {
  return at.getTime() - createdAt.getTime()
}

/** Leaves the decision to an operator; the payment stays on the exceptions list. */
async function giveUp(deps: ConfirmDeps, payment: Payment, odd: Odd): Promise<void> {
  await notifyOperators(deps, payment, odd)
  await setException(deps.db, payment, { why: odd.why, asksOn: false })
}

/** What operators are to look at: a sentence for logs and terminals, and its kind for those who read it in words. */
type Odd = { why: string; kind: FindingCode; details?: FindingDetails }

/** Once for the same text. */
async function notifyOperators(deps: ConfirmDeps, payment: Payment, odd: Odd): Promise<void> {
  const { provider, payment: about, trustedAt } = payment
  const details = { isCredited: trustedAt !== null, ...odd.details }
  if (await noteOdd(deps, payment, { ...odd, details }))
    deps.log.error({ provider, payment: about, why: odd.why }, 'a payment needs an operator')
}

/** Lists it as a finding, with what was reported first; true if it is new. */
export function noteOdd(
  { db, clock }: ConfirmDeps,
  { provider, payment: about, amountText, reference }: Payment,
  { why: what, kind, details: more }: Odd,
): Promise<boolean> {
  const details = { reported: amountText, reference, ...more }
  return noteFinding(db, { provider, about, what, kind, details, at: clock.now() })
}

function otherwise({ amountText }: Payment, stated: readonly GatewayPayment[]): Odd {
  const answers = [...new Set(stated.map((one) => one.amountText))]
  return {
    why: `the gateway reported ${amountText}, and ${answers.join(' and ')} when asked`,
    kind: 'finding.asked-otherwise',
    details: { reportedThen: answers.join(' · ') },
  }
}

type MaybeMoney = { amount: bigint | null; currency: Money['currency'] | null } | null

export function isSameMoney(one: MaybeMoney, other: MaybeMoney): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency
}
