import type { Queryable, Tx } from '#core/db/db.ts'
import type { PlayerAccount } from './sources/found.ts'

/** Whether a difference at this game may be a transfer that a restore has taken from the books. */
export async function isInDoubt(tx: Tx, memberId: string, game: string): Promise<boolean> {
  return (await findDoubt(tx, { memberId, game })) !== null
}

export async function endDoubt(tx: Tx, memberId: string, game: string): Promise<void> {
  await tx.query('delete from recovery_doubt where member_id = $1 and game = $2', [memberId, game])
}

/** Accounts in doubt, by member and game, after one. */
export function listDoubts(
  on: Queryable,
  { after, limit }: { after: PlayerAccount; limit: number },
): Promise<PlayerAccount[]> {
  return on.query<PlayerAccount>(
    `select member_id as "memberId", game from recovery_doubt
     where (member_id, game) > ($1, $2) order by member_id, game limit $3`,
    [after.memberId, after.game, limit],
  )
}

export async function findDoubt(
  on: Queryable,
  { memberId, game }: PlayerAccount,
): Promise<{ epoch: number } | null> {
  const rows = await on.query<{ epoch: number }>(
    'select epoch from recovery_doubt where member_id = $1 and game = $2',
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
