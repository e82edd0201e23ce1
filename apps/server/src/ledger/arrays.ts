import type { Account } from './accounts.ts'

/** The accounts of a call as the database expects them: sorted, without repeats, members' before house accounts. */
export type AccountArrays = {
  members: bigint[]
  houses: bigint[]
  /** The position of an account in both lists together, counted from one. */
  positionOf: (account: Account) => number
}

export function accountArrays(accounts: readonly Account[]): AccountArrays {
  const members = sortedIds(accounts.filter((account) => account.owner !== null))
  const houses = sortedIds(accounts.filter((account) => account.owner === null))
  const positions = new Map<bigint, number>()
  for (const id of members) positions.set(id, positions.size + 1)
  for (const id of houses) positions.set(id, positions.size + 1)
  return { members, houses, positionOf: (account) => positions.get(account.id)! }
}

function sortedIds(accounts: readonly Account[]): bigint[] {
  const ids = new Set<bigint>()
  for (const { id } of accounts) ids.add(id)
  return [...ids].toSorted((a, b) => (a < b ? -1 : 1))
}
