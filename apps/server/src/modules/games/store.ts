import type { Queryable, Tx } from '#core/db.ts'

export type GameAccount = { game: string; username: string; passwordBox: Buffer }

const columns = `game, username, password_box as "passwordBox"`

export async function findAccount(
  on: Queryable,
  memberId: string,
  game: string,
): Promise<GameAccount | null> {
  const [row] = await on.query<GameAccount>(
    `select ${columns} from games_account where member_id = $1 and game = $2`,
    [memberId, game],
  )
  return row ?? null
}

const accountsMax = 10_000

/** Everybody's, for a play world that has forgotten them. */
export function listAccounts(on: Queryable): Promise<(GameAccount & { memberId: string })[]> {
  return on.query<GameAccount & { memberId: string }>(
    `select member_id as "memberId", ${columns} from games_account order by member_id, game limit $1`,
    [accountsMax],
  )
}

/** False when the member has an account there already. */
export async function insertAccount(
  tx: Tx,
  memberId: string,
  { game, username, passwordBox, at }: GameAccount & { at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into games_account (member_id, game, username, password_box, active_at)
     values ($1, $2, $3, $4, $5) on conflict (member_id, game) do nothing returning 1`,
    [memberId, game, username, passwordBox, at],
  )
  return rows.length > 0
}

export async function setPasswordBox(
  on: Queryable,
  memberId: string,
  { game, passwordBox }: Pick<GameAccount, 'game' | 'passwordBox'>,
): Promise<void> {
  await on.query('update games_account set password_box = $3 where member_id = $1 and game = $2', [
    memberId,
    game,
    passwordBox,
  ])
}
