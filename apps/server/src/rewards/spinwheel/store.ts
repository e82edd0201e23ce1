import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { Wheel, SliceTexts } from './wheel-store.ts'

export type Seed = {
  id: string
  memberId: string
  wheel: number
  secret: string
  commitment: string
  nonce: number
  createdAt: Date
}

const seedColumns = `id, member_id as "memberId", wheel, secret, commitment, nonce, created_at as "createdAt"`

/** The promise that the member's next spin is drawn under. */
export async function findOpenSeed(on: Queryable, memberId: string): Promise<Seed | null> {
  const rows = await on.query<Seed>(
    `select ${seedColumns} from spinwheel_seed where member_id = $1 and closed_at is null`,
    [memberId],
  )
  return rows[0] ?? null
}

/** Only the member's own, and only once nothing can be drawn under it any more. */
export async function findClosedSeed(
  on: Queryable,
  memberId: string,
  commitment: string,
): Promise<Seed | null> {
  const rows = await on.query<Seed>(
    `select ${seedColumns} from spinwheel_seed where commitment = $2 and member_id = $1 and closed_at is not null`,
    [memberId, commitment],
  )
  return rows[0] ?? null
}

export async function insertSeed(tx: Tx, seed: Seed): Promise<void> {
  await tx.query(
    `insert into spinwheel_seed (id, member_id, wheel, secret, commitment, nonce, created_at) values ($1, $2, $3, $4, $5, 0, $6)`,
    [seed.id, seed.memberId, seed.wheel, seed.secret, seed.commitment, seed.createdAt],
  )
}

export async function closeSeed(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query('update spinwheel_seed set closed_at = $2 where id = $1', [id, at])
}

export type Spin = {
  id: string
  memberId: string
  key: string
  fingerprint: string
  seed: string
  nonce: number
  clientSeed: string
  wheel: number
  place: number
  coinsLeft: bigint
  createdAt: Date
}

export type StoredSpin = Pick<Spin, 'id' | 'fingerprint' | 'coinsLeft'> &
  SliceTexts & { code: string }

export async function findSpinByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<StoredSpin | null> {
  const rows = await on.query<StoredSpin>(
    `select p.id, p.fingerprint, p.coins_left as "coinsLeft", s.code, s.label, s.description, s.words
     from spinwheel_spin p join spinwheel_slice s on s.wheel = p.wheel and s.place = p.place
     where p.key = $1 and p.member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

/** Records a draw and increments the promise's counter, in one statement. */
export async function insertSpin(tx: Tx, spin: Spin): Promise<void> {
  await tx.query(
    `with counted as (update spinwheel_seed set nonce = nonce + 1 where id = $5)
     insert into spinwheel_spin (id, member_id, key, fingerprint, seed, nonce, client_seed, wheel, place, coins_left, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      spin.id,
      spin.memberId,
      spin.key,
      spin.fingerprint,
      spin.seed,
      spin.nonce,
      spin.clientSeed,
      spin.wheel,
      spin.place,
      spin.coinsLeft,
      spin.createdAt,
    ],
  )
}

/** All spins under a promise, in the order of their numbers. */
export async function listSpins(
  on: Queryable,
  seed: string,
): Promise<{ nonce: number; clientSeed: string; code: string; createdAt: Date }[]> {
  return on.query(
    `select p.nonce, p.client_seed as "clientSeed", s.code, p.created_at as "createdAt"
     from spinwheel_spin p join spinwheel_slice s on s.wheel = p.wheel and s.place = p.place
     where p.seed = $1 order by p.nonce`,
    [seed],
  )
}

export type Coupon = SliceTexts & {
  id: string
  memberId: string
  amount: bigint
  currency: Currency
  state: 'open' | 'claimed' | 'void'
  createdAt: Date
  expiresAt: Date
  fingerprint: string | null
  endedAt: Date | null
  why: string | null
  wheelCode: string
  name: string
  names: Wheel['names']
}

const couponColumns = `c.id, c.member_id as "memberId", c.amount, c.currency, c.state, c.created_at as "createdAt", c.expires_at as "expiresAt",
  c.fingerprint, c.ended_at as "endedAt", c.why, s.label, s.description, s.words, w.code as "wheelCode", w.name, w.names`
const couponTables = `spinwheel_coupon c join spinwheel_slice s on s.wheel = c.wheel and s.place = c.place
  join spinwheel_wheel w on w.id = c.wheel`

export type NewCoupon = Pick<
  Coupon,
  'id' | 'memberId' | 'amount' | 'currency' | 'createdAt' | 'expiresAt'
> & { spin: string; wheel: number; place: number }

export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<void> {
  await tx.query(
    `insert into spinwheel_coupon (id, member_id, spin, wheel, place, amount, currency, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      coupon.id,
      coupon.memberId,
      coupon.spin,
      coupon.wheel,
      coupon.place,
      coupon.amount,
      coupon.currency,
      coupon.createdAt,
      coupon.expiresAt,
    ],
  )
}

/** The coupons that a member may still claim, newest first. */
export function listClaimable(
  on: Queryable,
  memberId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<Coupon[]> {
  const open = `c.member_id = $1 and c.state = 'open' and c.expires_at > $2`
  return listWhere(on, `${open} ${newestFirst} limit $3`, [memberId, at, limit])
}

export function listCouponsOf(on: Queryable, memberId: string, limit: number): Promise<Coupon[]> {
  return listWhere(on, `c.member_id = $1 ${newestFirst} limit $2`, [memberId, limit])
}

export async function findCoupon(on: Queryable, id: string): Promise<Coupon | null> {
  const [coupon] = await listWhere(on, 'c.id = $1', [id])
  return coupon ?? null
}

/** Locks the coupon until the transaction ends. */
export async function lockCoupon(tx: Tx, id: string): Promise<Coupon | null> {
  const [coupon] = await listWhere(tx, 'c.id = $1 for no key update of c', [id])
  return coupon ?? null
}

const newestFirst = 'order by c.created_at desc, c.id desc'

function listWhere(on: Queryable, which: string, values: unknown[]): Promise<Coupon[]> {
  return on.query<Coupon>(`select ${couponColumns} from ${couponTables} where ${which}`, values)
}

export async function findClaimByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<{ id: string; fingerprint: string } | null> {
  const rows = await on.query<{ id: string; fingerprint: string }>(
    'select id, fingerprint from spinwheel_coupon where claim_key = $1 and member_id = $2',
    [key, memberId],
  )
  return rows[0] ?? null
}

/** False if it was claimed or voided meanwhile. */
export async function setClaimed(
  tx: Tx,
  { id, key, fingerprint, at }: { id: string; key: string; fingerprint: string; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update spinwheel_coupon set state = 'claimed', claim_key = $2, fingerprint = $3, ended_at = $4
     where id = $1 and state = 'open' returning id`,
    [id, key, fingerprint, at],
  )
  return rows.length > 0
}

export async function setVoid(
  tx: Tx,
  { id, why, at }: { id: string; why: string; at: Date },
): Promise<void> {
  await tx.query(
    `update spinwheel_coupon set state = 'void', why = $2, ended_at = $3 where id = $1`,
    [id, why, at],
  )
}

/** The movements that the ledger must have booked: one coin a spin, and the prize of every claimed coupon. */
export const bookedSql = `
  select ledger_leg(id, 1) as idem, 1::bigint as amount from spinwheel_spin
  union all
  select ledger_leg(id, 1), amount from spinwheel_coupon where state = 'claimed'`

/** No spin is missing from its promise, and every prize became a coupon. */
export const spinCheckSql = `
  select d.id::text as what from spinwheel_seed d
    left join (select seed, count(*) as spins, max(nonce) as last from spinwheel_spin group by seed) p on p.seed = d.id
    where d.nonce <> coalesce(p.spins, 0) or d.nonce <> coalesce(p.last + 1, 0)
  union all
  select p.id::text from spinwheel_spin p join spinwheel_slice s on s.wheel = p.wheel and s.place = p.place
    left join spinwheel_coupon c on c.spin = p.id
    where (s.amount > 0) <> (c.id is not null) or c.amount <> s.amount or c.currency <> s.currency
  limit 100`
