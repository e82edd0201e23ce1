import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedDatabase } from '../transfers/speed/speed-stage.ts'
import type { Player } from '../transfers/world.ts'
import type { DatabaseSize } from './fill-database.ts'

type KeptDatabase = DatabaseSize & { players: Omit<Player, 'names'>[] }

/** Written last: a folder without it holds half of one. */
const whole = 'whole.json'

/** What an earlier run has made in this folder: a database of this size, or nothing yet. */
export async function openKeptDatabase(folder: string, size: DatabaseSize): Promise<SavedDatabase> {
  const text = await readFile(join(folder, whole), 'utf8').catch(() => null)
  if (text === null) {
    const found = await readdir(folder).catch(() => [])
    if (found.length > 0)
      throw new Error(`${folder} holds no whole database: remove it, or name another`)
    return { folder, players: null }
  }
  const { members, movements, players } = JSON.parse(text) as KeptDatabase
  if (members !== size.members || movements !== size.movements)
    throw new Error(`${folder} holds a database of another size: name another folder`)
  return { folder, players: players.map((one) => ({ ...one, names: new Map() })) }
}

export async function keepDatabase(
  folder: string,
  size: DatabaseSize,
  players: readonly Player[],
): Promise<void> {
  const kept = players.map(({ id, token }) => ({ id, token }))
  await writeFile(
    join(folder, whole),
    JSON.stringify({ ...size, players: kept } satisfies KeptDatabase),
    {
      mode: 0o600,
    },
  )
}
