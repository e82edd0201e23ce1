import { setTimeout as pause } from 'node:timers/promises'
import { killDatabase } from '../kill/kill-database.ts'
import { startServer, type BenchServer } from '../transfers/server-client.ts'
import type { Player, World } from '../transfers/world.ts'
import type { Load } from './ask-until-final.ts'

export type Caller = (address: () => string, player: Player, load: Load) => Promise<void>

/** Kills the database twice, then the server, and so on, while every player keeps working. */
export async function killByTurns(
  world: World,
  players: readonly Player[],
  { rounds, runCaller }: { rounds: number; runCaller: Caller },
): Promise<Load> {
  const server = { now: await start(world) }
  const load: Load = { journal: [], retries: 0, stopped: false }
  const callers = players.map((player) => runCaller(() => server.now.address, player, load))
  for (let round = 0; round < rounds; round += 1) {
    await pause(500 + Math.random() * 900)
    if (round % 3 === 2) {
      await server.now.kill()
      server.now = await start(world)
    } else {
      killDatabase(world.stage.pid)
      await world.stage.restart()
    }
    // Half a minute has passed, so that a sweep runs meanwhile; the first call after a kill may fail.
    await world.passTime(31_000).catch(() => undefined)
    server.now.send({ aheadMs: world.aheadMs() })
  }
  await pause(1_000)
  load.stopped = true
  await Promise.all(callers)
  await server.now.kill()
  return load
}

async function start({ stage, sandbox, aheadMs }: World): Promise<BenchServer> {
  const server = await startServer({
    databaseUrl: stage.url,
    sandboxUrl: sandbox.url,
    failpoint: null,
    askAgainAfterMs: [20, 60],
  })
  server.send({ aheadMs: aheadMs() })
  return server
}
