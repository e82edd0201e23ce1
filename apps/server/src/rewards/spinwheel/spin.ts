import { nameOfCall } from '@kapao/contract/calls'
import { createHmac } from 'node:crypto'
import { drawSector, type Hmac } from '@kapao/contract/fair/draw'
import type { Language } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { RefusalCode } from '@kapao/contract/refusals'
import { spinWheel } from '@kapao/contract/spinwheel'
import { dayMs } from '@kapao/contract/times'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { findBegun, fingerprintOf, type Caller } from '#core/calls/idempotency.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { lockMember } from '#records/statement/store.ts'
import { countCoins, makeSeed, type WheelDeps } from './setup.ts'
import {
  closeSeed,
  findOpenSeed,
  findSpinByKey,
  insertCoupon,
  insertSpin,
  type Seed,
} from './store.ts'
import {
  findActiveWheelId,
  loadWheel,
  wordsIn,
  type Wheel,
  type SliceTexts,
} from './wheel-store.ts'

export type Spinner = Caller & { language: Language | null }
type Answer = Extract<AnswerOf<typeof spinWheel>, { success: unknown }>

export const spinRoute = nameOfCall(spinWheel)
/** The most spins under one promise, so that revealing it stays a short reply. */
const spinsOfSeedMax = 100

/**
 * Moves one coin from the member to our account and records the draw, in one transaction; a second call with the same
 * key takes nothing and returns the same sector. Without a key every call is a new spin.
 */
export async function spin(
  deps: WheelDeps,
  caller: Spinner,
  {
    clientSeed = '',
    commitment,
  }: { clientSeed?: string | undefined; commitment?: string | undefined },
): Promise<Answer> {
  const { db, ids } = deps
  const wanted = {
    ...caller,
    clientSeed,
    key: caller.key ?? ids.key(),
    commitment,
    fingerprint: fingerprintOf(spinRoute, { clientSeed, ...(commitment && { commitment }) }),
    couponDays: (await deps.readSettings())['spin.couponDays'],
    // Looked up before any lock is taken, because the accounts never change.
    purse: await findPurse(deps, caller.memberId),
  }
  const answer = await db.beginFor(caller.memberId, (tx) => spinInside(deps, tx, wanted))
  await deps.failpoint('spin.drawn')
  return answer
}

type Purse = { debit: Account; credit: Account; currency: Currency }
type SpinRequest = Spinner & {
  key: string
  clientSeed: string
  commitment: string | undefined
  fingerprint: string
  couponDays: number
  purse: Purse
}

async function spinInside(deps: WheelDeps, tx: Tx, wanted: SpinRequest): Promise<Answer> {
  const { memberId } = wanted
  const known = await findBegun(tx, wanted, { lockMember, findByKey: findSpinByKey })
  if (known) return won(known, wanted.language)

  const active = await findActiveWheelId(tx, wanted.purse.currency, deps.clock.now())
  if (active === null) return lost('KEY_INVALID')
  const coins = await countCoins(tx, memberId)
  if (coins < 1n) return lost('NO_DATA')
  const wheel = await loadWheel(tx, active)
  const seed = await seedOf(deps, tx, { memberId, wheel })
  // The member saw other odds, and has to see the new ones first.
  if (seed.wheel !== wheel.id) return lost('KEY_INVALID')
  // Another device has closed the promise that this page showed: its spin could not be checked against it.
  if (wanted.commitment !== undefined && wanted.commitment !== seed.commitment)
    return lost('KEY_INVALID')
  return draw(deps, tx, { wanted, wheel, seed, coinsLeft: coins - 1n })
}

async function seedOf(
  deps: WheelDeps,
  tx: Tx,
  whose: { memberId: string; wheel: Wheel },
): Promise<Seed> {
  const open = await findOpenSeed(tx, whose.memberId)
  if (open && open.nonce < spinsOfSeedMax) return open
  if (open) await closeSeed(tx, open.id, deps.clock.now())
  return makeSeed(deps, tx, whose)
}

type SpinDraw = { wanted: SpinRequest; wheel: Wheel; seed: Seed; coinsLeft: bigint }

async function draw(
  deps: WheelDeps,
  tx: Tx,
  { wanted, wheel, seed, coinsLeft }: SpinDraw,
): Promise<Answer> {
  const { memberId, clientSeed, requestId } = wanted
  const at = deps.clock.now()
  const drawn = { serverSeed: seed.secret, clientSeed, nonce: seed.nonce }
  const place = drawSector(wheel.slices, drawn, hmac)
  const slice = wheel.slices[place]!
  const id = deps.ids.key()
  await insertSpin(tx, {
    id,
    memberId,
    key: wanted.key,
    fingerprint: wanted.fingerprint,
    seed: seed.id,
    nonce: seed.nonce,
    clientSeed,
    wheel: wheel.id,
    place,
    coinsLeft,
    createdAt: at,
  })
  if (slice.amount > 0n)
    await insertCoupon(tx, {
      id: deps.ids.key(),
      memberId,
      spin: id,
      wheel: wheel.id,
      place,
      amount: slice.amount,
      currency: slice.currency,
      createdAt: at,
      expiresAt: new Date(at.getTime() + wanted.couponDays * dayMs),
    })
  const after = { wheel: wheel.code, version: wheel.version, code: slice.code, nonce: seed.nonce }
  const actor = `member:${memberId}` as const
  await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.spin', subject: id, after })
  const money = { amount: 1n, currency: 'COIN' } as const
  const { debit, credit } = wanted.purse
  await postAll(tx, at, [{ idem: leg(id, 1), debit, credit, money, kind: 'coin_spend' }])
  return won({ ...slice, coinsLeft }, wanted.language)
}

async function findPurse({ accounts }: WheelDeps, memberId: string): Promise<Purse> {
  const [debit, wallet] = await accounts.find(memberId, [
    ['coin', ''],
    ['wallet', ''],
  ])
  if (!debit || !wallet) throw new Error(`member ${memberId} has no coins`)
  const { currency } = wallet
  return { debit, credit: await accounts.house('coin', '', 'COIN'), currency }
}

/** The same function as the page's own, by Node's library. */
export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest()

function won(
  drawn: SliceTexts & { code: string; coinsLeft: bigint },
  language: Language | null,
): Answer {
  const { code, coinsLeft } = drawn
  const { label } = wordsIn(drawn, language)
  return { success: true, error: null, result: { code, label, remainingCoin: Number(coinsLeft) } }
}

/** OP-E12: a success reply and no error, because the page only stops the wheel. */
function lost(error: RefusalCode): Answer {
  return { success: false, error, result: null }
}
