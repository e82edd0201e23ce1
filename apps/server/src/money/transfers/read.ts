import type { Queryable } from '#core/db/db.ts'
import { findByKey, listParts } from './store.ts'
import { statusAlone } from './view.ts'

export async function listOpenGames(on: Queryable, memberId: string): Promise<string[]> {
  const rows = await on.query<{ game: string }>(
    `select game from transfers_transfer
     where member_id = $1 and game is not null and state in ('held', 'sent', 'unknown', 'exception')`,
    [memberId],
  )
  return rows.map(({ game }) => game)
}

/** Ended legs count as ended, even while their parent still waits to be ended. */
export async function isSweeping(on: Queryable, memberId: string, key: string): Promise<boolean> {
  const all = await findByKey(on, memberId, key)
  if (!all || statusAlone(all) !== 'open') return false
  const parts = await listParts(on, all.id)
  return parts.length === 0 || parts.some((one) => statusAlone(one) === 'open')
}
