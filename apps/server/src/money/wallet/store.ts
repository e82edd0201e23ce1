import type { Queryable, Tx } from '#core/db/db.ts'

/** Claims the queries of these games; returns those that have not been queried since an instant. */
export async function claimAsking(
  on: Queryable,
  memberId: string,
  { games, at, notSince }: { games: readonly string[]; at: Date; notSince: Date },
): Promise<string[]> {
  const rows = await on.query<{ game: string }>(
    `insert into wallet_game (member_id, game, asked_at)
       select $1, game, $3 from unnest($2::text[]) as game order by game
     on conflict (member_id, game) do update set asked_at = excluded.asked_at
       where wallet_game.asked_at <= $4
     returning game`,
    [memberId, games, at, notSince],
  )
  return rows.map(({ game }) => game)
}

/** When the last of these games was queried; null where none ever was. */
export async function lastAsked(
  on: Queryable,
  memberId: string,
  games: readonly string[],
): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    `select max(asked_at) as at from wallet_game where member_id = $1 and game = any($2)`,
    [memberId, games],
  )
  return row!.at
}

export async function setReported(
  tx: Tx,
  memberId: string,
  { game, at }: { game: string; at: Date },
): Promise<void> {
  await tx.query('update wallet_game set reported_at = $3 where member_id = $1 and game = $2', [
    memberId,
    game,
    at,
  ])
}

/** Those of these games that were queried since an instant, and whether they answered. */
export async function listAskedSince(
  on: Queryable,
  memberId: string,
  { games, since }: { games: readonly string[]; since: Date },
): Promise<{ game: string; hasAnswered: boolean }[]> {
  return on.query(
    `select game, coalesce(reported_at >= asked_at, false) as "hasAnswered" from wallet_game
     where member_id = $1 and game = any($2) and asked_at >= $3`,
    [memberId, games, since],
  )
}

/** When each game last reported its balance. */
export async function listReportedAt(on: Queryable, memberId: string): Promise<Map<string, Date>> {
  const rows = await on.query<{ game: string; reportedAt: Date }>(
    `select game, reported_at as "reportedAt" from wallet_game
     where member_id = $1 and reported_at is not null`,
    [memberId],
  )
  return new Map(rows.map(({ game, reportedAt }) => [game, reportedAt]))
}

/** Members whose games were queried since an instant, by id, after one: every member who has played is among them. */
export async function listLookers(
  on: Queryable,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select distinct member_id as id from wallet_game
     where asked_at >= $1 and member_id > $2 order by member_id limit $3`,
    [since, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Those of these members whose games were queried since an instant. */
export async function listLookersOf(
  on: Queryable,
  members: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    'select distinct member_id as id from wallet_game where member_id = any ($1::text[]) and asked_at >= $2',
    [members, since],
  )
  return rows.map(({ id }) => id)
}
