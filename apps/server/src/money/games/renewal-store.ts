import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'

export type GameAccountKey = { memberId: string; game: string }

/** One process's right to replace a password. */
export type Renewal = GameAccountKey & {
  asked: number
  /** Also distinguishes one attempt from the next. */
  heldUntil: Date
}

export const dueRenewals = dueList({
  table: 'games_renewal',
  id: "member_id || ' ' || game",
  party: 'game',
  isOpen: 'true',
})

/** The row's name in the list of due ones; neither part has a space. */
export function placeOf(id: string): GameAccountKey {
  const [memberId, game] = id.split(' ') as [string, string]
  return { memberId, game }
}

/** Marks every password of a member at a provider, or the one at this game, as one that must be replaced. */
export async function markDue(
  on: Queryable,
  { memberId, game = null, at }: { memberId: string; game?: string | null; at: Date },
): Promise<void> {
  await on.query(
    `insert into games_renewal as r (member_id, game, next_at, created_at)
     select member_id, game, $3, $3 from games_account
     where member_id = $1 and ($2::text is null or game = $2) order by game
     on conflict (member_id, game) do update
       set asked = r.asked + 1, tries = 0, next_at = greatest($3, r.held_until)`,
    [memberId, game, at],
  )
}

export async function isDue(on: Queryable, { memberId, game }: GameAccountKey): Promise<boolean> {
  const rows = await on.query('select 1 from games_renewal where member_id = $1 and game = $2', [
    memberId,
    game,
  ])
  return rows.length > 0
}

export async function listDueOf(on: Queryable, memberId: string): Promise<GameAccountKey[]> {
  return on.query<GameAccountKey>(
    'select member_id as "memberId", game from games_renewal where member_id = $1',
    [memberId],
  )
}

type Claim = GameAccountKey & { at: Date; heldUntil: Date }

/** Claims one that is due; null when there is none, or another process is replacing it. */
export async function claimDue(on: Queryable, claim: Claim): Promise<Renewal | null> {
  const { memberId, game, at, heldUntil } = claim
  const [row] = await on.query<{ asked: number }>(
    `update games_renewal set held_until = $4, next_at = $4, tries = tries + 1
     where member_id = $1 and game = $2 and (held_until is null or held_until <= $3) returning asked`,
    [memberId, game, at, heldUntil],
  )
  return row ? { memberId, game, heldUntil, asked: row.asked } : null
}

/** Asks for a new one and claims it; null while another process is replacing it. */
export async function claimAsked(on: Queryable, claim: Claim): Promise<Renewal | null> {
  const { memberId, game, at, heldUntil } = claim
  const [row] = await on.query<{ asked: number }>(
    `insert into games_renewal as r (member_id, game, held_until, next_at, created_at)
     values ($1, $2, $4, $4, $3)
     on conflict (member_id, game) do update
       set asked = r.asked + 1, held_until = $4, next_at = $4, tries = r.tries + 1
       where r.held_until is null or r.held_until <= $3
     returning asked`,
    [memberId, game, at, heldUntil],
  )
  return row ? { memberId, game, heldUntil, asked: row.asked } : null
}

/**
 * Ends it, unless it was asked for again meanwhile: then it is due at once. Returns false when another process holds
 * it by now.
 */
export async function endRenewal(tx: Tx, renewal: Renewal, at: Date): Promise<boolean> {
  const { memberId, game, heldUntil, asked } = renewal
  const mine = 'member_id = $1 and game = $2 and held_until = $3'
  const ended = await tx.query(
    `delete from games_renewal where ${mine} and asked = $4 returning 1`,
    [memberId, game, heldUntil, asked],
  )
  if (ended.length > 0) return true
  const again = await tx.query(
    `update games_renewal set held_until = null, next_at = $4 where ${mine} returning 1`,
    [memberId, game, heldUntil, at],
  )
  return again.length > 0
}

/** It failed: it is tried again, later each time. Does nothing when another process holds it by now. */
export async function postponeRenewal(on: Queryable, renewal: Renewal, at: Date): Promise<void> {
  await on.query(
    `update games_renewal
     set held_until = null, next_at = ${nextTrySql('$4', { firstSeconds: 10, maxSeconds: 600 })}
     where member_id = $1 and game = $2 and held_until = $3`,
    [renewal.memberId, renewal.game, renewal.heldUntil, at],
  )
}

/** The provider has certainly kept the password, and nobody else has asked for another one. */
export async function forgetRenewal(on: Queryable, renewal: Renewal): Promise<boolean> {
  const rows = await on.query(
    `delete from games_renewal
     where member_id = $1 and game = $2 and held_until = $3 and asked = 1 returning 1`,
    [renewal.memberId, renewal.game, renewal.heldUntil],
  )
  return rows.length > 0
}

/** Nothing can be replaced at this provider. */
export async function dropRenewal(
  on: Queryable,
  { memberId, game }: GameAccountKey,
): Promise<void> {
  await on.query('delete from games_renewal where member_id = $1 and game = $2', [memberId, game])
}
