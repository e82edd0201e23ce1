import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'

type CodeState = 'ordered' | 'open' | 'paid' | 'expired' | 'cancelled' | 'replaced' | 'failed'

export type Code = {
  id: string
  reference: string
  memberId: string
  provider: string
  key: string
  fingerprint: string
  currency: Currency
  ordered: bigint
  amount: bigint | null
  payload: string | null
  state: CodeState
  why: string | null
  tries: number
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
}

const columns = `id, reference, member_id as "memberId", provider, key, fingerprint, currency, ordered, amount, payload, state, why,
  tries, created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"`

type NewCode = Pick<
  Code,
  'id' | 'reference' | 'memberId' | 'provider' | 'key' | 'fingerprint' | 'expiresAt'
> & { money: Money }

export async function insertCode(
  tx: Tx,
  code: NewCode,
  { at, nextAt }: { at: Date; nextAt: Date },
): Promise<void> {
  const { id, reference, memberId, provider, key, fingerprint, expiresAt, money } = code
  await tx.query(
    `insert into qrcodes_code (id, reference, member_id, provider, key, fingerprint, currency, ordered, state, created_at, expires_at, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'ordered', $9, $10, $11)`,
    [
      id,
      reference,
      memberId,
      provider,
      key,
      fingerprint,
      money.currency,
      money.amount,
      at,
      expiresAt,
      nextAt,
    ],
  )
}

export async function findByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<Code | null> {
  const rows = await on.query<Code>(
    `select ${columns} from qrcodes_code where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

export async function findCode(on: Queryable, id: string): Promise<Code | null> {
  const rows = await on.query<Code>(`select ${columns} from qrcodes_code where id = $1`, [id])
  return rows[0] ?? null
}

/** The member's open code, or the one being ordered; at most one of each. */
export async function findLive(
  on: Queryable,
  memberId: string,
  state: 'open' | 'ordered',
): Promise<Code | null> {
  const rows = await on.query<Code>(
    `select ${columns} from qrcodes_code where member_id = $1 and state = $2`,
    [memberId, state],
  )
  return rows[0] ?? null
}

/** True if it was being ordered and may be shown now. */
export async function setOpen(
  tx: Tx,
  id: string,
  made: { amount: bigint; payload: string; expiresAt: Date; nextAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update qrcodes_code set state = 'open', amount = $2, payload = $3, expires_at = $4, next_at = $5, tries = 0
     where id = $1 and state = 'ordered' returning 1`,
    [id, made.amount, made.payload, made.expiresAt, made.nextAt],
  )
  return rows.length > 0
}

type End = {
  state: Exclude<CodeState, 'ordered' | 'open'>
  at: Date
  why?: string
  /** When the gateway is asked next; null if the code cannot have been seen. */
  nextAt: Date | null
}

/** True if the code was live until now: an end is final. */
export async function setEnded(on: Queryable, id: string, end: End): Promise<boolean> {
  const rows = await on.query(
    `update qrcodes_code set state = $2, ended_at = $3, why = $4, next_at = $5
     where id = $1 and state in ('ordered', 'open') returning 1`,
    [id, end.state, end.at, end.why ?? null, end.nextAt],
  )
  return rows.length > 0
}

/** Codes that a member may be looking at now or soon. */
export const liveCodes = dueList({
  table: 'qrcodes_code',
  party: 'provider',
  isOpen: "state in ('ordered', 'open')",
})

/** Ended codes that may still be paid. */
export const endedCodes = dueList({
  table: 'qrcodes_code',
  party: 'provider',
  isOpen: "state not in ('ordered', 'open') and next_at is not null",
})

/**
 * Claims a due code: of several sweepers one gets it. If the sweeper dies, the code is due again a minute later; a
 * code that fails each time is retried ever later, at most after an hour.
 */
export async function claimCode(on: Queryable, id: string, at: Date): Promise<Code | null> {
  const rows = await on.query<Code>(
    `update qrcodes_code
     set tries = tries + 1, next_at = ${nextTrySql('$2', { firstSeconds: 60, maxSeconds: 3600 })}
     where id = $1 and next_at <= $2 returning ${columns}`,
    [id, at],
  )
  return rows[0] ?? null
}

/** After a query that did not fail. */
export async function setNextAt(on: Queryable, id: string, nextAt: Date | null): Promise<void> {
  await on.query('update qrcodes_code set next_at = $2, tries = 0 where id = $1', [id, nextAt])
}

/** How many codes the member has ordered since an instant, whatever became of them. */
export async function countOrdered(on: Queryable, memberId: string, since: Date): Promise<number> {
  const [row] = await on.query<{ count: number }>(
    'select count(*)::int as count from qrcodes_code where member_id = $1 and created_at > $2',
    [memberId, since],
  )
  return row!.count
}

/** Rate-limits the queries that an unproven webhook may cause. */
export async function claimHint(
  on: Queryable,
  reference: string,
  { at, after }: { at: Date; after: Date },
): Promise<Code | null> {
  const rows = await on.query<Code>(
    `update qrcodes_code set hinted_at = $2
     where reference = $1 and (hinted_at is null or hinted_at <= $3) returning ${columns}`,
    [reference, at, after],
  )
  return rows[0] ?? null
}

/** Has the jobs ask soon about a code that was asked about a moment ago. */
export async function askSoon(on: Queryable, reference: string, nextAt: Date): Promise<void> {
  await on.query(
    'update qrcodes_code set next_at = least(coalesce(next_at, $2), $2) where reference = $1',
    [reference, nextAt],
  )
}
