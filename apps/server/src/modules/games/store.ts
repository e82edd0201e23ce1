import type { Queryable, Tx } from '#core/db/db.ts'

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

/** An account that is asked for and not known to be there yet. */
export type Opening = GameAccount & {
  memberId: string
  /** Until then nobody else asks; it also tells one asking from the next. */
  heldUntil: Date
}

export type Claimed =
  /** `mayExist`: somebody has asked for it before. */
  { state: 'mine'; opening: Opening; mayExist: boolean } | { state: 'busy' } | { state: 'active' }

type Claim = Opening & { at: Date }

/**
 * Takes the right to ask for an account, under the name of this claim or of the one that was asked for before. Of several
 * at once one gets it.
 */
export async function claimOpening(tx: Tx, claim: Claim): Promise<Claimed> {
  const { memberId, game, username, passwordBox, heldUntil, at } = claim
  const fresh = await tx.query(
    `insert into games_opening (member_id, game, username, password_box, held_until, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (member_id, game) do nothing returning 1`,
    [memberId, game, username, passwordBox, heldUntil, at],
  )
  // Looked at after the claim: an opening that has ended just now took its row away in the same commit.
  if (await findAccount(tx, memberId, game)) {
    if (fresh.length > 0) await deleteOpening(tx, claim)
    return { state: 'active' }
  }
  if (fresh.length > 0) return { state: 'mine', opening: claim, mayExist: false }
  const [taken] = await tx.query<GameAccount>(
    `update games_opening set held_until = $3 where member_id = $1 and game = $2 and held_until <= $4
     returning game, username, password_box as "passwordBox"`,
    [memberId, game, heldUntil, at],
  )
  if (!taken) return { state: 'busy' }
  return { state: 'mine', opening: { ...taken, memberId, heldUntil }, mayExist: true }
}

/** Lets it go, for whoever asks next under the same name; nothing when somebody else has taken it since. */
export async function releaseOpening(on: Queryable, opening: Opening, at: Date): Promise<void> {
  await on.query(
    'update games_opening set held_until = $4 where member_id = $1 and game = $2 and held_until = $3',
    [opening.memberId, opening.game, opening.heldUntil, at],
  )
}

/** Forgets a name under which certainly nothing was opened; nothing when somebody else has taken it since. */
export async function deleteOpening(on: Queryable, opening: Opening): Promise<void> {
  await on.query(
    'delete from games_opening where member_id = $1 and game = $2 and held_until = $3',
    [opening.memberId, opening.game, opening.heldUntil],
  )
}

/** The account is there: what was asked for is not asked for any more, whoever has it. */
export async function endOpening(
  tx: Tx,
  { memberId, game }: Pick<Opening, 'memberId' | 'game'>,
): Promise<void> {
  await tx.query('delete from games_opening where member_id = $1 and game = $2', [memberId, game])
}
