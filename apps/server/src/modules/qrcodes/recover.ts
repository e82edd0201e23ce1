import { butOf, type Decide, type Decided } from '#core/audit/decided.ts'
import { moneyFromText, textOfMoney, type Money } from '@kapao/contract/money'
import { recordAudit, type Actor } from '#core/audit/audit.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import type { GatewayClient, Paid } from '#outside/gateways/client.ts'
import { compareLines, type Difference, type Line } from '#ledger/reconcile.ts'
import { proveCredit } from './confirm.ts'
import { askFor, currencyOf, take, type QrDeps } from './create.ts'
import {
  claimPayment,
  listPaidBetween,
  lockPayments,
  setReceived,
  setRefused,
  type Named,
  type Payment,
} from './payments/payment-store.ts'
import { isStanding, setProven, setWrittenOff } from './payments/proof-store.ts'
import { paysFromOwnAccount, payerOf, receiveAsked, settlePayment } from './receive.ts'
import { claimCode, findCode, noteFinding, setEnded, setNextAt, type Code } from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Webhooks get lost: while a code can be paid it is asked about. */
const whileOpenMs = minuteMs
/** After its end a code is asked about seldom: who has just scanned it pays now, and no bank takes longer than its own time. */
const afterEndMs = minuteMs
const afterExpiryMs = [minuteMs, hourMs]
/** Where the gateway lists nothing, no comparison finds what is later still. */
const muchLaterMs = [6 * hourMs, 24 * hourMs]
/** Two questions closer together are one. */
const apartMs = minuteMs / 2
const jobRequest = 'job'

/** For the sweeper: asks the gateway about one code, takes in what was paid, and says when to ask next. */
export async function watchCode(deps: QrDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const code = await claimCode(db, id, clock.now())
  if (!code) return
  const { provider, reference } = code
  const client = deps.findClient(provider)
  // Of one that is not there any more nothing is heard, and the code ends at its time.
  if (!client) return setNext(deps, code)
  if (code.state === 'ordered') {
    const money = { amount: code.ordered, currency: code.currency }
    // What came of it says itself when to ask again.
    return take(deps, id, await askFor(client, { reference, money }))
  }
  const asked = await client.ask(reference)
  const payments = asked.outcome === 'found' ? asked.payments : []
  await receiveAsked(deps, { provider, payments, requestId: jobRequest })
  await setNext(deps, code)
}

/** Judged by our own clock: after its time a code is not shown any more, whatever the gateway does. */
async function setNext({ db, clock, findClient }: QrDeps, code: Code): Promise<void> {
  const now = clock.now().getTime()
  const isLive = code.state === 'open' || code.state === 'ordered'
  const endMs = code.endedAt?.getTime() ?? code.expiresAt.getTime()
  const isListed = Boolean(findClient(code.provider)?.listPaid)
  if (isLive && now >= endMs) {
    await setEnded(db, code.id, { state: 'expired', at: code.expiresAt, nextAt: null })
  }
  if (isLive && now < endMs) {
    await setNextAt(db, code.id, new Date(Math.min(now + whileOpenMs, endMs)))
    return
  }
  await setNextAt(db, code.id, nextAfterEnd(code, { now, endMs, isListed }))
}

type Ended = { now: number; endMs: number; isListed: boolean }

function nextAfterEnd({ expiresAt }: Code, { now, endMs, isListed }: Ended): Date | null {
  const after = isListed ? afterExpiryMs : [...afterExpiryMs, ...muchLaterMs]
  const asked = [endMs + afterEndMs, ...after.map((ms) => expiresAt.getTime() + ms)]
  const next = asked.toSorted((one, other) => one - other).find((ms) => ms > now + apartMs)
  return next === undefined ? null : new Date(next)
}

/**
 * For the sweeper: a payment that was noted and not settled, because somebody died or could not be asked, and one that was booked on its
 * gateway's word alone.
 */
export async function settleLate(deps: QrDeps, named: Named): Promise<void> {
  const payment = await claimPayment(deps.db, named, deps.clock.now())
  if (!payment) return
  if (payment.state !== 'settled') return settlePayment(deps, payment)
  const code = payment.code === null ? null : await findCode(deps.db, payment.code)
  const member = code && (await deps.findMember(deps.db, code.memberId))
  if (!member) throw new Error(`${payment.payment} was credited, and nobody knows to whom`)
  const isOwn = (paid: Paid) => paysFromOwnAccount(payerOf(paid), member)
  await proveCredit(deps, payment, { memberId: member.id, isOwn })
}

const dayMs = 24 * hourMs
/** What is younger may be on its way here. */
const onItsWayMs = 5 * minuteMs
/** Of so many that their list cannot have they are asked one by one; the others are listed as differing. */
const askedApartMax = 50

/**
 * I13: compares what a gateway lists of the last two days with what we have, by our own time as by theirs: whoever forges a payment
 * chooses when it was paid. What is missing here is real money and taken in, anything else is listed.
 */
export async function reconcileGateway(deps: QrDeps, provider: string): Promise<Difference[]> {
  const { db, clock } = deps
  const client = deps.findClient(provider)
  if (!client?.listPaid) return []
  const now = clock.now().getTime()
  const from = new Date(now - 2 * dayMs)
  const to = new Date(now - onItsWayMs)
  const listed = await client.listPaid(from, to)
  if (listed.outcome !== 'listed') throw new Error(`${provider} does not list: ${listed.why}`)
  const known = await listPaidBetween(db, provider, { from, to })
  const elsewhere = known.filter(({ paidAt }) => paidAt < from || paidAt >= to)
  const apart = await askOneByOne(client, elsewhere.slice(0, askedApartMax))
  const ours = known.flatMap((one): Line[] =>
    one.amount === null || apart.unanswered.has(one.payment)
      ? []
      : [{ reference: one.payment, amount: one.amount }],
  )
  const theirs = [...listed.payments, ...apart.payments].flatMap(({ payment, money }): Line[] =>
    money ? [{ reference: payment, amount: money.amount }] : [],
  )
  const differences = compareLines(ours, theirs)
  for (const difference of differences) {
    const { kind, reference: about } = difference
    const payments = listed.payments.filter(({ payment }) => payment === about)
    const isMissing = kind === 'missing' && payments.length > 0
    if (!isMissing)
      await noteFinding(db, { provider, about, what: wordsOf(difference), at: clock.now() })
    // What was told otherwise before, and is not booked yet, may be what its code asks for after all.
    if (isMissing || kind === 'amount')
      await receiveAsked(deps, { provider, payments, requestId: jobRequest })
  }
  return differences
}

/** What they say was paid at a time that their list does not have. */
async function askOneByOne(client: GatewayClient, asked: readonly Payment[]) {
  const payments: Paid[] = []
  const unanswered = new Set<string>()
  for (const { reference, payment } of asked) {
    const told = await client.ask(reference)
    if (told.outcome === 'found')
      payments.push(...told.payments.filter((one) => one.payment === payment))
    else if (told.outcome !== 'absent') unanswered.add(payment)
  }
  return { payments, unanswered }
}

function wordsOf(difference: Difference): string {
  if (difference.kind === 'extra') return 'the gateway does not list this payment'
  if (difference.kind === 'amount')
    return `we have ${difference.ours}, the gateway lists ${difference.theirs}`
  if (difference.kind === 'duplicate')
    return `listed ${difference.times} times by ${difference.side}`
  return 'it was missing here'
}

export type PaymentDecision = {
  payment: string
  /** Whose; null where only one gateway has a payment of that name. */
  provider: string | null
  /** What the gateway has received, as decimal text; null when it has received nothing and never will. */
  received: string | null
  why: string
  actor: Actor
  requestId: string
}

export const resolvingKind = 'qrcodes resolve'

type Resolved = { before: Payment; money: Money | null }

/**
 * One operator's word on a payment of the exceptions list: what was received counts as given. Against what the gateway told, or where
 * somebody has found before that nothing came, it takes two.
 */
export async function decidePayment(
  deps: { db: Db; clock: Clock; decide: Decide },
  decision: PaymentDecision,
): Promise<Decided<Resolved>> {
  const { payment, provider, received, why, actor, requestId } = decision
  const work = () => resolvePayment(deps, decision)
  if (received === null) return { state: 'done', value: await work() }
  const { before, money } = await readReceived(deps.db, { payment, provider, received })
  const against = paymentAgainst(before, money)
  const words = `${textOfMoney(money)} ${money.currency} for payment ${payment} of ${before.provider}${butOf(against)}: ${why}`
  const subject = `${before.provider}:${payment}`
  const gives = against === null ? [money] : null
  const what = { payment, provider, received, why }
  return deps.decide({ kind: resolvingKind, subject, what, words, gives, actor, requestId }, work)
}

function paymentAgainst({ state, amount, told }: Payment, money: Money): string | null {
  if (state === 'refused') return 'it was found to be nothing before'
  return amount !== null && amount !== money.amount ? `the gateway told ${told}` : null
}

/**
 * Ends a payment of the exceptions list as a person has found out at the gateway, once; what was received is settled by the
 * sweeper. That nothing came may be mended by a second look which finds that it did: nothing has moved. The database refuses what was received without the
 * word that `decidePayment` asks for.
 */
export function resolvePayment(
  { db, clock }: { db: Db; clock: Clock },
  { payment: name, provider, received, why, actor, requestId }: PaymentDecision,
): Promise<Resolved> {
  return db.begin(async (tx) => {
    const before = theOneOf(name, await lockPayments(tx, { provider, payment: name }))
    const { state } = before
    const isUnproven = state === 'settled' && before.trustedAt !== null && !before.isConfirmed
    if (state !== 'exception' && !isUnproven && !(state === 'refused' && received !== null))
      throw new OperatorRefused(`Payment ${name} is ${state}, not on the exceptions list.`)
    const money = received === null ? null : await moneyIn(tx, before, received)
    if (isUnproven) await refuseUnlessFits(tx, before, money)
    const at = clock.now()
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'qrcodes.resolve',
      subject: name,
      before: { provider: before.provider, state, told: before.told, why: before.why },
      after: { received: money && `${textOfMoney(money)} ${money.currency}`, why },
    })
    if (isUnproven && money) await setProven(tx, before)
    else if (isUnproven) await setWrittenOff(tx, before, why)
    else if (money) await setReceived(tx, before, { money, at })
    else await setRefused(tx, before, why)
    return { before, money }
  })
}

/** What is in a wallet already is right as it is, or taken back first. */
async function refuseUnlessFits(
  tx: Tx,
  { payment, amount, deposit }: Payment,
  money: Money | null,
): Promise<void> {
  if (money && money.amount !== amount)
    throw new OperatorRefused(
      `Another sum than that was credited for ${payment}: take deposit ${deposit} back, then say --nothing, and give what is right.`,
    )
  if (!money && (await isStanding(tx, deposit!)))
    throw new OperatorRefused(
      `${payment} is booked: take deposit ${deposit} back first (kapao deposits takeback, or refuse where it waits).`,
    )
}

/** Of which payment, and how much money, somebody says that it was received; nothing is changed. */
function readReceived(
  db: Db,
  { payment: name, provider, received }: Wanted & { received: string },
): Promise<{ before: Payment; money: Money }> {
  return db.begin(async (tx) => {
    const before = theOneOf(name, await lockPayments(tx, { provider, payment: name }))
    return { before, money: await moneyIn(tx, before, received) }
  })
}

type Wanted = Pick<PaymentDecision, 'payment' | 'provider'>

async function moneyIn(tx: Tx, { code: id, ...told }: Payment, received: string): Promise<Money> {
  const code = id === null ? null : await findCode(tx, id)
  // Where nobody knows of a code, it is what this gateway pays in.
  const currency = code?.currency ?? told.currency ?? currencyOf(told.provider)
  const money = moneyFromText(received, currency)
  if (money !== null && money.amount > 0n) return money
  throw new OperatorRefused(`${received} is no amount in ${currency} that could be received.`)
}

function theOneOf(name: string, found: readonly Payment[]): Payment {
  const [payment, ...others] = found
  if (!payment) throw new OperatorRefused(`There is no payment ${name}.`)
  if (others.length === 0) return payment
  const providers = found.map(({ provider }) => provider).join(', ')
  throw new OperatorRefused(`${providers} have each a payment ${name}; say which with --provider.`)
}
