import type { Db } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import type { Arrival, SuspenseComparison, SuspenseReason, MessageTrust } from '#outside/arrival.ts'

/** An arrival with everything that was looked up beforehand. */
export type Settlement = {
  id: string
  turn: number
  arrival: Omit<Arrival, 'hold'>
  why: SuspenseReason | null
  /** The suspended deposit to be released or matched, if known; and whether an operator has decided it. */
  known: string | null
  isForced: boolean
  note: string | null
  /** The statement's text while it waits for the end of a bonus; whether one is held is judged under the lock. */
  aboutBonus: object | null
  /** The same while the bank is asked to confirm it. */
  aboutChecking: object | null
  house: Account
  suspense: Account
  wallet: Account | null
  /** How much of the currency earns a coin; null if the deposit certainly earns none. */
  coins: { per: bigint; house: Account; member: Account } | null
}

export const takeStatus = { done: 0, nothing: 1, busy: 8 } as const

export type SettlementRow = {
  status: number
  id: string
  action: 'credit' | 'suspend' | 'release' | 'claim' | 'none'
  why: SuspenseReason | null
  statement: { seq: bigint; id: string } | null
  /** The number of the movement in the wallet, if there was one. */
  walletSeq: bigint | null
}

type TakenArrays = {
  o_status: number[]
  o_deposit: string[]
  o_action: SettlementRow['action'][]
  o_statement_seq: (bigint | null)[]
  o_statement_id: (string | null)[]
  o_wallet_seq: (bigint | null)[]
  o_why: (SuspenseReason | null)[]
}

/**
 * Settles arrivals in one transaction; safe to run again, because each is known by its event after the first time.
 */
export async function insertArrivals(
  db: Db,
  items: readonly Settlement[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<SettlementRow[]> {
  const members = [...new Set(items.flatMap(({ arrival }) => arrival.memberId ?? []))].toSorted()
  const accounts = accountArrays(items.flatMap(accountsOf))
  const rows = items.map((item) => rowOf(item, { members, positionOf: accounts.positionOf }))
  const [taken] = await db.query<TakenArrays>(
    'select * from deposits_receive($1, $2, $3, $4, $5, $6)',
    [
      quotedArray(members),
      plainArray(accounts.members),
      plainArray(accounts.houses),
      JSON.stringify(rows),
      at,
      skipBusy,
    ],
  )
  return items.map((_, at) => {
    const seq = taken!.o_statement_seq[at] ?? null
    const id = taken!.o_statement_id[at] ?? null
    return {
      status: taken!.o_status[at]!,
      id: taken!.o_deposit[at]!,
      action: taken!.o_action[at]!,
      why: taken!.o_why[at] ?? null,
      statement: seq === null || id === null ? null : { seq, id },
      walletSeq: taken!.o_wallet_seq[at] ?? null,
    }
  })
}

function accountsOf({ house, suspense, wallet, coins }: Settlement): Account[] {
  return [
    house,
    suspense,
    ...(wallet ? [wallet] : []),
    ...(coins ? [coins.house, coins.member] : []),
  ]
}

type Positions = { members: string[]; positionOf: (account: Account) => number }

/** The fields of `deposits_arrival`; whole numbers travel as text, because JSON would round them. */
function rowOf(item: Settlement, { members, positionOf }: Positions): object {
  const { arrival, house, suspense, wallet, coins } = item
  const { memberId } = arrival
  return {
    ...reportedFieldsOf(arrival),
    ...(arrival.compared === undefined ? {} : { compared: comparedOf(arrival.compared) }),
    id: item.id,
    turn: item.turn,
    known: item.known,
    force: item.isForced,
    note: item.note,
    member: memberId === null ? 0 : members.indexOf(memberId) + 1,
    house: positionOf(house),
    suspense: positionOf(suspense),
    wallet: wallet && positionOf(wallet),
    coin: coins && positionOf(coins.member),
    coin_house: coins && positionOf(coins.house),
    coins: '0',
    coin_per: coins && String(coins.per),
    why: item.why,
    from_place: arrival.from,
    about: null,
    waits: item.aboutBonus,
    checking: item.aboutChecking,
    ...trustFieldsOf(arrival.trust),
    actor: arrival.actor,
    request: arrival.requestId,
  }
}

/** The reported facts of a transfer, by which `deposits_find` recognizes it. */
export function reportedFieldsOf(arrival: Omit<Arrival, 'hold'>): object {
  const { money, house, payer = {} } = arrival
  return {
    channel: arrival.channel,
    event: arrival.eventId,
    refs: [...new Set(arrival.references)],
    amount: String(money.amount),
    currency: money.currency,
    house_kind: house.kind,
    house_party: house.party,
    payer_bank: payer.bank ?? null,
    payer_account: payer.account ?? null,
    payer_name: payer.name ?? null,
    paid_at: arrival.paidAt,
    paid_from: arrival.paidFrom ?? null,
    paid_to: arrival.paidTo ?? null,
  }
}

function trustFieldsOf(trust: MessageTrust | undefined): object {
  if (!trust) return {}
  return { trust_pot: trust.pot, trust_max: String(trust.max), trust_blind: trust.isBlind }
}

function comparedOf(compared: SuspenseComparison | null): object | null {
  if (!compared) return null
  const { id, payer } = compared
  const { bank = null, account = null, name = null } = payer
  return { id, bank, account, name }
}
