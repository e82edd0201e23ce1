import { redeemGiftLink } from '@kapao/contract/deposits'
import type { WalletCurrency } from '@kapao/contract/limits'
import { nameOfCall } from '@kapao/contract/calls'
import { mayStillRun, waitFor } from '#core/jobs/wait-for.ts'
import {
  findBegun,
  fingerprintOf,
  keyFor,
  outcomeOf,
  requireSameBody,
  type Caller,
} from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { findMember } from '#records/account/store.ts'
import { lockMember } from '#records/statement/store.ts'
import type { Settings } from '#settings/registry.ts'
import type { LinkKeys } from './keys.ts'
import { redeemClaim, type GiftDeps } from './redeem.ts'
import { openSealedLink, type OpenedLink } from './sealed-link.ts'
import { findByKey, findHolder, findLink, insertLink, type Claim, type Link } from './store.ts'

const route = nameOfCall(redeemGiftLink)

export type ServiceDeps = GiftDeps & {
  /** Null without a configured key to seal private keys with: gift links are off. */
  keys: LinkKeys | null
  readSettings: () => Promise<Pick<Settings, 'deposit.wallets'>>
}

export const pending = 'pending'
export type GiftAnswer = { amount: bigint } | typeof pending

/**
 * Redeems a gift link into the member's wallet, once: the same link again is refused for any member, and the same key
 * and link return the earlier result. `pending` means that the outcome is still unknown.
 */
export async function redeemGift(
  deps: ServiceDeps,
  caller: Caller,
  sealed: string,
): Promise<GiftAnswer> {
  const { db, clock, ids, keys } = deps
  const { memberId } = caller
  const opened = keys && (await openSealedLink(keys, sealed))
  if (!opened) throw new Refused('TRUELINK_INVALID')
  const fingerprint = fingerprintOf(route, opened)
  const key = keyFor(caller, fingerprint, clock.now())
  const known = await findByKey(db, memberId, key)
  if (known) return answerKnown(deps, requireSameBody(known, fingerprint))

  const { mobile } = await findOfferedWallet(deps, memberId, opened)
  if (await bonusHeld(db, memberId)) throw new Refused('BONUS_REMAINING')
  const claim = { ...opened, id: ids.key(), memberId, key, fingerprint, mobile }
  const other = await claimVoucher(deps, claim)
  if (other) return other.key === key ? answerKnown(deps, other) : answerHeld(other, memberId)

  await waitFor(deps, { work: redeemClaim(deps, claim), what: 'a gift link' })
  return answerOf((await findLink(db, claim.id))!)
}

async function findOfferedWallet(
  deps: ServiceDeps,
  memberId: string,
  { account }: OpenedLink,
): Promise<{ mobile: string }> {
  const member = await findMember(deps.db, memberId)
  if (!member) throw new Refused('NO_USER')
  const wallet = await findWallet(deps, account, member.currency)
  if (!wallet) throw new Refused('NO_WALLET')
  return wallet
}

/** The phone of the wallet account of this name; null for one that is not offered. */
async function findWallet(
  { readSettings }: ServiceDeps,
  account: string,
  currency: WalletCurrency,
): Promise<{ mobile: string } | null> {
  const wallets = (await readSettings())['deposit.wallets']
  const found = wallets.find(
    (one) => one.walletAccountName === account && one.currency === currency,
  )
  // These wallets hold baht, whatever else is set.
  return found?.mobile && currency === 'BAHT' ? { mobile: found.mobile } : null
}

/** Returns the link that already holds the voucher; null if this claim holds it now. */
async function claimVoucher(deps: GiftDeps, claim: Claim): Promise<Link | null> {
  const { db, clock } = deps
  return db.beginFor(claim.memberId, async (tx) => {
    const known = await findBegun(tx, claim, { lockMember, findByKey })
    if (known) return known
    if (await insertLink(tx, claim, clock.now())) return null
    const holder = await findHolder(tx, claim.voucher)
    // The earlier holder has just released it.
    if (!holder) throw new Refused('REQUEST_IN_PROGRESS')
    return holder
  })
}

/** The member's own link under way is not a used one: the money may still arrive. */
function answerHeld(holder: Link, memberId: string): GiftAnswer {
  const isUnderWay = holder.state !== 'done' && holder.state !== 'refused'
  if (holder.memberId === memberId && isUnderWay) return pending
  throw new Refused('TRUELINK_DUPLICATE')
}

function answerKnown({ clock }: GiftDeps, link: Link): GiftAnswer {
  if (mayStillRun({ clock }, link.createdAt) && (link.state === 'claimed' || link.state === 'sent'))
    throw new Refused('REQUEST_IN_PROGRESS')
  return answerOf(link)
}

function answerOf({ state, amount, code }: Link): GiftAnswer {
  if (state === 'refused') throw new Refused(code!)
  return state === 'done' ? { amount: amount! } : pending
}

/** The outcome of a key used here, for `outcome`. */
export const findGiftOutcome = outcomeOf(findByKey, ({ state, code }) => {
  if (state === 'done') return { state: 'done', route, code: 'SUCCESS' }
  if (state === 'refused') return { state: 'done', route, code: code! }
  // In suspense the money is here and safe, and an operator decides when it is credited.
  if (state === 'suspended') return { state: 'done', route, code: 'TRANSFER_PENDING' }
  return { state: 'running', route }
})
