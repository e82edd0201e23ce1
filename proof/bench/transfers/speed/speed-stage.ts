import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { systemClock } from '../../../../apps/server/src/core/clock.ts'
import { setStage, type BenchDatabase } from '../../stage.ts'
import { startServer, type BenchServer } from '../server-client.ts'
import { addPlayer, type Player } from '../world.ts'

export type SpeedDatabase = {
  stage: BenchDatabase
  server: BenchServer
  players: Player[]
  /** One of the providers stops answering; null lets it answer again. */
  hang: (game: string | null) => void
  stop: () => Promise<void>
}

const satangEach = 900_000_000n

/** A database that stays for the next run, and its members, once there are any. */
export type SavedDatabase = { folder: string; players: Player[] | null }

/** The whole server with a provider that answers at once, and members with accounts there. */
export async function setSpeedStage(
  members: number,
  gamesOf: (at: number) => readonly string[],
  kept?: SavedDatabase | null,
): Promise<SpeedDatabase> {
  const stage = await setStage({ members: 0, connections: 8, keptIn: kept?.folder })
  const provider = fork(join(import.meta.dirname, 'instant-provider.ts'))
  const { port } = await messageOf<{ port: number }>(provider)
  const server = await startServer({
    databaseUrl: stage.url,
    sandboxUrl: `http://127.0.0.1:${port}`,
    failpoint: null,
  })
  const players: Player[] = kept?.players ?? []
  const around = { stage, clock: systemClock, address: server.address }
  const isMade = players.length >= members
  for (let n = players.length; n < members; n += 1)
    players.push(await addPlayer(around, satangEach, gamesOf(n)))
  if (!isMade) await stage.ownerDb.query('vacuum analyze')
  return {
    stage,
    server,
    players,
    hang: (game) => void provider.send({ hang: game }),
    stop: async () => {
      await server.kill()
      provider.kill()
      await stage.stop()
    },
  }
}

export function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`the process ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })
}
