import type { Currency } from '@kapao/contract/money'
import type { Db, Queryable } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import { leg } from '#ledger/post.ts'

export type Beginning = {
  id: string
  memberId: string
  key: string
  fingerprint: string
  from: Account
  hold: Account
  to: Account
  amount: bigint
  currency: Currency
  requestId: string
}

/** The statuses of `ledger_apply` that a beginning can have, and the one of an abandoned key. */
export const beginStatus = {
  done: 0,
  replayed: 1,
  reused: 2,
  short: 3,
  noAccount: 4,
  busy: 8,
  abandoned: 10,
} as const

export type Begun = {
  status: number
  id: string
  state: 'held' | 'done' | 'returned'
  statementSeq: bigint
  balanceAfter: bigint
}

type BeginRow = {
  o_status: number[]
  o_id: string[]
  o_state: Begun['state'][]
  o_seq: bigint[]
  o_balance: bigint[]
}

/** Begins transfers as one transaction; safe to run again, since each finds itself by its key. */
export async function insertBeginnings(
  db: Db,
  items: readonly Beginning[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<Begun[]> {
  const members = [...new Set(items.map((item) => item.memberId))].toSorted()
  const memberPosition = new Map(members.map((member, index) => [member, index + 1]))
  const accounts = accountArrays(items.flatMap(({ from, hold }) => [from, hold]))
  const [row] = await db.query<BeginRow>(
    `select * from rehearsal_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      quotedArray(members),
      plainArray(accounts.members),
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => leg(item.id, 1))),
      plainArray(items.map((item) => memberPosition.get(item.memberId)!)),
      quotedArray(items.map((item) => item.key)),
      plainArray(items.map((item) => item.fingerprint)),
      plainArray(items.map((item) => accounts.positionOf(item.from))),
      plainArray(items.map((item) => accounts.positionOf(item.hold))),
      plainArray(items.map((item) => item.to.id)),
      plainArray(items.map((item) => item.amount)),
      plainArray(items.map((item) => item.currency)),
      quotedArray(items.map((item) => item.from.party)),
      quotedArray(items.map((item) => item.to.party)),
      quotedArray(items.map((item) => item.requestId)),
      at,
      skipBusy,
    ],
  )
  return items.map((_, index) => ({
    status: row!.o_status[index]!,
    id: row!.o_id[index]!,
    state: row!.o_state[index]!,
    statementSeq: row!.o_seq[index]!,
    balanceAfter: row!.o_balance[index]!,
  }))
}

export type Ending = { id: string; memberId: string; done: boolean }

/** Ends transfers as one transaction: 0 ended now, 1 had ended so before, 2 had ended the other way, 4 unknown, 8 busy. */
export async function updateEndings(
  db: Db,
  items: readonly Ending[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<number[]> {
  const [row] = await db.query<{ o_status: number[] }>(
    'select o_status from rehearsal_end($1, $2, $3, $4)',
    [
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => item.done)),
      at,
      skipBusy,
    ],
  )
  return row!.o_status
}

export type Open = { id: string; memberId: string }

/** Transfers whose money has been held since before an instant. */
export function listOpenBefore(db: Db, before: Date, limit: number): Promise<Open[]> {
  return db.query<Open>(
    `select id, member_id as "memberId" from rehearsal_transfer
     where state = 'held' and created_at < $1 order by created_at limit $2`,
    [before, limit],
  )
}

/** What every member's transit account must hold: the sum of the transfers that are open. */
export const openHoldsSql = `
  select hold_account as account, sum(amount)::bigint as amount
  from rehearsal_transfer where state = 'held' group by hold_account`

/** The operation that a key stands for, if it has begun. */
export async function findByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<{ state: Begun['state'] } | undefined> {
  const [row] = await on.query<{ state: Begun['state'] }>(
    'select state from rehearsal_transfer where key = $1 and member_id = $2',
    [key, memberId],
  )
  return row
}
