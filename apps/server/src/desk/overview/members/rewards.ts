import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { sumOf } from '@kapao/contract/console/fields'
import type { Currency } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { findHeld } from '#money/bonus/read.ts'
import { listTakings } from '#money/bonus/store.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { findBalance, listCounted, waitingOf } from '#rewards/invite/store.ts'
import { listPeriodsOf, type Refund } from '#rewards/refund/store.ts'
import { listCouponsOf, type Coupon } from '#rewards/spinwheel/store.ts'

type MemberRewards = ConsoleCallOutput<'GET /api/console/members/rewards/{memberId}'>
type MemberRewardDeps = { db: Db; clock: Clock }

const listedMax = 50
const earnedPerUnit = 10_000n

/** What a member holds and has coming, and how each was counted; null for an unknown one. */
export async function readMemberRewards(
  { db, clock }: MemberRewardDeps,
  memberId: string,
): Promise<MemberRewards | null> {
  const member = await findMember(db, memberId)
  if (!member) return null
  const [held, coupons, invite, refund] = await Promise.all([
    readHeld(db, memberId),
    listCouponsOf(db, memberId, listedMax),
    readInvite(db, member),
    listPeriodsOf(db, memberId, listedMax),
  ])
  const at = clock.now()
  return {
    held,
    coupons: coupons.map((one) => couponOf(one, at)),
    invite,
    refund: refund.map(refundOf),
  }
}

async function readHeld(db: Db, memberId: string): Promise<MemberRewards['held']> {
  const held = await findHeld(db, memberId)
  if (!held || held.state === 'ended') return null
  const takings = await listTakings(db, held.id)
  const { source, code, state, terms, factor, tries, currency } = held
  const sum = (amount: bigint) => sumOf({ amount, currency })
  return {
    source,
    code,
    state,
    since: held.createdAt.toISOString(),
    had: sum(held.deposit),
    given: sum(held.bonus),
    kind: terms.kind,
    factor,
    target: sum(held.target),
    endsAt: sum(held.endAmount),
    tries,
    takings: takings.map(({ game, taken }) => ({
      game,
      taken: taken === null ? null : sum(taken),
    })),
  }
}

function couponOf(coupon: Coupon, at: Date): MemberRewards['coupons'][number] {
  const { id, name, label, state, createdAt, expiresAt, why } = coupon
  return {
    id,
    wheel: name,
    label,
    sum: sumOf(coupon),
    state: state === 'open' && expiresAt <= at ? 'expired' : state,
    at: createdAt.toISOString(),
    until: expiresAt.toISOString(),
    why,
  }
}

async function readInvite(db: Db, { id, currency }: Member): Promise<MemberRewards['invite']> {
  const [balance, counted] = await Promise.all([
    findBalance(db, id),
    listCounted(db, id, listedMax),
  ])
  return {
    waiting: sumOf({ amount: waitingOf(balance), currency }),
    received: sumOf({ amount: balance.received, currency }),
    counted: counted.map((one) => {
      const sum = summing(one.currency)
      return {
        memberId: one.invitee,
        until: one.until.toISOString(),
        lost: sum(one.lost),
        won: sum(one.won),
        counted: sum(one.counted),
        ratePercent: percentOf(one.rate),
        earned: sum(one.earned / earnedPerUnit),
        void: one.void,
      }
    }),
  }
}

function refundOf(one: Refund): MemberRewards['refund'][number] {
  const sum = summing(one.currency)
  return {
    period: one.period,
    lost: sum(one.lost),
    won: sum(one.won),
    gifts: sum(one.gifts),
    forfeited: sum(one.forfeited),
    carried: sum(one.carried),
    ratePercent: percentOf(one.rate),
    takenOff: sum(one.takenOff),
    refund: sum(one.amount),
    state: one.denied !== null ? 'denied' : one.receipt === null ? 'waits' : 'received',
  }
}

const summing = (currency: Currency) => (amount: bigint) => sumOf({ amount, currency })

/** Of hundredths of a percent. */
function percentOf(rate: number): string {
  return String(rate / 100)
}
