import { nameOfCall } from '@kapao/contract/calls'
import { isKey } from '#core/ids.ts'
import { claimCoupon } from '@kapao/contract/spinwheel'
import type { Money } from '@kapao/contract/money'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { findBegun, fingerprintOf, outcomeOf } from '#core/calls/idempotency.ts'
import { refuse } from '#core/refused.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, postAll, type MovementKind } from '#ledger/post.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { bindReward } from '#money/conditions/bind.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { findOwn, type WheelDeps } from './setup.ts'
import { spinRoute, type Spinner } from './spin.ts'
import { wordsIn } from './wheel-store.ts'
import {
  findClaimByKey,
  findCoupon,
  findSpinByKey,
  lockCoupon,
  setClaimed,
  type Coupon,
} from './store.ts'

const claimRoute = nameOfCall(claimCoupon)

/**
 * Moves the prize of a coupon from our account to the member and ends the coupon; a second call with the same key
 * succeeds and moves nothing, any other call finds no coupon.
 */
export async function claim(
  deps: WheelDeps,
  caller: Spinner,
  { coupon: id }: { coupon: string },
): Promise<void> {
  const { db, ids } = deps
  if (!isKey(id)) refuse(claimCoupon, 'INVALID_CODE')
  const key = caller.key ?? ids.key()
  // A coupon's prize never changes, so its accounts are looked up before any lock is taken.
  const seen = await findCoupon(db, id)
  const accounts = seen && (await accountsFor(deps, seen))
  const turnover = (await deps.readSettings())['spin.prizeTurnover']
  const claimed = await db.beginFor(caller.memberId, (tx) =>
    claimInside(deps, tx, { caller, key, id, accounts, turnover }),
  )
  await deps.failpoint('coupon.claimed')
  if (claimed) void notifyReward(deps, caller.memberId, claimed)
}

type PrizeMove = { debit: Account; credit: Account; kind: MovementKind }
type CouponClaim = {
  caller: Spinner
  key: string
  id: string
  accounts: PrizeMove | null
  turnover: string
}

/** The moved money, or null if it had been moved before. */
async function claimInside(
  deps: WheelDeps,
  tx: Tx,
  { caller, key, id, accounts, turnover }: CouponClaim,
): Promise<Money | null> {
  const { memberId, requestId } = caller
  const fingerprint = fingerprintOf(claimRoute, { coupon: id })
  const finding = { lockMember, findByKey: findClaimByKey }
  if (await findBegun(tx, { memberId, key, fingerprint }, finding)) return null

  const at = deps.clock.now()
  const coupon = await lockCoupon(tx, id)
  if (coupon?.memberId !== memberId || coupon.state === 'claimed')
    refuse(claimCoupon, 'NO_CLAIMABLE_COUPON')
  if (coupon.state === 'void') refuse(claimCoupon, 'INVALID_PRIZE_CODE')
  if (coupon.expiresAt <= at) refuse(claimCoupon, 'COUPON_EXPIRED')
  if (!accounts) refuse(claimCoupon, 'INVALID_COUPON_TYPE')
  if (await bonusHeld(tx, memberId)) refuse(claimCoupon, 'BONUS_REMAINING')
  if (!(await setClaimed(tx, { id, key, fingerprint, at })))
    refuse(claimCoupon, 'NO_CLAIMABLE_COUPON')

  const money: Money = { amount: coupon.amount, currency: coupon.currency }
  await insertRow(tx, at, {
    memberId,
    operation: id,
    statementType: 'bonus',
    from: 'luckydraw',
    to: accounts.credit.kind,
    status: 'SUCCESS',
    money,
    about: { luckydraw: { description: wordsIn(coupon, caller.language).label } },
  })
  const after = {
    wheel: coupon.wheelCode,
    amount: money.amount.toString(),
    currency: money.currency,
  }
  const actor = `member:${memberId}` as const
  await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.claim', subject: id, after })
  await postAll(tx, at, [{ idem: leg(id, 1), money, ...accounts }])
  await bindPrize(tx, coupon, { turnover, at })
  return money
}

/** Puts a prize under its condition. Coins are spent on spins; the prizes of those spins are bound in turn. */
async function bindPrize(
  tx: Tx,
  { id, memberId, wheelCode, amount, currency }: Coupon,
  { turnover, at }: { turnover: string; at: Date },
): Promise<void> {
  if (currency === 'COIN') return
  const prize = { id, memberId, kind: 'prize', source: wheelCode, currency, amount } as const
  await bindReward(tx, { ...prize, createdAt: at, turnover })
}

/** Notifies the member's pages after the commit. */
async function notifyReward(
  { db, push, log }: WheelDeps,
  memberId: string,
  { currency }: Money,
): Promise<void> {
  try {
    const seq = Number((await findOwn(db, memberId, 'wallet'))?.seq ?? 0n)
    push(memberId, 'reward', { seq, type: 'bonus', currency })
  } catch (error) {
    log.warn({ err: error }, 'a push failed')
  }
}

/** Null if the member has no account for the prize. */
async function accountsFor(
  { accounts }: WheelDeps,
  { memberId, currency, wheelCode }: Coupon,
): Promise<PrizeMove | null> {
  const isCoin = currency === 'COIN'
  const [credit] = await accounts.find(memberId, [[isCoin ? 'coin' : 'wallet', '']])
  if (credit?.currency !== currency) return null
  return isCoin
    ? { debit: await accounts.house('coin', '', 'COIN'), credit, kind: 'coin_grant' }
    : { debit: await accounts.house('prize', wheelCode, currency), credit, kind: 'prize' }
}

const endedBy = (route: string) => () => ({ state: 'done', route, code: 'SUCCESS' }) as const

/** The outcome of a key used here, for `outcome`: both calls are done once they are committed. */
export const wheelOutcomes = [
  outcomeOf(findSpinByKey, endedBy(spinRoute)),
  outcomeOf(findClaimByKey, endedBy(claimRoute)),
]
