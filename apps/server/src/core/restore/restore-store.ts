import type { Queryable } from '../db/db.ts'

/** How far the books had come; `installation` names them. */
export type Count = { installation: string; epoch: number; count: bigint; at: Date }

export type RestoreCount = Omit<Count, 'at'> & { isClosed: boolean }

/** The current count; changes nothing. */
export async function readCount(on: Queryable): Promise<RestoreCount> {
  const [row] = await on.query<RestoreCount>(
    `select name as installation, epoch, count,
            exists (select from core_restore r where r.opened_at is null) as "isClosed" from core_house`,
  )
  return row!
}

export type OutsideCount = { count: Count; place: string }

/** Counts up, and starts the recovery if what was seen outside is ahead. Safe to repeat. */
export async function countUp(
  on: Queryable,
  seen: OutsideCount | null,
  at: Date,
): Promise<RestoreCount> {
  const { installation = null, epoch = 0, count = 0n, at: countedAt = null } = seen?.count ?? {}
  const [row] = await on.query<RestoreCount>(
    `select o_name as installation, o_epoch as epoch, o_count as count, o_closed as "isClosed"
     from core_count($1, $2, $3, $4, $5, $6)`,
    [installation, epoch, count, countedAt, seen?.place ?? '', at],
  )
  return row!
}

export type Restore = {
  epoch: number
  foundAt: Date
  foundBy: string
  pointAt: Date | null
  aheadAt: Date | null
  why: string | null
  openedAt: Date | null
  openedBy: string | null
  openedWhy: string | null
}

/** The restores of these books, newest first. */
export function listRestores(on: Queryable): Promise<Restore[]> {
  return on.query<Restore>(
    `select epoch, found_at as "foundAt", found_by as "foundBy", point_at as "pointAt", ahead_at as "aheadAt", why,
            opened_at as "openedAt", opened_by as "openedBy", opened_why as "openedWhy"
     from core_restore order by epoch desc limit 20`,
  )
}

type Act = { actor: string; requestId: string; why: string; at: Date }

/** An operator declares a restore that no count shows; null where a recovery runs already. */
export async function declareRestore(
  on: Queryable,
  act: Act & { pointAt: Date },
): Promise<number | null> {
  const { actor, requestId, why, pointAt, at } = act
  const [row] = await on.query<{ epoch: number | null }>(
    'select core_declare($1, $2, $3, $4, $5) as epoch',
    [actor, requestId, why, pointAt, at],
  )
  return row!.epoch
}

/** Ends the recovery; the database requires two operators. Null where none runs. */
export async function openAgain(on: Queryable, act: Act): Promise<number | null> {
  const { actor, requestId, why, at } = act
  const [row] = await on.query<{ epoch: number | null }>(
    'select core_open($1, $2, $3, $4) as epoch',
    [actor, requestId, why, at],
  )
  return row!.epoch
}
