import { keyStatus } from '#core/calls/idempotency.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import { leg } from '#ledger/post.ts'
import type { Transfer } from './store.ts'

export type NewTransfer = Pick<
  Transfer,
  'id' | 'memberId' | 'key' | 'fingerprint' | 'parent' | 'from' | 'to' | 'amount' | 'currency'
> & {
  kind: 'in' | 'out'
  game: string
  source: Account
  hold: Account
  target: Account
  /** The second half of a transfer from one game to another. */
  next: { id: string; game: string; target: Account } | null
  requestId: string
  /** How many movements a day its member may make before this one has to wait; null if it never waits. */
  dayMax: number | null
}

/** The statuses of `ledger_apply` that a beginning can have, and two of its own. */
export const beginStatus = {
  ...keyStatus,
  done: 0,
  replayed: 1,
  short: 3,
  busy: 8,
  inFlight: 11,
  dayFull: 12,
} as const

export type BeginResult = { status: number; id: string }

/** Begins transfers in one transaction; safe to run again, since each finds itself by its key. */
export async function insertBeginnings(
  db: Queryable,
  items: readonly NewTransfer[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<BeginResult[]> {
  const members = [...new Set(items.map((item) => item.memberId))].toSorted()
  const memberPosition = new Map(members.map((member, index) => [member, index + 1]))
  const accounts = accountArrays(items.flatMap(({ source, hold }) => [source, hold]))
  const [row] = await db.query<{ o_status: number[]; o_id: string[] }>(
    `select o_status, o_id from transfers_begin(
      p_members => $1, p_accounts => $2, p_id => $3, p_leg => $4, p_member => $5, p_key => $6,
      p_fingerprint => $7, p_parent => $8, p_kind => $9::transfers_kind[], p_game => $10,
      p_from => $11, p_hold => $12, p_to => $13, p_amount => $14,
      p_currency => $15::ledger_currency[], p_from_place => $16, p_to_place => $17,
      p_next_id => $18, p_next_game => $19, p_next_account => $20, p_request => $21,
      p_day_max => $22, p_at => $23, p_skip_busy => $24)`,
    [
      quotedArray(members),
      plainArray(accounts.members),
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => leg(item.id, 1))),
      plainArray(items.map((item) => memberPosition.get(item.memberId)!)),
      quotedArray(items.map((item) => item.key)),
      plainArray(items.map((item) => item.fingerprint)),
      plainArray(items.map((item) => item.parent ?? 'null')),
      plainArray(items.map((item) => item.kind)),
      quotedArray(items.map((item) => item.game)),
      plainArray(items.map((item) => accounts.positionOf(item.source))),
      plainArray(items.map((item) => accounts.positionOf(item.hold))),
      plainArray(items.map((item) => item.target.id)),
      plainArray(items.map((item) => item.amount)),
      plainArray(items.map((item) => item.currency)),
      quotedArray(items.map((item) => item.from)),
      quotedArray(items.map((item) => item.to)),
      plainArray(items.map((item) => item.next?.id ?? 'null')),
      quotedArray(items.map((item) => item.next?.game ?? '')),
      plainArray(items.map((item) => item.next?.target.id ?? 'null')),
      quotedArray(items.map((item) => item.requestId)),
      plainArray(items.map((item) => item.dayMax ?? 'null')),
      at,
      skipBusy,
    ],
  )
  return items.map((_, index) => ({ status: row!.o_status[index]!, id: row!.o_id[index]! }))
}

/** Begins the parent of several transfers; status 1 when its key is already known. */
export async function insertAll(
  db: Db,
  all: Pick<Transfer, 'id' | 'memberId' | 'key' | 'fingerprint' | 'to' | 'currency' | 'planned'> &
    Pick<NewTransfer, 'dayMax'>,
  at: Date,
): Promise<BeginResult> {
  return db.beginFor(all.memberId, async (tx) => {
    const [row] = await tx.query<BeginResult>(
      `select o_status as status, o_id as id from transfers_begin_all(
        p_member => $1, p_id => $2, p_key => $3, p_fingerprint => $4, p_to_place => $5,
        p_currency => $6, p_day_max => $7, p_at => $8)`,
      [all.memberId, all.id, all.key, all.fingerprint, all.to, all.currency, all.dayMax, at],
    )
    // Where the key was known, this is the id of another parent, and the update finds nothing.
    const note = 'update transfers_transfer set planned = $2 where id = $1'
    await tx.query(note, [all.id, all.planned])
    return row!
  })
}

/** When the oldest of a member's latest `dayMax` movements was made, if all of them are of the last 24 hours. */
export async function findFullSince(
  on: Queryable,
  memberId: string,
  { dayMax, at }: { dayMax: number; at: Date },
): Promise<Date | null> {
  const [row] = await on.query<{ since: Date | null }>(
    'select statement_full_since($1, null, $2, $3) as since',
    [memberId, dayMax, at],
  )
  return row?.since ?? null
}
