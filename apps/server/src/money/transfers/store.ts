import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'

export type TransferState = 'held' | 'sent' | 'unknown' | 'exception' | 'done' | 'returned'
export type Transfer = {
  id: string
  memberId: string
  key: string
  fingerprint: string
  parent: string | null
  kind: 'in' | 'out' | 'all'
  game: string | null
  from: string
  to: string
  amount: bigint
  currency: Currency
  state: TransferState
  balanceBefore: bigint | null
  statementSeq: bigint | null
  /** The transfer that continues where this one ends. */
  nextId: string | null
  /** For a parent of several transfers: the games that had a balance. */
  planned: string[] | null
  tries: number
  why: string | null
  createdAt: Date
}

export const transferColumns = `id, member_id as "memberId", key, fingerprint, parent, kind, game, from_place as "from", to_place as "to", amount,
  currency, state, balance_before as "balanceBefore", statement_seq as "statementSeq", next_id as "nextId", planned, tries, why, created_at as "createdAt"`

/** Records that the provider is asked now, and its balance before. Until then nothing has left us. */
export async function setSent(on: Queryable, id: string, balanceBefore: bigint): Promise<boolean> {
  const rows = await on.query(
    `update transfers_transfer set state = 'sent', balance_before = $2 where id = $1 and state = 'held' returning 1`,
    [id, balanceBefore],
  )
  return rows.length > 0
}

/** Records that it was never sent and never will be: a later attempt to send it finds that it is no longer held. */
export async function setNeverSent(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(
    `update transfers_transfer set state = 'unknown' where id = $1 and state = 'held' returning 1`,
    [id],
  )
  return rows.length > 0
}

/** Records a refusal of the first call; false when another process has sent it since. None does until `nextAt`. */
export async function setRefused(
  on: Queryable,
  id: string,
  { why, nextAt }: { why: string; nextAt: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update transfers_transfer set state = 'unknown', why = $2, next_at = $3
     where id = $1 and state = 'held' and tries = 0 returning 1`,
    [id, why, nextAt],
  )
  return rows.length > 0
}

/** Marks an open transfer as unknown, or as an exception; one that has ended stays ended. */
export async function setOpenState(
  on: Queryable,
  id: string,
  { state, why }: { state: 'unknown' | 'exception'; why: string },
): Promise<void> {
  await on.query(
    `update transfers_transfer set state = $2, why = $3 where id = $1 and state in ('held', 'sent', 'unknown')`,
    [id, state, why],
  )
}

export async function findTransfer(on: Queryable, id: string): Promise<Transfer | null> {
  const rows = await on.query<Transfer>(
    `select ${transferColumns} from transfers_transfer where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export async function findByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<Transfer | null> {
  const rows = await on.query<Transfer>(
    `select ${transferColumns} from transfers_transfer where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

/** Claims one that is due for this attempt: of several sweepers one gets it, and each attempt waits longer. */
export async function claimDue(tx: Queryable, id: string, at: Date): Promise<Transfer | null> {
  const rows = await tx.query<Transfer>(
    `update transfers_transfer
     set tries = tries + 1, next_at = ${nextTrySql('$2', { firstSeconds: 5, maxSeconds: 60 })}
     where id = $1 and state in ('held', 'sent', 'unknown') and next_at <= $2 returning ${transferColumns}`,
    [id, at],
  )
  return rows[0] ?? null
}

/** Transfers that no call carries any more: younger ones are carried, and calls keep an older one with `keepCarried` (carry.ts). */
export const dueTransfers = dueList({
  table: 'transfers_transfer',
  party: "coalesce(game, '')",
  isOpen: "state in ('held', 'sent', 'unknown')",
  isDue: "created_at < $1::timestamptz - interval '5 seconds' or next_at > created_at",
})

/** Says when the sweeper may look at it: a call that carries it puts that off, one that gives up need not wait for it. */
export async function setNextLook(on: Queryable, id: string, nextAt: Date): Promise<void> {
  await on.query(
    `update transfers_transfer set next_at = greatest(next_at, $2)
     where id = $1 and state in ('held', 'sent', 'unknown') and tries = 0`,
    [id, nextAt],
  )
}

export function listParts(on: Queryable, parent: string): Promise<Transfer[]> {
  return on.query<Transfer>(
    `select ${transferColumns} from transfers_transfer where parent = $1 order by statement_seq, created_at, id`,
    [parent],
  )
}

/** Locks the row until the transaction ends, so that an operator decides about the state they saw. */
export async function lockTransfer(tx: Queryable, id: string): Promise<Transfer | null> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns} from transfers_transfer where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

/** The other half of a move between two games; null for one without a second half. */
export async function findOtherHalf(
  on: Queryable,
  memberId: string,
  id: string,
): Promise<string | null> {
  const [row] = await on.query<{ id: string }>(
    `select id from transfers_transfer where member_id = $1 and (next_id = $2::uuid or key = $2::text || ':next')`,
    [memberId, id],
  )
  return row?.id ?? null
}

/** Ended transfers of a period at one provider, the latest first, for comparison with its record of each. */
export function listMoved(
  on: Queryable,
  { game, from, to }: { game: string; from: Date; to: Date },
): Promise<Transfer[]> {
  return on.query<Transfer>(
    `select ${transferColumns} from transfers_transfer where game = $1 and created_at >= $2 and created_at < $3
       and state in ('done', 'returned') order by created_at desc`,
    [game, from, to],
  )
}

/** What every member's transit account must hold: the sum of the open transfers. */
export const openHoldsSql = `
  select hold_account as account, sum(amount)::bigint as amount
  from transfers_transfer where game is not null and state in ('held', 'sent', 'unknown', 'exception') group by hold_account`
