import type { Currency } from '@kapao/contract/money'
import type { Db, Queryable } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import type {
  Arrival,
  Channel,
  Compared,
  DepositState,
  HoldReason,
  Word,
} from '#outside/arrival.ts'

export type Deposit = {
  id: string
  houseKind: Arrival['house']['kind']
  houseParty: string
  amount: bigint
  currency: Currency
  state: DepositState
  memberId: string | null
  why: HoldReason | null
  firstChannel: Channel
  from: string
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
  paidAt: Date
  coins: bigint
  statementSeq: bigint | null
  statementId: string | null
  createdAt: Date
  settledAt: Date | null
  note: string | null
}

const columns = `id, house_kind as "houseKind", house_party as "houseParty", amount, currency, state, member_id as "memberId", why,
  first_channel as "firstChannel", from_place as "from", payer_bank as "payerBank", payer_account as "payerAccount",
  payer_name as "payerName", paid_at as "paidAt", coins, statement_seq as "statementSeq", statement_id as "statementId",
  created_at as "createdAt", settled_at as "settledAt", note`

/** An arrival with everything that was found out about it beforehand. */
export type Taking = {
  id: string
  turn: number
  arrival: Omit<Arrival, 'hold'>
  why: HoldReason | null
  /** The deposit in suspense that is to be placed, where it is known; and whether a person says so. */
  known: string | null
  isForced: boolean
  note: string | null
  /** What the member's statement says while it waits for the end of a bonus; whether one is held is found under the lock. */
  aboutBonus: object | null
  /** The same while the bank is asked whether it came. */
  aboutChecking: object | null
  house: Account
  suspense: Account
  wallet: Account | null
  /** How much of the currency earns a coin; null where it earns none for certain. */
  coins: { per: bigint; house: Account; member: Account } | null
}

export const takeStatus = { done: 0, nothing: 1, busy: 8 } as const

export type Taken = {
  status: number
  id: string
  action: 'credit' | 'suspend' | 'release' | 'claim' | 'none'
  why: HoldReason | null
  statement: { seq: bigint; id: string } | null
  /** The number of the movement in the wallet, where there was one. */
  walletSeq: bigint | null
}

type TakenArrays = {
  o_status: number[]
  o_deposit: string[]
  o_action: Taken['action'][]
  o_statement_seq: (bigint | null)[]
  o_statement_id: (string | null)[]
  o_wallet_seq: (bigint | null)[]
  o_why: (HoldReason | null)[]
}

/** Takes arrivals in as one transaction; safe to run again, since each is known by its event from the first time on. */
export async function insertArrivals(
  db: Db,
  items: readonly Taking[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<Taken[]> {
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

function accountsOf({ house, suspense, wallet, coins }: Taking): Account[] {
  return [
    house,
    suspense,
    ...(wallet ? [wallet] : []),
    ...(coins ? [coins.house, coins.member] : []),
  ]
}

type Positions = { members: string[]; positionOf: (account: Account) => number }

/** The fields of `deposits_arrival`; whole numbers travel as text, since JSON would round them. */
function rowOf(item: Taking, { members, positionOf }: Positions): object {
  const { arrival, house, suspense, wallet, coins } = item
  const { memberId } = arrival
  return {
    ...toldOf(arrival),
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
    ...wordOf(arrival.word),
    actor: arrival.actor,
    request: arrival.requestId,
  }
}

/** What an arrival tells of the transfer, by which `deposits_find` knows it again. */
export function toldOf(arrival: Omit<Arrival, 'hold'>): object {
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

function wordOf(word: Word | undefined): object {
  if (!word) return {}
  return { word_pot: word.pot, word_max: String(word.max), word_blind: word.isBlind }
}

function comparedOf(compared: Compared | null): object | null {
  if (!compared) return null
  const { id, payer } = compared
  const { bank = null, account = null, name = null } = payer
  return { id, bank, account, name }
}

export async function findDeposit(on: Queryable, id: string): Promise<Deposit | null> {
  const rows = await on.query<Deposit>(`select ${columns} from deposits_deposit where id = $1`, [
    id,
  ])
  return rows[0] ?? null
}

/** Holds the row of a deposit, behind the turn that every arrival like it takes. */
export async function lockDeposit(
  tx: Queryable,
  { id, turn }: { id: string; turn: number },
): Promise<Deposit | null> {
  await tx.query('select from deposits_turn where no = $1 for no key update', [turn])
  const rows = await tx.query<Deposit>(
    `select ${columns} from deposits_deposit where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

export async function setReturned(
  tx: Queryable,
  { id, note, at }: { id: string; note: string; at: Date },
): Promise<void> {
  await tx.query(
    `update deposits_deposit set state = 'returned', note = $2, settled_at = $3 where id = $1 and state = 'suspended'`,
    [id, note, at],
  )
}

/** Whether this is what was taken out of a wallet, under its new id. */
export async function isTakenBack(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(
    `select 1 from deposits_sighting where deposit = $1 and channel = 'manual' and event_id like 'taken:%'`,
    [id],
  )
  return rows.length > 0
}

/** Behind the deposit's own lock; throws where it is in no wallet any more. */
export async function setTaken(
  tx: Queryable,
  taken: { id: string; operation: string; again: string | null; note: string; at: Date },
): Promise<void> {
  const { id, operation, again, note, at } = taken
  await tx.query('select deposits_take_back($1, $2, $3, $4, $5)', [id, operation, again, note, at])
}

/** What lies in suspense, oldest first; with a reason, or of a member only. */
export function listSuspended(
  on: Queryable,
  { why, memberId, limit }: { why?: HoldReason; memberId?: string; limit: number },
): Promise<Deposit[]> {
  return on.query<Deposit>(
    `select ${columns} from deposits_deposit
     where state = 'suspended' and ($1::text is null or why::text = $1) and ($2::text is null or member_id = $2)
     order by created_at, id limit $3`,
    [why ?? null, memberId ?? null, limit],
  )
}

/** Whose deposits wait for themselves: for the end of their bonus or to be active again. By id, after one. */
export async function listWaiting(
  on: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await on.query<{ memberId: string }>(
    `select distinct member_id as "memberId" from deposits_deposit
     where state = 'suspended' and why in ('bonus', 'inactive') and member_id > $1 order by 1 limit $2`,
    [after, limit],
  )
  return rows.map(({ memberId }) => memberId)
}

/** What waited since it may have been credited already, or rested on a message alone, and is certain by now, oldest first. */
export function listCertain(on: Queryable, limit: number): Promise<Deposit[]> {
  return on.query<Deposit>(`select ${columns} from deposits_certain($1)`, [limit])
}

/** What the suspense accounts must hold. */
export const suspendedSql = `
  select suspense_account as account, sum(amount)::bigint as amount
  from deposits_deposit where state = 'suspended' group by suspense_account`

/** The first movement of each deposit: what the ledger must have booked, under the deposit's own id. */
export const bookedSql = `
  select ledger_leg(id, 1) as idem, amount from deposits_deposit
  union all
  select ledger_leg(id, 2), amount from deposits_deposit where state in ('credited', 'taken') and why is not null
  union all
  select ledger_leg(taken_by, 1), amount from deposits_deposit where state = 'taken'
  union all
  select ledger_leg(id, 3), amount from deposits_deposit where state = 'returned'`

/** Every name and every sighting belongs to a deposit, and no event was booked twice. */
export const depositCheckSql = `
  select r.reference as what, r.deposit from deposits_reference r where not exists (select from deposits_deposit d where d.id = r.deposit)
  union all
  select s.event_id, s.deposit from deposits_sighting s where not exists (select from deposits_deposit d where d.id = s.deposit)
  union all
  select d.id::text, d.id from deposits_deposit d where not exists (select from deposits_sighting s where s.deposit = d.id)
  limit 100`
