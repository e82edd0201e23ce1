import { systemIds } from '../../../apps/server/src/core/ids.ts'
import type { Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { askUntilFinal, type FinalAnswer, type Load } from '../load/ask-until-final.ts'
import { killByTurns } from '../load/kill-by-turns.ts'
import { judgeBooks, sweepUntilQuiet } from './judge.ts'
import { games } from './scenes.ts'
import type { Player, World } from './world.ts'

export type DatabaseKills = {
  acknowledged: number
  /** Calls that had to be resent, each under its key. */
  retries: number
  /** Acknowledged but missing. */
  lost: number
  exceptions: number
  refunded: number
  wrong: string[]
}

/**
 * The database and the server are killed alternately under running transfers; callers without an answer retry under the
 * same key.
 */
export async function killDatabaseUnderTransfers(
  world: World,
  players: readonly Player[],
  rounds: number,
): Promise<DatabaseKills> {
  const before = new Map<Player, bigint>()
  for (const player of players) {
    const all = await world.balances(player)
    before.set(
      player,
      [...all.values()].reduce((sum, one) => sum + one, 0n),
    )
  }
  await world.passTime(0)
  const load = await killByTurns(world, players, { rounds, runCaller })
  await world.passTime(0)
  await sweepUntilQuiet(world)
  const books = await judgeBooks(world, before)
  const { journal, retries } = load
  return { acknowledged: journal.length, retries, lost: await countLost(world, journal), ...books }
}

/** Moves small amounts between wallet and games. */
async function runCaller(address: () => string, { token }: Player, load: Load): Promise<void> {
  while (!load.stopped) {
    const game = games[Math.floor(Math.random() * games.length)]!
    const [from, to] = Math.random() < 0.6 ? ['wallet', game] : [game, 'wallet']
    const options = { token, body: { from, to, amount: 1 } }
    const name = 'POST /api/wallet/transfer'
    await askUntilFinal({ address, name, key: systemIds.key(), options, isFinal }, load)
  }
}

/** Another transfer with the same game may be open for minutes; a caller so refused makes another transfer. */
function isFinal({ status, body }: Answer): boolean {
  if (status === 409) return body?.code === 'REQUEST_IN_PROGRESS' && Math.random() < 0.1
  return status < 500 || body?.code === 'TRANSFER_FAIL'
}

async function countLost({ stage }: World, journal: readonly FinalAnswer[]): Promise<number> {
  const done = journal.filter(({ status }) => status === 200).map(({ key }) => key)
  const [row] = await stage.db.query<{ count: bigint }>(
    `select count(*) from transfers_transfer where key = any ($1) and state = 'done'`,
    [done],
  )
  return done.length - Number(row!.count)
}
