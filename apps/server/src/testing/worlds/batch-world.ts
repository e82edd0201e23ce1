import type { WalletCurrency } from '@kapao/contract/limits'
import { systemIds } from '#core/ids.ts'
import { type Account, type AccountBook, accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import type { DepositWorld } from './deposit-world.ts'

type BatchWorld = Pick<DepositWorld, 'database' | 'clock'>
type Books = Pick<BatchWorld, 'database'>

/** Strangers who share a batch: no two have the same amount, and neighbours may have another currency. */
export const strangersCount = 24

export function currencyOf(n: number): WalletCurrency {
  return n % 7 === 1 || n % 7 === 5 ? 'LAK' : 'BAHT'
}

/** 10, 11, 12 ... in smallest units: what one is given of another's shows at once. */
export function amountOf(n: number): bigint {
  return BigInt(10 + n)
}

/** Puts money into an account, from nowhere in particular. */
export async function fundAccount(
  world: BatchWorld,
  account: Account,
  amount: bigint,
): Promise<void> {
  const { database, clock } = world
  const book = bookOf(world)
  const { currency } = account
  const debit = await book.house('opening', '', currency)
  const movement = { debit, credit: account, money: { amount, currency }, kind: 'opening' } as const
  await database.db.begin((tx) =>
    postAll(tx, clock.now(), [{ idem: systemIds.key(), ...movement }]),
  )
}

export type WrittenRow = {
  seq: bigint
  operation: string
  type: string
  from: string
  to: string
  status: string
  amount: bigint
  currency: string
}

/** A member's statement, oldest first. */
export function listWritten({ database }: Books, memberId: string): Promise<WrittenRow[]> {
  return database.db.query<WrittenRow>(
    `select seq, operation, statement_type as type, "from", "to", status, amount, currency
     from statement_row where member_id = $1 order by seq`,
    [memberId],
  )
}

export type Trail = { actor: string; request: string; action: string; after: unknown }

/** What the audit trail says of one operation. */
export function listTrail({ database }: Books, subject: string): Promise<Trail[]> {
  return database.db.query<Trail>(
    `select actor, request_id as request, action, after from core_audit where subject = $1 order by id`,
    [subject],
  )
}

export type LedgerMove = { debit: bigint; credit: bigint; amount: bigint; kind: string }

/** The movements of one operation, by their ids. */
export function listMoved({ database }: Books, idems: readonly string[]): Promise<LedgerMove[]> {
  return database.db.query<LedgerMove>(
    `select debit, credit, amount, kind from ledger_movement
     where idem = any ($1::uuid[]) order by array_position($1::uuid[], idem)`,
    [idems],
  )
}

/** What each account holds. */
export async function balancesOf(
  { database }: Books,
  accounts: readonly Account[],
): Promise<bigint[]> {
  const rows = await database.db.query<{ id: bigint; balance: bigint }>(
    'select id, balance from ledger_account where id = any ($1)',
    [accounts.map(({ id }) => id)],
  )
  return accounts.map(({ id }) => rows.find((row) => row.id === id)!.balance)
}

export function bookOf({ database }: Books): AccountBook {
  return accountBook(database.db)
}
