import type { WhyCode } from '@kapao/contract/console/reasons'
import { moneyFromText, type Money } from '@kapao/contract/money'
import { recordAudit, findLastAct, type Actor } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { isNumber, itemId, partsOfId, wordsOfId } from '#core/console/work/item-id.ts'
import {
  byWords,
  type Offer,
  type Queue,
  type PendingWork,
  type WorkDetails,
} from '#core/console/work/queue.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import type { Decide } from '#core/audit/decision.ts'
import { findMember } from '#records/account/store.ts'
import { findCode, type Code } from './codes/store.ts'
import {
  findFinding,
  findPayment,
  listFindingPage,
  listPaymentPage,
  type OwnedPayment,
} from './desk-store.ts'
import { closeFinding, type Finding, type StatedSum } from './findings-store.ts'
import { isUnproven, moneyOf, type Payment } from './payments/payment-store.ts'
import { isStanding } from './payments/proof-store.ts'
import { waitsForOwner } from './receive.ts'
import { decidePayment, resolvingKind } from './review.ts'

export type QrcodeDeskDeps = { db: Db; clock: Clock; decide: Decide }

type PaymentClosure = { id: string; why: string; actor: Actor; requestId: string }

/** Closes a finding and records how it was solved; moves no money. A second call refuses. */
function closeOne(
  { db, clock }: Pick<QrcodeDeskDeps, 'db' | 'clock'>,
  { id, why, actor, requestId }: PaymentClosure,
): Promise<Finding> {
  const at = clock.now()
  return db.begin(async (tx) => {
    const finding = await closeFinding(tx, BigInt(id), { why, at })
    if (!finding) throw new OperatorRefused(`There is no open finding ${id}.`, 'ended-otherwise')
    const subject = subjectOf(id)
    const before = { about: finding.about, what: finding.what }
    const action = 'qrcodes.close'
    await recordAudit(tx, { at, actor, requestId, action, subject, before, after: { why } })
    return finding
  })
}

function subjectOf(id: string): string {
  return `finding:${id}`
}

/** What contradicts itself at a gateway, for a person to clear up with it. */
export function findingQueue(deps: QrcodeDeskDeps): Queue {
  return {
    kind: 'finding',
    list: async (on, page) => (await listFindingPage(on, page)).map(findingWaiting),
    read: async (on, id) => {
      const found = isNumber(id) ? await findFinding(on, id) : null
      if (!found) return null
      const { provider, about, closedAt } = found
      const act = closedAt && (await findLastAct(on, closedBy(id)))
      return {
        waiting: findingWaiting(found),
        panels: [findingPanel(found), ...(await aboutPayment(on, { provider, payment: about }))],
        candidates: [],
        offers: closedAt ? [] : [{ name: 'close', effect: 'leaves-list', fields: ['why'] }],
        decided: act ? decidedBy(act, 'close') : null,
      }
    },
    decide: async ({ id, fields, actor, requestId }) => {
      const value = await closeOne(deps, { id, why: needed(fields, 'why'), actor, requestId })
      return { state: 'done', value }
    },
  }
}

const closedBy = (id: string) => ({ subject: subjectOf(id), actions: ['qrcodes.close'] })

function findingWaiting({ id, provider, createdAt, about, kind, details }: Finding): PendingWork {
  const { reported, reference } = details
  const said = [provider, reported, reference ?? nameOf(about)].filter(Boolean).join(' · ')
  const why = { code: kind, detail: facts.named(said) }
  const money = moneyOfSum(details.ours) ?? moneyOfSum(details.theirs)
  return { id: String(id), since: createdAt, memberId: null, money, why }
}

function moneyOfSum(sum: StatedSum | undefined): Money | null {
  return sum ? moneyFromText(sum.amount, sum.currency) : null
}

/** What it is about, side by side; the sentence of the machine is folded, for a closer look. */
function findingPanel({ provider, about, what, createdAt, details }: Finding) {
  const { ours, theirs, paidAt, listedBy, isCredited } = details
  return facts.panelOf(
    'finding',
    facts.text('provider', provider),
    facts.name('about', nameOf(about)),
    facts.name('reference', details.reference),
    facts.name('reported', details.reported),
    facts.odd(facts.name('referenceThen', otherThan(details.reference, details.referenceThen))),
    facts.odd(facts.name('reportedThen', otherThan(details.reported, details.reportedThen))),
    facts.money('ours', moneyOfSum(ours)),
    facts.odd(facts.money('theirs', moneyOfSum(theirs))),
    facts.odd(facts.time('paidAt', paidAt ? new Date(paidAt) : null)),
    facts.count('count', details.times),
    facts.code('listedBy', listedBy && (listedBy === 'ours' ? 'in-our-books' : 'at-gateway')),
    facts.yesNo('isCredited', isCredited),
    facts.technical('what', what),
    facts.time('since', createdAt),
  )
}

/** A word in front of its id distinguishes an event from a payment; beside its sentence the id is enough. */
function nameOf(about: string): string {
  return about.replace(/^event /, '')
}

function otherThan(first: string | undefined, then: string | undefined): string | undefined {
  return first === then ? undefined : then
}

/** Findings are about payments, mostly. */
async function aboutPayment(on: Queryable, named: { provider: string; payment: string }) {
  const payment = await findPayment(on, named)
  if (!payment) return []
  const { memberId } = payment
  const code = payment.code === null ? null : await findCode(on, payment.code)
  const owner = code
    ? codePanel(code, payment)
    : facts.panelOf('qrcode', facts.member('member', memberId))
  return [paymentPanel(payment), payerPanel(payment), owner].filter(
    (panel) => panel.facts.length > 0,
  )
}

/** Payments that cannot be booked, or rest on their gateway's message alone. */
export function paymentQueue(deps: QrcodeDeskDeps): Queue {
  return {
    kind: 'payment',
    asksAbout: (id) => [{ kind: resolvingKind, subject: wordsOfId(id) }],
    list: async (on, page) => (await listPaymentPage(on, byWords(page))).map(paymentWaiting),
    read: async (on, id) => {
      const found = await findByItem(on, id)
      return found && readPayment(on, found)
    },
    decide: ({ id, decision, fields, actor, requestId }) => {
      const [provider, payment] = partsOfId(id)!
      const why = needed(fields, 'why')
      const received = decision === 'nothing' ? null : needed(fields, 'amount')
      return decidePayment(deps, { payment, provider, received, why, actor, requestId })
    },
  }
}

async function findByItem(on: Queryable, id: string): Promise<OwnedPayment | null> {
  const [provider, payment] = partsOfId(id) ?? []
  return provider && payment ? findPayment(on, { provider, payment }) : null
}

async function readPayment(on: Queryable, found: OwnedPayment): Promise<WorkDetails> {
  const code = found.code === null ? null : await findCode(on, found.code)
  const panels = [paymentPanel(found), payerPanel(found), ...(code ? [codePanel(code, found)] : [])]
  return {
    waiting: paymentWaiting(found),
    panels: panels.filter((panel) => panel.facts.length > 0),
    candidates: [],
    offers: (await offersOf(on, found, code)).map((offer) => ({
      ...offer,
      ...(code && { currency: code.currency }),
    })),
    decided: isOpen(found) ? null : await paymentDecided(on, found),
  }
}

/** A decided one waits for the worker alone. */
function isOpen(one: Payment): boolean {
  return one.state === 'exception' || isUnproven(one)
}

function paymentWaiting(one: OwnedPayment): PendingWork {
  const { provider, payment, memberId, createdAt, amountText } = one
  const money = moneyOf(one)
  return {
    id: itemId(provider, payment),
    since: createdAt,
    memberId,
    money,
    why: {
      code: whyCodeOf(one),
      detail: facts.named(money ? provider : `${provider} · ${amountText}`),
    },
  }
}

function whyCodeOf({ state, deniedAt, isUnanswered }: OwnedPayment): WhyCode {
  if (deniedAt !== null) return 'payment-denied'
  if (state === 'settled' || isUnanswered) return 'payment-unconfirmed'
  return state === 'received' ? 'payment-waits' : 'payment-exception'
}

function paymentPanel(one: Payment) {
  return facts.panelOf(
    'payment',
    facts.text('provider', one.provider),
    facts.name('payment', one.payment),
    facts.money('amount', moneyOf(one)),
    facts.name('reported', one.amountText),
    facts.code('state', one.state === 'settled' ? 'credited' : one.state),
    facts.time('paidAt', one.paidAt),
    facts.time('since', one.createdAt),
    facts.yesNo('isConfirmed', one.isConfirmed),
    facts.time('trustedAt', one.trustedAt),
    facts.odd(facts.time('deniedAt', one.deniedAt)),
    facts.text('reference', one.transferReference),
    facts.technical('why', one.why),
    facts.count('tries', one.tries),
    facts.text('deposit', one.deposit),
  )
}

function payerPanel(one: Payment) {
  return facts.panelOf(
    'payer',
    facts.text('payerBank', one.payerBank),
    facts.account('payerAccount', one.payerAccount),
    facts.personName('payerName', one.payerName),
  )
}

/** What the member was to pay, beside what was paid. */
function codePanel(code: Code, paid: Payment) {
  const { currency } = code
  const ordered = facts.money('orderedAmount', { amount: code.amount ?? code.ordered, currency })
  const isOther = paid.amount !== null && paid.amount !== (code.amount ?? code.ordered)
  return facts.panelOf(
    'qrcode',
    facts.member('member', code.memberId),
    isOther ? facts.odd(ordered) : ordered,
    facts.text('code', code.reference),
    facts.code('state', code.state),
    facts.time('since', code.createdAt),
    facts.time('endedAt', code.endedAt),
  )
}

async function offersOf(on: Queryable, one: Payment, code: Code | null): Promise<Offer[]> {
  const money = moneyOf(one)
  // What was reported may be no amount: what operators have given alone is shown all the same.
  const given = money ?? (code && { amount: 0n, currency: code.currency })
  const member = code && (await findMember(on, code.memberId))
  const effect = waitsForOwner(one, code, member) ? 'waits-for-owner' : 'credits-received'
  const received = { name: 'received', fields: ['amount', 'why'] } as const
  // That it was nothing may be corrected; that it was something may not.
  if (one.state === 'refused') return [{ ...received, effect, gives: null }]
  const nothing = { name: 'nothing', fields: ['why'] } as const
  if (one.state === 'exception')
    return [
      { ...received, effect, ...(given && { gives: [given] }) },
      { ...nothing, effect: 'ends-without-money' },
    ]
  if (!isUnproven(one)) return []
  const stands = one.deposit !== null && (await isStanding(on, one.deposit))
  const proof = { ...received, effect: 'stays-credited', ...(money && { gives: [money] }) } as const
  return stands ? [proof] : [proof, { ...nothing, effect: 'writes-off' }]
}

async function paymentDecided(on: Queryable, one: Payment) {
  const act = await findLastAct(on, { subject: one.payment, actions: ['qrcodes.resolve'] })
  const isOfThis = (act?.before as { provider?: string } | null)?.provider === one.provider
  const movements = one.deposit === null ? [] : [one.deposit]
  if (!act || !isOfThis)
    return one.state === 'settled' ? endedByItself(one.createdAt, movements) : null
  const { received } = (act.after ?? {}) as { received?: string | null }
  return decidedBy(act, received ? 'received' : 'nothing', movements)
}
