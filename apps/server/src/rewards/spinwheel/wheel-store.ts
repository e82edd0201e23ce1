import type { Language, WalletCurrency } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'

export type SliceWords = { label: string; description: string | null }

/** The text for requests without a language, and the text in each language if they differ. */
export type SliceTexts = SliceWords & { words: Record<Language, SliceWords> | null }

export type WheelSlice = SliceTexts & {
  code: string
  bgColor: string
  textColor: string
  weight: number
  /** Zero for a sector that wins nothing. */
  amount: bigint
  currency: Currency
}

export type Wheel = {
  id: number
  code: string
  version: number
  name: string
  names: Record<Language, string> | null
  currency: WalletCurrency
  createdBy: string
  createdAt: Date
  slices: readonly WheelSlice[]
}

export function wordsIn(
  { words, label, description }: SliceTexts,
  to: Language | null,
): SliceWords {
  return (to && words?.[to]) ?? { label, description }
}

export function nameIn(
  { name, names }: Pick<Wheel, 'name' | 'names'>,
  to: Language | null,
): string {
  return (to && names?.[to]) ?? name
}

const wheelColumns = `w.id, w.code, w.version, w.name, w.names, w.currency, w.created_by as "createdBy", w.created_at as "createdAt"`

type WheelRow = Omit<Wheel, 'slices'>

/** The wheel of a currency, from when until when members see it, and which one they see before and after that. */
export type ActiveWheel = {
  wheel: number
  startsAt: Date | null
  endsAt: Date | null
  otherwise: number | null
}

/** As it was switched. */
export async function findSwitched(on: Queryable, currency: Currency): Promise<ActiveWheel | null> {
  const rows = await on.query<ActiveWheel>(
    `select wheel, starts_at as "startsAt", ends_at as "endsAt", otherwise from spinwheel_active
     where currency = $1 and wheel is not null`,
    [currency],
  )
  return rows[0] ?? null
}

/** As it is then: one that gives way to another one by itself has done so. */
export async function findActive(
  on: Queryable,
  currency: Currency,
  at: Date,
): Promise<ActiveWheel | null> {
  const active = await findSwitched(on, currency)
  if (!active) return null
  const { endsAt, otherwise } = active
  if (otherwise === null) return active
  if (endsAt !== null && endsAt <= at) return lasting(otherwise)
  return endsAt === null && isSeenAt(active, at) ? { ...active, otherwise: null } : active
}

function lasting(wheel: number): ActiveWheel {
  return { wheel, startsAt: null, endsAt: null, otherwise: null }
}

export function isSeenAt(
  { startsAt, endsAt }: Pick<ActiveWheel, 'startsAt' | 'endsAt'>,
  at: Date,
): boolean {
  return (startsAt === null || startsAt <= at) && (endsAt === null || endsAt > at)
}

/** The one that members see then; null for none. */
export function seenWheel(active: ActiveWheel | null, at: Date): number | null {
  if (active === null) return null
  return isSeenAt(active, at) ? active.wheel : active.otherwise
}

/** The one that members would see around the time of another one. */
export function lastingWheel(active: ActiveWheel | null, at: Date): number | null {
  if (active === null) return null
  return isSeenAt(active, at) && active.endsAt === null ? active.wheel : active.otherwise
}

/** The wheel that members of a currency spin now, or null. */
export async function findActiveWheelId(
  on: Queryable,
  currency: Currency,
  at: Date,
): Promise<number | null> {
  return seenWheel(await findActive(on, currency, at), at)
}

const wheelsLock = 4_011_013

/** Serializes versions and switches, so that the second of two operators with the same view sees the first one's. */
export async function lockWheels(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [wheelsLock])
}

export async function loadWheel(on: Queryable, id: number): Promise<Wheel> {
  const [wheel] = await on.query<WheelRow>(
    `select ${wheelColumns} from spinwheel_wheel w where w.id = $1`,
    [id],
  )
  if (!wheel) throw new Error(`there is no wheel ${id}`)
  const slices = await on.query<WheelSlice>(
    `select code, label, bg_color as "bgColor", text_color as "textColor", description, words, weight, amount, currency
     from spinwheel_slice where wheel = $1 order by place`,
    [id],
  )
  return { ...wheel, slices }
}

/** A version of a wheel; the newest if none is named. */
export async function findWheelId(
  on: Queryable,
  code: string,
  version: number | null,
): Promise<number | null> {
  const rows = await on.query<{ id: number }>(
    `select id from spinwheel_wheel where code = $1 and version = coalesce($2, version) order by version desc limit 1`,
    [code, version],
  )
  return rows[0]?.id ?? null
}

/** The newest version of each wheel. */
export function listWheels(on: Queryable, limit: number): Promise<WheelRow[]> {
  return on.query<WheelRow>(
    `select distinct on (w.code) ${wheelColumns} from spinwheel_wheel w
     order by w.code, w.version desc limit $1`,
    [limit],
  )
}

/** Every version of a wheel, the newest first. */
export function listVersions(on: Queryable, code: string, limit: number): Promise<WheelRow[]> {
  return on.query<WheelRow>(
    `select ${wheelColumns} from spinwheel_wheel w where w.code = $1 order by w.version desc limit $2`,
    [code, limit],
  )
}

export type NewWheel = Omit<Wheel, 'id' | 'version'>

/** Adds the next version of a wheel; the unique version number stops a concurrent writer. */
export async function insertWheel(
  tx: Tx,
  { code, name, names, currency, createdBy, createdAt, slices }: NewWheel,
): Promise<{ id: number; version: number }> {
  const [wheel] = await tx.query<{ id: number; version: number }>(
    `insert into spinwheel_wheel (code, version, name, names, currency, created_by, created_at)
     select $1::text, coalesce(max(version), 0) + 1, $2, $3::jsonb, $4::ledger_currency, $5, $6::timestamptz from spinwheel_wheel where code = $1
     returning id, version`,
    [code, name, names, currency, createdBy, createdAt],
  )
  for (const [place, slice] of slices.entries())
    await tx.query(
      `insert into spinwheel_slice (wheel, place, code, label, bg_color, text_color, description, words, weight, amount, currency)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        wheel!.id,
        place,
        slice.code,
        slice.label,
        slice.bgColor,
        slice.textColor,
        slice.description,
        slice.words,
        slice.weight,
        slice.amount,
        slice.currency,
      ],
    )
  return wheel!
}

/** Null removes the wheel. */
export async function setActiveWheel(
  tx: Tx,
  {
    currency,
    wheel,
    startsAt = null,
    endsAt = null,
    otherwise = null,
  }: { currency: WalletCurrency } & Partial<Omit<ActiveWheel, 'wheel'>> & { wheel: number | null },
): Promise<void> {
  await tx.query(
    `insert into spinwheel_active (currency, wheel, starts_at, ends_at, otherwise) values ($1, $2, $3, $4, $5)
     on conflict (currency) do update set wheel = excluded.wheel, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       otherwise = excluded.otherwise`,
    [currency, wheel, startsAt, endsAt, otherwise],
  )
}
