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

/** All accounts, for a sandbox that has forgotten them. */
export function listAccounts(on: Queryable): Promise<(GameAccount & { memberId: string })[]> {
  return on.query<GameAccount & { memberId: string }>(
    `select member_id as "memberId", ${columns} from games_account order by member_id, game limit $1`,
    [accountsMax],
  )
}

export type NamedAccount = Pick<GameAccount, 'game' | 'username'> & { memberId: string }

/** The accounts at one game, by member, after one. */
export function listAccountsAt(
  on: Queryable,
  { game, after, limit }: { game: string; after: string; limit: number },
): Promise<NamedAccount[]> {
  return on.query<NamedAccount>(
    `select member_id as "memberId", game, username from games_account
     where game = $1 and member_id > $2 order by member_id limit $3`,
    [game, after, limit],
  )
}

/** Returns false when the member already has an account there. */
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

/** An account that was requested and is not known to exist yet. */
export type RequestedAccount = GameAccount & {
  memberId: string
  /** Until then no one else asks; it also distinguishes one attempt from the next. */
  heldUntil: Date
}

export type OpeningClaim =
  /** `mayExist`: an earlier attempt has asked for it. */
  | { state: 'mine'; opening: RequestedAccount; mayExist: boolean }
  | { state: 'busy' }
  | { state: 'active' }

type Claim = RequestedAccount & { at: Date }

/**
 * Takes the right to request an account, under the name of this claim or of an earlier attempt. Of several concurrent
 * claims one gets it.
 */
export async function claimOpening(tx: Tx, claim: Claim): Promise<OpeningClaim> {
  const { memberId, game, username, passwordBox, heldUntil, at } = claim
  const fresh = await tx.query(
    `insert into games_opening (member_id, game, username, password_box, held_until, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (member_id, game) do nothing returning 1`,
    [memberId, game, username, passwordBox, heldUntil, at],
  )
  // Checked after the claim: an opening that has just ended removed its row in the same commit.
  if (await findAccount(tx, memberId, game)) {
    if (fresh.length > 0) await deleteOpening(tx, claim)
    return { state: 'active' }
  }
  if (fresh.length > 0) return { state: 'mine', opening: claim, mayExist: false }
  const [taken] = await tx.query<GameAccount>(
    `update games_opening set held_until = $3 where member_id = $1 and game = $2 and held_until <= $4
     returning ${columns}`,
    [memberId, game, heldUntil, at],
  )
  if (!taken) return { state: 'busy' }
  return { state: 'mine', opening: { ...taken, memberId, heldUntil }, mayExist: true }
}

/** Releases it for the next attempt under the same name; does nothing when another has taken it since. */
export async function releaseOpening(
  on: Queryable,
  opening: RequestedAccount,
  at: Date,
): Promise<void> {
  await on.query(
    'update games_opening set held_until = $4 where member_id = $1 and game = $2 and held_until = $3',
    [opening.memberId, opening.game, opening.heldUntil, at],
  )
}

/** Forgets a name that certainly has no account; does nothing when another has taken it since. */
export async function deleteOpening(on: Queryable, opening: RequestedAccount): Promise<void> {
  await on.query(
    'delete from games_opening where member_id = $1 and game = $2 and held_until = $3',
    [opening.memberId, opening.game, opening.heldUntil],
  )
}

/** The account exists, so the opening is removed, even if another process holds it. */
export async function endOpening(
  tx: Tx,
  { memberId, game }: Pick<RequestedAccount, 'memberId' | 'game'>,
): Promise<void> {
  await tx.query('delete from games_opening where member_id = $1 and game = $2', [memberId, game])
}
