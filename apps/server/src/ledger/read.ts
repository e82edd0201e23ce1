import type { Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import type { Account } from './accounts.ts'
import { leg, type MovementKind } from './post.ts'
import { clocksApartMaxMs } from '#core/clock.ts'

const legsMax = 255

export type Balance = Account & { money: Money; seq: bigint }

/** All balances of a member, from one snapshot. */
export async function listBalances(on: Queryable, memberId: string): Promise<Balance[]> {
  const rows = await on.query<Account & { balance: bigint; seq: bigint }>(
    `select id, owner, kind, party, currency, balance, seq
     from ledger_account where owner = $1 order by id`,
    [memberId],
  )
  return rows.map(({ balance, ...row }) => ({
    ...row,
    money: { amount: balance, currency: row.currency },
  }))
}

/** The member's money outside of all games. */
export function walletOf<B extends Pick<Balance, 'kind'>>(balances: readonly B[]): B | undefined {
  return balances.find(({ kind }) => kind === 'wallet')
}

/** Those of these members whose accounts of these kinds are all empty. */
export async function listEmptyOwners(
  on: Queryable,
  owners: readonly string[],
  kinds: readonly Account['kind'][],
): Promise<string[]> {
  const rows = await on.query<{ owner: string }>(
    `select owner from ledger_account where owner = any ($1) and kind::text = any ($2)
     group by owner having sum(balance) = 0`,
    [owners, kinds],
  )
  return rows.map(({ owner }) => owner)
}

/** An account's balance at an instant, and its number of movements by then. */
export async function findBalanceAt(
  on: Queryable,
  account: Account,
  at: Date,
): Promise<{ money: Money; seq: bigint }> {
  const [row] = await on.query<{ seq: bigint; balance: bigint }>(
    'select seq, balance from ledger_balance_at($1, $2)',
    [account.id, at],
  )
  return { money: { amount: row!.balance, currency: account.currency }, seq: row!.seq }
}

type LegEnd = Pick<Account, 'owner' | 'kind' | 'party'> & { balanceAfter: bigint }
export type Leg = {
  idem: string
  kind: MovementKind
  money: Money
  debit: LegEnd
  credit: LegEnd
  createdAt: Date
}

type LegRow = Record<'idem' | 'debitKind' | 'debitParty' | 'creditKind' | 'creditParty', string> &
  Record<'amount' | 'debitBalance' | 'creditBalance', bigint> & {
    kind: MovementKind
    currency: Money['currency']
    debitOwner: string | null
    creditOwner: string | null
    createdAt: Date
  }

/** Every movement of these operations, in posting order. */
export async function listLegs(on: Queryable, operations: readonly string[]): Promise<Leg[]> {
  const rows = await on.query<LegRow>(
    `select m.idem, m.kind, m.amount, d.currency, m.created_at as "createdAt",
            d.owner as "debitOwner", d.kind as "debitKind", d.party as "debitParty", m.debit_balance as "debitBalance",
            c.owner as "creditOwner", c.kind as "creditKind", c.party as "creditParty", m.credit_balance as "creditBalance"
     from unnest($1::uuid[], $2::uuid[]) as legs (first, last)
     -- Limited, so that each operation is a range of the index: the planner takes "between" for a share of the journal.
     cross join lateral (
       select * from ledger_movement where idem between legs.first and legs.last order by idem limit ${legsMax + 1}
     ) as m
     join ledger_account d on d.id = m.debit
     join ledger_account c on c.id = m.credit
     order by m.id`,
    [operations.map((id) => leg(id, 0)), operations.map((id) => leg(id, legsMax))],
  )
  return rows.map((row) => ({
    idem: row.idem,
    kind: row.kind,
    money: { amount: row.amount, currency: row.currency },
    debit: {
      owner: row.debitOwner,
      kind: row.debitKind as Account['kind'],
      party: row.debitParty,
      balanceAfter: row.debitBalance,
    },
    credit: {
      owner: row.creditOwner,
      kind: row.creditKind as Account['kind'],
      party: row.creditParty,
      balanceAfter: row.creditBalance,
    },
    createdAt: row.createdAt,
  }))
}

/** When the first of these movements was reversed; null while all of them stand. */
export async function findReversal(on: Queryable, idems: readonly string[]): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    'select min(created_at) as at from ledger_movement where reverses = any ($1::uuid[])',
    [idems],
  )
  return row!.at
}

export type Play = {
  game: string
  since: Date
  lost: bigint
  won: bigint
  /** The lowest point of wins minus losses, zero or below. */
  lowest: bigint
}

/**
 * The movements of an account `a` as `m`, from `$3` on, or after a number that is known. They are found by their numbers,
 * which rise with time but for the differences between the clocks of processes: callers pass `clearlyBefore` of the first
 * instant that they need.
 */
export const movesAfter = (known: string): string => `lateral (
       select -amount as amount, debit_seq as seq, kind, created_at from ledger_movement
       where debit = a.id and debit_seq > coalesce(${known}, (
         select old.debit_seq from ledger_movement old where old.debit = a.id and old.created_at < $3
         order by old.debit_seq desc limit 1), 0)
       union all
       select amount, credit_seq, kind, created_at from ledger_movement
       where credit = a.id and credit_seq > coalesce(${known}, (
         select old.credit_seq from ledger_movement old where old.credit = a.id and old.created_at < $3
         order by old.credit_seq desc limit 1), 0)) m`

export const movesSince = movesAfter('null')

/** An instant that no process's clock puts after this one. */
export function clearlyBefore(instant: Date): Date {
  return new Date(instant.getTime() - clocksApartMaxMs)
}

/**
 * For each game of a member: the losses and wins in each interval that starts at one of these instants, which are
 * sorted, and ends at the next. Earlier movements of the games are not read.
 */
export function readPlay(
  on: Queryable,
  memberId: string,
  instants: readonly Date[],
): Promise<Play[]> {
  return on.query<Play>(
    `select game, since, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as lost,
            coalesce(sum(amount) filter (where amount > 0), 0)::bigint as won, least(min(net), 0)::bigint as lowest
     from (
       select game, since, amount, sum(amount) over (partition by id, since order by seq) as net
       from (
         select a.id, a.party as game, m.seq, m.amount,
           ($2::timestamptz[])[width_bucket(m.created_at, $2::timestamptz[])] as since
         from ledger_account a,
         ${movesSince}
         where a.owner = $1 and a.kind = 'game' and m.kind = 'play_result' and m.created_at >= ($2::timestamptz[])[1]
       ) as result
     ) as played
     group by 1, 2 order by 1, 2`,
    [memberId, instants, clearlyBefore(instants[0]!)],
  )
}

export type MovedAccount = { id: bigint; owner: string; seq: bigint }

/** These members' accounts of these kinds that have ever moved, each with its current number of movements. */
export function listMovedAccounts(
  on: Queryable,
  owners: readonly string[],
  kinds: readonly Account['kind'][],
): Promise<MovedAccount[]> {
  return on.query<MovedAccount>(
    `select id, owner, seq from ledger_account
     where owner = any ($1::text[]) and kind = any ($2::text[]) and seq > 0 order by id`,
    [owners, kinds],
  )
}

/** Ids of members with accounts at games, after the given one. */
export async function listPlayers(
  on: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await on.query<{ owner: string }>(
    `select distinct owner from ledger_account where owner > $1 and kind = 'game' order by owner limit $2`,
    [after, limit],
  )
  return rows.map(({ owner }) => owner)
}

/** A span of an account's movements by seq: after one, up to another. */
export type Span = { id: bigint; after: bigint; upto: bigint }

/** The amounts that these accounts received and gave in these spans, by kind. */
export async function sumByKind(
  on: Queryable,
  spans: readonly Span[],
): Promise<Map<MovementKind, { got: bigint; gave: bigint }>> {
  const rows = await on.query<{ kind: MovementKind; got: bigint; gave: bigint }>(
    `select m.kind, sum(m.got)::bigint as got, sum(m.gave)::bigint as gave
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as span (account, after, upto), lateral (
       select kind, amount as got, 0 as gave from ledger_movement
         where credit = span.account and credit_seq > span.after and credit_seq <= span.upto
       union all
       select kind, 0, amount from ledger_movement
         where debit = span.account and debit_seq > span.after and debit_seq <= span.upto) as m
     group by m.kind`,
    [spans.map(({ id }) => id), spans.map(({ after }) => after), spans.map(({ upto }) => upto)],
  )
  return new Map(rows.map(({ kind, got, gave }) => [kind, { got, gave }]))
}

export type PlayResult = { owner: string; game: string; amount: bigint; since: Date; at: Date }

/**
 * The results of play of these members after an instant, each as booked: below zero when lost. A result happened
 * between the previous movement, at `since`, and its booking.
 */
export function listPlayResults(
  on: Queryable,
  owners: readonly string[],
  after: Date,
): Promise<PlayResult[]> {
  return on.query<PlayResult>(
    `select owner, game, amount, coalesce(since, at) as since, at from (
       select a.owner, a.party as game, m.kind, m.amount, m.created_at as at,
         lag(m.created_at) over (partition by a.id order by m.seq) as since
       from ledger_account a, lateral (select seq from ledger_balance_at(a.id, $2)) as before, lateral (
         select kind, -amount as amount, created_at, debit_seq as seq from ledger_movement
           where debit = a.id and debit_seq >= before.seq
         union all
         select kind, amount, created_at, credit_seq from ledger_movement
           where credit = a.id and credit_seq >= before.seq) as m
       where a.owner = any ($1::text[]) and a.kind = 'game' and a.seq > 0) as moved
     where kind = 'play_result' and at > $2 order by at`,
    [owners, after],
  )
}
