import { sumOf } from '@kapao/contract/console/fields'
import type { Queryable } from '#core/db/db.ts'
import { findBalanceAt, listBalances } from '#ledger/read.ts'

/** What a member had in each account at an instant; null where there is no such member. */
export async function readBalanceAt(on: Queryable, memberId: string, at: Date) {
  const accounts = await listBalances(on, memberId)
  if (accounts.length === 0) return null
  const balances = await Promise.all(
    accounts.map(async (account) => {
      const { money, seq } = await findBalanceAt(on, account, at)
      const { kind, party } = account
      return { account: kind, party, sum: sumOf(money), movements: String(seq) }
    }),
  )
  return { at: at.toISOString(), balances }
}
