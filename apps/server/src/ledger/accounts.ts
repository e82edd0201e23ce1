import type { Currency } from '@kapao/contract/money'
import type { Db, Queryable } from '#core/db/db.ts'

/** The purposes of a member's accounts; each kind of saga holds money in a transit account of its own. */
export type MemberAccountKind = 'wallet' | 'coin' | 'game' | 'transfer' | 'withdrawal' | 'forfeit'

/** The purposes of the house accounts; docs/money.md explains each. */
export type HouseAccountKind =
  | 'bank'
  | 'gateway'
  | 'giftlink'
  | 'payout'
  | 'provider'
  | 'suspense'
  | 'bonus'
  | 'promotion'
  | 'invite'
  | 'refund'
  | 'prize'
  | 'forfeit'
  | 'coin'
  | 'opening'

/** The facts about an account that never change, so that they may be cached forever. */
export type Account = {
  readonly id: bigint
  readonly owner: string | null
  readonly kind: MemberAccountKind | HouseAccountKind
  /** The counterparty: a provider, a bank account; empty when a kind has only one. */
  readonly party: string
  readonly currency: Currency
}

export type AccountName = Omit<Account, 'id'>

export type AccountBook = {
  /** The member's accounts that this process knows; another process may have opened more since. */
  ofMember: (memberId: string) => Promise<readonly Account[]>
  /** The requested accounts, in that order; an unknown one is looked up once more before it counts as missing. */
  find: (
    memberId: string,
    wanted: readonly (readonly [kind: MemberAccountKind, party: string])[],
  ) => Promise<(Account | undefined)[]>
  /** The house account of this name, opened when it is first needed. */
  house: (kind: HouseAccountKind, party: string, currency: Currency) => Promise<Account>
  /** Opens those of a member's accounts that are not open yet; safe to call twice and concurrently. */
  open: (on: Queryable, names: readonly AccountName[]) => Promise<Account[]>
}

const rememberedMembersMax = 50_000

export function accountBook(db: Pick<Db, 'query' | 'refuseInside'>): AccountBook {
  /** A lookup served from the cache today may query the pool tomorrow. */
  const refuse = () => db.refuseInside('accounts were looked up')

  const members = new Map<string, readonly Account[]>()
  const houses = new Map<string, Account>()

  async function readMember(memberId: string): Promise<readonly Account[]> {
    const accounts = await db.query<Account>(
      'select id, owner, kind, party, currency from ledger_account where owner = $1 order by id',
      [memberId],
    )
    if (members.size >= rememberedMembersMax) members.delete(members.keys().next().value!)
    if (accounts.length > 0) members.set(memberId, accounts)
    return accounts
  }

  return {
    ofMember: async (memberId) => {
      refuse()
      return members.get(memberId) ?? readMember(memberId)
    },
    find: async (memberId, wanted) => {
      refuse()
      const pick = (accounts: readonly Account[]) =>
        wanted.map(([kind, party]) => findAccount(accounts, kind, party))
      const known = members.get(memberId)
      const picked = known ? pick(known) : []
      return known && picked.every(Boolean) ? picked : pick(await readMember(memberId))
    },
    house: async (kind, party, currency) => {
      refuse()
      const name = `${kind} ${party} ${currency}`
      const known = houses.get(name)
      if (known) return known
      const [account] = await openAccounts(db, [{ owner: null, kind, party, currency }])
      houses.set(name, account!)
      return account!
    },
    open: async (on, names) => {
      const accounts = await openAccounts(on, names)
      // Inside a transaction they may still be rolled back, so they are not cached but read when next needed.
      for (const { owner } of names) if (owner !== null) members.delete(owner)
      return accounts
    },
  }
}

async function openAccounts(on: Queryable, names: readonly AccountName[]): Promise<Account[]> {
  const [row] = await on.query<{ ids: bigint[] }>('select ledger_open($1, $2, $3, $4) as ids', [
    names.map((name) => name.owner),
    names.map((name) => name.kind),
    names.map((name) => name.party),
    names.map((name) => name.currency),
  ])
  return names.map((name, at) => ({ ...name, id: row!.ids[at]! }))
}

/** The one account of a member with this kind and party, or undefined when it is not open. */
export function findAccount(
  accounts: readonly Account[],
  kind: MemberAccountKind,
  party = '',
): Account | undefined {
  return accounts.find((account) => account.kind === kind && account.party === party)
}
