import type { Queryable, Tx } from '#core/db/db.ts'

/** Whether a difference at this game may be a transfer that a restore has taken from the books. */
export async function isInDoubt(tx: Tx, memberId: string, game: string): Promise<boolean> {
  const rows = await tx.query('select from recovery_doubt where member_id = $1 and game = $2', [
    memberId,
    game,
  ])
  return rows.length > 0
}

export async function endDoubt(tx: Tx, memberId: string, game: string): Promise<void> {
  await tx.query('delete from recovery_doubt where member_id = $1 and game = $2', [memberId, game])
}

export type Doubted = { memberId: string; game: string; epoch: number }

/** Accounts in doubt, by member and game, after one. */
export function listDoubts(
  on: Queryable,
  { after, limit }: { after: Pick<Doubted, 'memberId' | 'game'>; limit: number },
): Promise<Doubted[]> {
  return on.query<Doubted>(
    `select member_id as "memberId", game, epoch from recovery_doubt
     where (member_id, game) > ($1, $2) order by member_id, game limit $3`,
    [after.memberId, after.game, limit],
  )
}

export async function findDoubt(
  on: Queryable,
  { memberId, game }: Pick<Doubted, 'memberId' | 'game'>,
): Promise<Doubted | null> {
  const rows = await on.query<Doubted>(
    'select member_id as "memberId", game, epoch from recovery_doubt where member_id = $1 and game = $2',
    [memberId, game],
  )
  return rows[0] ?? null
}

/** How many accounts at each game are in doubt. */
export function countDoubts(on: Queryable): Promise<{ game: string; accounts: number }[]> {
  return on.query(
    'select game, count(*)::int as accounts from recovery_doubt group by game order by game',
  )
}
