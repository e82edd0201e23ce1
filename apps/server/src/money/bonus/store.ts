import type { RewardTerms, WordsByLanguage } from '@kapao/contract/bonus'
import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'
import type { Due, DueQuery } from '#core/jobs/sweep/open-work.ts'
import type { BonusPromise } from './terms.ts'

export type RewardSource = 'bonus' | 'promotion' | 'invite' | 'refund'

export type HeldBonus = BonusPromise & {
  id: string
  memberId: string
  source: RewardSource
  code: string
  fingerprint: string | null
  currency: WalletCurrency
  terms: RewardTerms
  /** Percent of a stake that counts, by game. */
  shares: Record<string, number>
  about: WordsByLanguage
  usedDeposit: string | null
  state: 'active' | 'clearing' | 'ended'
  statementSeq: bigint
  endedBy: 'cancelled' | 'withdrawn' | 'emptied' | null
  totalAtEnd: bigint | null
  walletTaken: bigint
  taken: bigint | null
  tries: number
  /** The item by whose denial its member loses the reward; their own money stays theirs. */
  deniedBy: bigint | null
  createdAt: Date
  endedAt: Date | null
}

const columns = `id, member_id as "memberId", source, code, fingerprint, deposit, bonus, currency, target, end_amount as "endAmount",
  withdraw_max as "withdrawMax", factor, to_play_first as "toPlayFirst", terms, shares, about, used_deposit as "usedDeposit", state, statement_seq as "statementSeq",
  ended_by as "endedBy", total_at_end as "totalAtEnd", wallet_taken as "walletTaken", taken, tries, denied_by as "deniedBy",
  created_at as "createdAt", ended_at as "endedAt"`

export async function findOne(
  on: Queryable,
  which: string,
  values: unknown[],
): Promise<HeldBonus | null> {
  const rows = await on.query<HeldBonus>(`select ${columns} from bonus_held where ${which}`, values)
  return rows[0] ?? null
}

/** The place into which a game is emptied when a bonus ends, as the statement and operators see it. */
export const forfeitPlace = 'forfeit'

/** For each member, whether their balances in games are being taken. */
export async function areEnding(on: Queryable, memberIds: readonly string[]): Promise<boolean[]> {
  const rows = await on.query<{ memberId: string }>(
    `select member_id as "memberId" from bonus_held where member_id = any ($1::text[]) and state = 'clearing'`,
    [memberIds],
  )
  const ending = new Set(rows.map(({ memberId }) => memberId))
  return memberIds.map((id) => ending.has(id))
}

export function findById(on: Queryable, id: string): Promise<HeldBonus | null> {
  return findOne(on, 'id = $1', [id])
}

/** Locks the row until the transaction ends. */
export function lockHeld(tx: Tx, id: string): Promise<HeldBonus | null> {
  return findOne(tx, 'id = $1 for no key update', [id])
}

export function findByKey(on: Queryable, memberId: string, key: string): Promise<HeldBonus | null> {
  return findOne(on, 'key = $1 and member_id = $2', [key, memberId])
}

export function findByClearKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<HeldBonus | null> {
  const newest = 'order by created_at desc limit 1'
  return findOne(on, `clear_key = $1 and member_id = $2 ${newest}`, [key, memberId])
}

/** The bonus that has ended last, or is ending. */
export function findLastEnded(on: Queryable, memberId: string): Promise<HeldBonus | null> {
  const newest = 'order by created_at desc, statement_seq desc limit 1'
  return findOne(on, `member_id = $1 and state <> 'active' ${newest}`, [memberId])
}

export function listLatest(
  on: Queryable,
  memberId: string,
): Promise<Pick<HeldBonus, 'id' | 'code' | 'state'>[]> {
  return on.query(
    `select distinct on (code) id, code, state from bonus_held
     where member_id = $1 and source = 'bonus' order by code, created_at desc, statement_seq desc`,
    [memberId],
  )
}

export async function depositIsUsed(on: Queryable, deposit: string): Promise<boolean> {
  const rows = await on.query('select 1 from bonus_held where used_deposit = $1', [deposit])
  return rows.length > 0
}

export type NewBonus = Omit<
  HeldBonus,
  'state' | 'endedBy' | 'totalAtEnd' | 'walletTaken' | 'taken' | 'tries' | 'deniedBy' | 'endedAt'
> & { key: string | null }

/** Refused by the database if the member holds one already. */
export async function insertHeld(tx: Tx, held: NewBonus): Promise<void> {
  await tx.query(
    `insert into bonus_held (id, member_id, source, code, key, fingerprint, deposit, bonus, currency, target, end_amount,
       withdraw_max, factor, to_play_first, terms, shares, about, used_deposit, state, statement_seq, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'active', $19, $20, $20)`,
    [
      held.id,
      held.memberId,
      held.source,
      held.code,
      held.key,
      held.fingerprint,
      held.deposit,
      held.bonus,
      held.currency,
      held.target,
      held.endAmount,
      held.withdrawMax,
      held.factor,
      held.toPlayFirst,
      held.terms,
      held.shares,
      held.about,
      held.usedDeposit,
      held.statementSeq,
      held.createdAt,
    ],
  )
}

export type BonusTaking = {
  game: string
  expected: bigint
  attempt: number
  transfer: string | null
  taken: bigint | null
}

export function listTakings(on: Queryable, held: string): Promise<BonusTaking[]> {
  return on.query<BonusTaking>(
    'select game, expected, attempt, transfer, taken from bonus_taking where held = $1 order by game',
    [held],
  )
}

export type BonusClearance = {
  endedBy: 'cancelled' | 'withdrawn' | 'emptied'
  clearKey: string | null
  totalAtEnd: bigint
  walletTaken: bigint
  games: readonly { game: string; expected: bigint }[]
  nextAt: Date
}

/** From here on the bonus can only end. */
export async function setClearing(tx: Tx, id: string, clearing: BonusClearance): Promise<void> {
  await tx.query(
    `update bonus_held set state = 'clearing', ended_by = $2, clear_key = $3, total_at_end = $4, wallet_taken = $5, next_at = $6
     where id = $1 and state = 'active'`,
    [
      id,
      clearing.endedBy,
      clearing.clearKey,
      clearing.totalAtEnd,
      clearing.walletTaken,
      clearing.nextAt,
    ],
  )
  await tx.query(
    `insert into bonus_taking (held, game, expected) select $1, * from unnest($2::text[], $3::bigint[])`,
    [id, clearing.games.map(({ game }) => game), clearing.games.map(({ expected }) => expected)],
  )
}

type At = { held: string; game: string; attempt: number }

export async function setTakingTransfer(on: Queryable, at: At, transfer: string): Promise<void> {
  await on.query(
    'update bonus_taking set transfer = $4 where held = $1 and game = $2 and attempt = $3 and taken is null',
    [at.held, at.game, at.attempt, transfer],
  )
}

/** The provider refused the transfer: the next attempt is a new one. */
export async function setTakingAgain(on: Queryable, at: At): Promise<void> {
  await on.query(
    `update bonus_taking set attempt = attempt + 1, transfer = null
     where held = $1 and game = $2 and attempt = $3 and taken is null`,
    [at.held, at.game, at.attempt],
  )
}

export async function setTaken(on: Queryable, at: At, taken: bigint): Promise<void> {
  await on.query(
    'update bonus_taking set taken = $4 where held = $1 and game = $2 and attempt = $3 and taken is null',
    [at.held, at.game, at.attempt, taken],
  )
}

export async function setEnded(
  tx: Tx,
  id: string,
  { taken, at }: { taken: bigint; at: Date },
): Promise<void> {
  await tx.query(
    `update bonus_held set state = 'ended', taken = $2, ended_at = $3 where id = $1 and state = 'clearing'`,
    [id, taken, at],
  )
}

/** Claims a due ending: of several sweepers one gets it, and each retry is later, at most ten minutes. */
export async function claimDue(on: Queryable, id: string, at: Date): Promise<HeldBonus | null> {
  const rows = await on.query<HeldBonus>(
    `update bonus_held set tries = tries + 1, next_at = ${nextTrySql('$2', { firstSeconds: 10, maxSeconds: 600 })}
     where id = $1 and state = 'clearing' and next_at <= $2 returning ${columns}`,
    [id, at],
  )
  return rows[0] ?? null
}

const dueReadMax = 2_000
/**
 * Waiting endings, by the games that are not emptied yet: an ending that waits for two games delays only others like
 * it.
 */
export function listDue(on: Queryable, { at, each, except }: DueQuery): Promise<Due[]> {
  return on.query<Due>(
    `select id, party from (
       select id, party, next_at, row_number() over (partition by party order by next_at) as place from (
         select id::text as id, next_at,
                coalesce((select string_agg(game, ' ' order by game) from bonus_taking t where t.held = h.id and taken is null), '') as party
         from bonus_held h where state = 'clearing' and next_at <= $1 and id::text <> all ($3::text[])
         order by next_at limit $4) as due) as placed
     where place <= $2 order by next_at, id`,
    [at, each, except, dueReadMax],
  )
}

const endings = dueList({ table: 'bonus_held', party: "''", isOpen: "state = 'clearing'" })
export const countDue = endings.count

/** Members under a condition, by id, after one. */
export function listActive(
  on: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<HeldBonus, 'memberId' | 'statementSeq'>[]> {
  return on.query(
    `select member_id as "memberId", statement_seq as "statementSeq" from bonus_held
     where state = 'active' and member_id > $1 order by member_id limit $2`,
    [after, limit],
  )
}

/** Every reward was credited, and every recorded taking was booked. */
export const bonusBookedSql = `
  select ledger_leg(id, 1) as idem, bonus as amount from bonus_held
  union all select ledger_leg(id, 2), taken from bonus_held where taken > 0
  union all select ledger_leg(id, 3), wallet_taken from bonus_held where wallet_taken > 0`

/** Members whose bonus is ending now. */
export const endingSql = `select member_id from bonus_held where state = 'clearing'`

/** The amount a bonus took is the sum of its takings. */
export const takenCheckSql = `
  select h.id, h.taken, h.wallet_taken + coalesce(sum(t.taken), 0) as sum
  from bonus_held h left join bonus_taking t on t.held = h.id
  where h.state = 'ended' group by h.id
  having h.taken <> h.wallet_taken + coalesce(sum(t.taken), 0) or bool_or(t.game is not null and t.taken is null) limit 100`
