import type { Queryable, Tx } from '#core/db/db.ts'

export type SourceInquiry = {
  source: string
  askedAt: Date
  since: Date
  /** Why it could not be asked, or not about everything. */
  why: string | null
  known: number
  rebuilt: number
  waiting: number
}

/** The last answer of a source outside. */
export async function setAsked(on: Queryable, epoch: number, asked: SourceInquiry): Promise<void> {
  const { source, askedAt, since, why, known, rebuilt, waiting } = asked
  await on.query(
    `insert into recovery_source (epoch, source, asked_at, since, why, known, rebuilt, waiting)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (epoch, source) do update set asked_at = $3, since = $4, why = $5, known = $6,
       rebuilt = recovery_source.rebuilt + $7, waiting = $8`,
    [epoch, source, askedAt, since, why, known, rebuilt, waiting],
  )
}

export function listAsked(on: Queryable, epoch: number): Promise<SourceInquiry[]> {
  return on.query<SourceInquiry>(
    `select source, asked_at as "askedAt", since, why, known, rebuilt, waiting
     from recovery_source where epoch = $1 order by source`,
    [epoch],
  )
}

const askingLock = 4_011_020

/** One at a time rebuilds; the lock ends with its transaction, or its process. */
export async function tryAskingTurn(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ isMine: boolean }>(
    `select pg_try_advisory_xact_lock($1) as "isMine", set_config('idle_in_transaction_session_timeout', '0', true)`,
    [askingLock],
  )
  return rows[0]!.isMine
}

export async function countItems(on: Queryable): Promise<number> {
  const [row] = await on.query<{ open: number }>(
    `select count(*)::int as open from items_item where starts_with(kind, 'recovery.') and decision is null`,
  )
  return row!.open
}
