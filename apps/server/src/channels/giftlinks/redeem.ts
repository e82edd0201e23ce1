import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { giftLinkMin } from '@kapao/contract/limits'
import type { RefusalCode } from '@kapao/contract/refusals'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { SuspenseReason, Settle } from '#outside/arrival.ts'
import type { Envelope, GiftClient, GiftRefusal } from '#outside/giftlink/client.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { judgePayer, judgePhone, type PayerJudgement } from './payer.ts'
import {
  findLink,
  isStillClaimed,
  setReleased,
  setOpenState,
  setReceived,
  setReceivedLate,
  setRefused,
  setSent,
  setSettled,
  type Link,
} from './store.ts'

export type GiftDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  client: GiftClient
  settle: Settle
  /** Failpoint: tests end the process here; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
  /** Both are shorter in tests. */
  askAgainAfterMs?: readonly number[]
  answerWithinMs?: number
}

const giftMin = BigInt(giftLinkMin) * 100n
const commonAskAgainAfterMs = [1_000, 3_000]
const sweptAfterMs = 1_000

/**
 * Inspects a claimed envelope and, if no rule objects, empties it and settles the received share, not the envelope's
 * total. Called once for each claim; recovery asks or empties again, which counts once.
 */
export async function redeemClaim(deps: GiftDeps, { id }: { id: string }): Promise<void> {
  const { db, client } = deps
  const link = (await findLink(db, id))!
  await deps.failpoint('gift.claimed')
  const seen = await client.verify(link)
  if (seen.outcome === 'unknown') return refuse(deps, link, { code: 'SERVICE_BUSY', why: seen.why })
  if (seen.outcome === 'refused')
    return refuse(deps, link, { code: codeOf(seen.code), why: seen.code })
  const member = (await findMember(db, link.memberId))!
  const { owner } = seen.envelope
  const payer = judgePayer(owner, member)
  const against = objectionTo(seen.envelope, { link, member, payer })
  if (against) return refuse(deps, link, against)

  const isKnown = payer === 'own'
  if (!(await setSent(db, id, { isKnown, name: owner.name }))) return
  await deps.failpoint('gift.marked-sent')
  await redeemEnvelope(deps, { ...link, state: 'sent', payerKnown: isKnown })
  await askSoon(deps, id)
}

type Giver = { link: Link; member: Member; payer: PayerJudgement }
type Objection = { code: RefusalCode; why: string }

/** Every objection is found before it is emptied: afterwards the money is here, and its owner must be decided. */
function objectionTo(envelope: Envelope, { link, member, payer }: Giver): Objection | null {
  if (envelope.ours) return { code: 'TRUELINK_DUPLICATE', why: 'our wallet has a share already' }
  const invalid = (why: string): Objection => ({ code: 'TRUELINK_INVALID', why })
  if (!envelope.isActive) return invalid('it is empty or expired')
  const { total, members, isRandom } = envelope
  const share = total.amount / BigInt(members)
  if (total.amount < giftMin || (!isRandom && share < giftMin)) return invalid('too little')
  if (payer !== 'other') return null
  // A mismatched name alone, or the phone of the operator's own wallet, is nothing that a member could correct.
  const { phone } = envelope.owner
  const isOtherPhone =
    judgePhone(phone, member.phone) === 'other' && judgePhone(phone, link.mobile) !== 'own'
  const why = 'not from this phone'
  return isOtherPhone ? { code: 'TRUELINK_OTHER_PHONE', why } : invalid(why)
}

/**
 * Empties it, or asks once more: a wallet gets one share, however often it asks. A process that paused since it was
 * recorded finds that the sweeper has taken it over, or ended it, and sends nothing.
 */
export async function redeemEnvelope(deps: GiftDeps, link: Link): Promise<void> {
  const { db, client } = deps
  if (!(await isStillClaimed(db, link))) return
  const answer = await client.redeem(link)
  await deps.failpoint('gift.redeemed')
  if (answer.outcome === 'envelope') return noteEnvelope(deps, link, answer.envelope)
  if (answer.outcome === 'unknown')
    return setOpenState(db, link.id, { state: 'unknown', why: answer.why })
  // A refusal may mean that an earlier request succeeded: F20. Only inspecting the envelope decides.
  await look(deps, link, answer.code)
}

/** Inspects the envelope after a refusal: a share of the operator's wallet counts, whatever the refusal. */
async function look(deps: GiftDeps, link: Link, refusal: GiftRefusal): Promise<void> {
  const { db, client } = deps
  const seen = await client.verify(link)
  if (seen.outcome === 'envelope' && seen.envelope.ours)
    return noteEnvelope(deps, link, seen.envelope)
  const why = `${refusal}, and no share of ours`
  const isCertain = seen.outcome !== 'unknown' && refusal !== 'TARGET_USER_REDEEMED'
  // An earlier request may still be on its way to the wallet.
  if (isCertain && link.state === 'sent') return refuse(deps, link, { code: codeOf(refusal), why })
  await setOpenState(db, link.id, { state: 'unknown', why })
}

async function noteEnvelope(deps: GiftDeps, link: Link, envelope: Envelope): Promise<void> {
  const { db } = deps
  if (!envelope.ours) {
    const why = 'the wallet reports success, but shows no share of ours'
    return setOpenState(db, link.id, { state: 'unknown', why })
  }
  const { money, at } = envelope.ours
  const hold = await holdOf(deps, link, envelope)
  const received = { amount: money.amount, paidAt: at, hold }
  // It was requested before it was given up, and answered after: the money is here and belongs to this link.
  if (!(await setReceived(db, link.id, received)) && (await setReceivedLate(db, link.id, received)))
    deps.log.error({ link: link.id }, 'a gift link that was given up has been emptied after all')
  await deps.failpoint('gift.received')
  await settleLink(deps, link.id)
}

/** A received share that breaks the rules goes to suspense, and is never dropped. */
async function holdOf(
  deps: GiftDeps,
  link: Link,
  { owner, ours }: Envelope,
): Promise<SuspenseReason | null> {
  const member = await findMember(deps.db, link.memberId)
  if (!member) return 'unknown-member'
  const payer = judgePayer(owner, member)
  if (payer === 'other') return 'wrong-payer'
  if (payer === 'unsaid' && !link.payerKnown) return 'review'
  return ours!.money.amount < giftMin ? 'review' : null
}

/**
 * Settles received money as a deposit. Safe to call twice, concurrently, and after any crash: `settle` knows it by
 * its name.
 */
export async function settleLink(deps: GiftDeps, id: string): Promise<void> {
  const link = (await findLink(deps.db, id))!
  if (link.state !== 'received') return
  const { voucher, account, memberId, hold, amount, paidAt, ownerName } = link
  const settled = await deps.settle({
    channel: 'giftlink',
    eventId: `giftlink:${id}`,
    references: [`giftlink:${voucher}`],
    house: { kind: 'giftlink', party: account },
    memberId,
    hold,
    money: { amount: amount!, currency: 'BAHT' },
    paidAt: paidAt!,
    payer: { name: ownerName ?? undefined },
    from: 'truemoney',
    actor: `member:${memberId}`,
    requestId: id,
  })
  await deps.failpoint('gift.booked')
  const state = settled.state === 'credited' ? 'done' : 'suspended'
  await setSettled(deps.db, id, { state, deposit: settled.id, at: deps.clock.now() })
}

export async function refuse(
  { db, clock, log }: GiftDeps,
  { id }: Link,
  { code, why }: Objection,
): Promise<void> {
  // A fault in the operator's setup: the link is not invalid if the wallet does not know the receiving account.
  if (code === 'INTERNAL_SERVER_ERROR') log.error({ why }, 'gift links cannot be received')
  await setRefused(db, id, { code, why: why.slice(0, 200), at: clock.now() })
}

export function codeOf(refusal: GiftRefusal): RefusalCode {
  if (refusal === 'TARGET_USER_REDEEMED') return 'TRUELINK_DUPLICATE'
  return refusal === 'TARGET_USER_NOT_FOUND' ? 'INTERNAL_SERVER_ERROR' : 'TRUELINK_INVALID'
}

/** A lost reply is most often found while the member still waits. */
async function askSoon(deps: GiftDeps, id: string): Promise<void> {
  for (const waitMs of deps.askAgainAfterMs ?? commonAskAgainAfterMs) {
    const link = await findLink(deps.db, id)
    if (link?.state !== 'unknown' || link.tries > 0) return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await redeemEnvelope(deps, link)
  }
  await setReleased(deps.db, id, new Date(deps.clock.now().getTime() + sweptAfterMs))
}
