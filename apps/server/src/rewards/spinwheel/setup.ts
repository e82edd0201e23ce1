import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { hashOf, seedFor, sumWeights } from '@kapao/contract/fair/draw'
import type { Language } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { listCoupons, readWheel } from '@kapao/contract/spinwheel'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Ids } from '#core/ids.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { listBalances, type Balance } from '#ledger/read.ts'
import { turnoverOf } from '#money/conditions/bind.ts'
import { lockMember } from '#records/statement/store.ts'
import type { Settings } from '#settings/registry.ts'
import {
  closeSeed,
  findOpenSeed,
  insertSeed,
  listClaimable,
  type Coupon,
  type Seed,
} from './store.ts'
import { findActiveWheelId, loadWheel, nameIn, wordsIn, type Wheel } from './wheel-store.ts'

export type WheelDeps = {
  db: Db
  clock: Clock
  ids: Ids
  accounts: Pick<AccountBook, 'find' | 'house'>
  log: Pick<Log, 'warn'>
  push: PushTo
  readSettings: () => Promise<Pick<Settings, 'spin.couponDays' | 'spin.prizeTurnover'>>
  failpoint: (step: CrashPoint) => Promise<void>
}

const couponsShownMax = 300
const chanceDecimals = 1e4

export async function countCoins(on: Queryable, memberId: string): Promise<bigint> {
  return (await findOwn(on, memberId, 'coin'))?.money.amount ?? 0n
}

export async function findOwn(
  on: Queryable,
  memberId: string,
  kind: Balance['kind'],
): Promise<Balance | undefined> {
  return (await listBalances(on, memberId)).find((balance) => balance.kind === kind)
}

/** The active wheel of the member's currency, or null. */
export async function findWheelFor(deps: WheelDeps, memberId: string): Promise<number | null> {
  const [wallet] = await deps.accounts.find(memberId, [['wallet', '']])
  return wallet ? findActiveWheelId(deps.db, wallet.currency, deps.clock.now()) : null
}

/**
 * The wheel that the member is about to spin, and the promise of its draws. A used promise is closed here, and can be
 * revealed from then on.
 */
export async function showWheel(
  deps: WheelDeps,
  memberId: string,
  language: Language | null,
): Promise<AnswerOf<typeof readWheel>> {
  const { db } = deps
  const userCoin = Number(await countCoins(db, memberId))
  const active = await findWheelFor(deps, memberId)
  if (active === null) {
    await retireUsed(deps, memberId)
    return { result: { activeSpinwheel: null, userCoin, commitment: null } }
  }
  const wheel = await loadWheel(db, active)
  const { commitment } = await promise(deps, memberId, wheel)
  const sum = sumWeights(wheel.slices)
  const slice = wheel.slices.map((one) => {
    const { label, description } = wordsIn(one, language)
    const { code, bgColor, textColor, weight } = one
    const chance = Math.round((weight * 100 * chanceDecimals) / sum) / chanceDecimals
    return { code, label, bgColor, textColor, htmlDescription: description, chance }
  })
  const name = nameIn(wheel, language)
  return { result: { activeSpinwheel: { name, slice }, userCoin, commitment } }
}

async function promise(deps: WheelDeps, memberId: string, wheel: Wheel): Promise<Seed> {
  const known = await findOpenSeed(deps.db, memberId)
  if (known && isFresh(known, wheel)) return known
  return deps.db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    const open = await findOpenSeed(tx, memberId)
    if (open && isFresh(open, wheel)) return open
    if (open) await closeSeed(tx, open.id, deps.clock.now())
    return makeSeed(deps, tx, { memberId, wheel })
  })
}

function isFresh(seed: Seed, wheel: Wheel): boolean {
  return seed.nonce === 0 && seed.wheel === wheel.id
}

/** After the wheel was removed, its draws can still be revealed. */
async function retireUsed({ db, clock }: WheelDeps, memberId: string): Promise<void> {
  const known = await findOpenSeed(db, memberId)
  if (!known || known.nonce === 0) return
  await db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    const open = await findOpenSeed(tx, memberId)
    if (open && open.nonce > 0) await closeSeed(tx, open.id, clock.now())
  })
}

/** Creates the promise of the coming spins; callers must hold the member's lock. */
export async function makeSeed(
  { ids, clock }: Pick<WheelDeps, 'ids' | 'clock'>,
  tx: Tx,
  { memberId, wheel }: { memberId: string; wheel: Wheel },
): Promise<Seed> {
  const secret = seedFor(ids.secret(), wheel.slices)
  const seed: Seed = {
    id: ids.key(),
    memberId,
    wheel: wheel.id,
    secret,
    commitment: hashOf(secret),
    nonce: 0,
    createdAt: clock.now(),
  }
  await insertSeed(tx, seed)
  return seed
}

export async function showCoupons(
  { db, clock, readSettings }: Pick<WheelDeps, 'db' | 'clock' | 'readSettings'>,
  memberId: string,
  language: Language | null,
): Promise<AnswerOf<typeof listCoupons>> {
  const turnover = (await readSettings())['spin.prizeTurnover']
  const coupons = await listClaimable(db, memberId, { at: clock.now(), limit: couponsShownMax })
  return coupons.map((coupon) => {
    const { id, amount, currency, expiresAt } = coupon
    const { label, description } = wordsIn(coupon, language)
    return {
      _id: id,
      prize: { slice: { label, htmlDescription: description }, name: nameIn(coupon, language) },
      amount: { amount, currency },
      currency,
      toPlay: toPlayFor(coupon, turnover),
      expiresAt: expiresAt.toISOString(),
    }
  })
}

/** As `bindPrize` will bind it: coins are spent on spins, and a turnover of nothing requires nothing. */
function toPlayFor({ amount, currency }: Coupon, turnover: string): Money | null {
  const toPlay = currency === 'COIN' ? 0n : turnoverOf(amount, turnover)
  return toPlay > 0n ? { amount: toPlay, currency } : null
}
