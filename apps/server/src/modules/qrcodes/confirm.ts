import { type Money, moneyFromText } from '@kapao/contract/money'
import { dayMs } from '#core/clock.ts'
import type { Paid } from '#outside/gateways/client.ts'
import type { CancelDeps } from './cancel.ts'
import { type Code, findCode } from './codes/store.ts'
import type { QrRules } from './create.ts'
import { noteFinding } from './findings-store.ts'
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

export type ConfirmDeps = CancelDeps & {
  readRules: (provider: string) => Promise<QrRules>
  /** What was booked on a gateway's word is proven: whatever of the member waited for it may go on. */
  onProven: (memberId: string) => Promise<void>
  /** Puts a payment that its gateway does not know before people; true when it was not there yet. */
  noteUnknown: (unknown: {
    key: string
    memberId: string | null
    words: string
    evidence: Record<string, string>
    isCredited: boolean
    since: Date
  }) => Promise<boolean>
}

/** Who tells us waits for our answer no longer than this. */
const hurriedMs = 2_000
/** Some tell a moment before their own records know it; what they do not know after this is not there. */
const knownWithinMs = 60_000
/** After so long without an answer a person should know; they are asked all the same. */
const answeredWithinMs = 15 * 60_000
const soonMs = 5_000
/** Who has not answered for so long does not: only a person goes on. */
const askedMaxMs = 2 * dayMs

/** `open`: nobody can say yet, or a person must; it is written down which. */
type Proof =
  | { outcome: 'confirmed'; payment: Payment }
  | { outcome: 'unanswered'; why: string }
  | { outcome: 'open' }

/**
 * The payment as the gateway states it when asked, where that is the same or what the code asks for. What a webhook says is only its
 * word, since a secret can be in other hands. Not knowing keeps it waiting; it is never dropped.
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
    await listAmended(deps, payment, first)
    const amended = await setAmended(db, payment, first)
    if (amended) return { outcome: 'confirmed', payment: amended }
  }
  if (stated.some((one) => one.money)) await giveUp(deps, payment, wordsOf(payment, stated))
  else if (!money) await giveUp(deps, payment, `${payment.told} cannot be booked`)
  else if (unanswered !== null) return { outcome: 'unanswered', why: unanswered }
  else await deny(deps, payment)
  return { outcome: 'open' }
}

type Statement = { stated: Paid[]; unanswered: string | null }

/** What they say of this one payment when asked; of several sweepers and webhooks each asks for itself. */
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
 * Books a payment on its gateway's word, which cannot be asked now: only exactly what its code asks for, while it can be paid, and no
 * more than the bound together with all that is not proven. A second call changes nothing.
 */
export async function trust(
  deps: ConfirmDeps,
  payment: Payment,
  code: Code | null,
): Promise<Payment | null> {
  const { db, clock } = deps
  const money = moneyOf(payment)
  if (!code || !money || !isAsOrdered(payment, code)) return null
  const { unconfirmedMax } = await deps.readRules(payment.provider)
  const max = moneyFromText(unconfirmedMax, money.currency)?.amount ?? 0n
  return db.begin(async (tx) => {
    await lockTrust(tx, payment.provider)
    return setTrusted(tx, payment, { money, max, at: clock.now() })
  })
}

/** S39: whatever is not exactly what was asked for, while it was asked for, must be confirmed. */
function isAsOrdered(payment: Payment, code: Code): boolean {
  if (code.state !== 'open' || !isSameMoney(code, moneyOf(payment))) return false
  return payment.paidAt >= code.createdAt && payment.paidAt <= code.expiresAt
}

/** Waits until they answer: after a quarter of an hour before the eyes of people, too. */
export async function keepWaiting(deps: ConfirmDeps, payment: Payment, why: string): Promise<void> {
  const at = deps.clock.now()
  if (ageAt(payment, at) <= answeredWithinMs)
    return setWaiting(deps.db, payment, { why, nextAt: new Date(at.getTime() + soonMs) })
  const words = `it was never confirmed: ${why}`
  await tellPeople(deps, payment, words)
  await setException(deps.db, payment, { why: words, asksOn: ageAt(payment, at) <= askedMaxMs })
}

/**
 * They were asked and know nothing of it. From the first time on nothing more is booked on their word; a minute later it is for
 * people, with an alarm: whoever told of it has the secret.
 */
async function deny(deps: ConfirmDeps, payment: Payment): Promise<void> {
  const { db, clock } = deps
  const at = clock.now()
  await setDenied(db, payment, at)
  const why = 'they do not know this payment'
  if (ageAt(payment, at) < knownWithinMs)
    return setWaiting(db, payment, { why, nextAt: new Date(at.getTime() + soonMs) })
  const isCredited = payment.trustedAt !== null
  const words = isCredited ? `it is in a wallet, and ${why}` : `it was never confirmed: ${why}`
  await giveUp(deps, payment, words)
  await alarm(deps, payment, words)
}

/** Once for each payment: an item for people, and an error in the log for whoever looks after the secrets. */
async function alarm(deps: ConfirmDeps, payment: Payment, words: string): Promise<void> {
  const { provider, payment: about, reference, told, trustedAt, createdAt: since } = payment
  const code = payment.code === null ? null : await findCode(deps.db, payment.code)
  const isCredited = trustedAt !== null
  const isNew = await deps.noteUnknown({
    key: `${provider}:${about}`,
    memberId: code?.memberId ?? null,
    words: `${told} for code ${reference} of ${provider}: ${words}`,
    evidence: { provider, payment: about, reference, told, deposit: payment.deposit ?? 'none' },
    isCredited,
    since,
  })
  if (!isNew) return
  deps.log.error(
    { provider, payment: about, isCredited },
    'a signed message told of a payment that its gateway does not know: change the webhook secret',
  )
}

/**
 * Whether the gateway says, when asked, what was credited on its word: the same sum, from an account that `isOwn`. Until then the member is
 * paid nothing out, and so it stays if it says anything else: what to take back is for a person. Nothing moves here.
 */
export async function proveCredit(
  deps: ConfirmDeps,
  payment: Payment,
  { memberId, isOwn }: { memberId: string; isOwn: (paid: Paid) => boolean },
): Promise<void> {
  const { db, clock } = deps
  const ageMs = ageAt(payment, clock.now())
  if (ageMs > askedMaxMs) return stopAsking(db, payment, 'nobody has answered for two days')
  const { stated, unanswered } = await askAbout(deps, payment)
  if (unanswered !== null) {
    if (ageMs > answeredWithinMs)
      await tellPeople(deps, payment, `it is in a wallet, and was never confirmed: ${unanswered}`)
    return
  }
  if (stated.length === 0) return deny(deps, payment)
  const isSame = stated.every((one) => isSameMoney(one.money, moneyOf(payment)))
  if (isSame && stated.every(isOwn)) {
    if (await setProven(db, payment)) await deps.onProven(memberId)
    return
  }
  const what = isSame ? 'it was paid from another account' : wordsOf(payment, stated)
  const words = `it is in a wallet, and ${what}`
  await setDenied(db, payment, clock.now())
  await tellPeople(deps, payment, words)
  await alarm(deps, payment, words)
  await stopAsking(db, payment, what)
}

function ageAt({ createdAt }: Payment, at: Date): number {
  return at.getTime() - createdAt.getTime()
}

/** What nobody may decide but a person; the payment stays where it can be seen. */
async function giveUp(deps: ConfirmDeps, payment: Payment, why: string): Promise<void> {
  await tellPeople(deps, payment, why)
  await setException(deps.db, payment, { why, asksOn: false })
}

/** Once for the same words. */
async function tellPeople({ db, clock, log }: ConfirmDeps, payment: Payment, why: string) {
  const { provider, payment: about } = payment
  const isNew = await noteFinding(db, { provider, about, what: why, at: clock.now() })
  if (isNew) log.error({ provider, payment: about, why }, 'a payment needs a person')
}

/** What is booked all the same stays on the list of what people look at. */
async function listAmended(
  { db, clock }: ConfirmDeps,
  payment: Payment,
  stated: Paid,
): Promise<void> {
  const { provider, payment: about } = payment
  await noteFinding(db, { provider, about, what: wordsOf(payment, [stated]), at: clock.now() })
}

function wordsOf({ told }: Payment, stated: readonly Paid[]): string {
  const said = [...new Set(stated.map((one) => one.told))].join(' and ')
  return `they told ${told} by themselves, ${said} when asked`
}

type MaybeMoney = { amount: bigint | null; currency: Money['currency'] | null } | null

export function isSameMoney(one: MaybeMoney, other: MaybeMoney): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency
}
