import { setTimeout as pause } from 'node:timers/promises'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { ask, type Call, type CaseOf } from './calls.ts'
import { judge, type Verdict } from './judge.ts'
import {
  faultRule,
  faults,
  games,
  slowFaults,
  slowMs,
  type Failpoint,
  type Fault,
  type TransferCase,
} from './scenes.ts'
import { startServer, type BenchServer } from './server-client.ts'
import { expectGood, type Player, type World } from './world.ts'

export type CaseResult = Verdict & { fault: Fault }

const perGame = 200
const moved = 1

/**
 * One kill: as many members as there are faults begin at once, and the server is killed when all of them have reached
 * the step.
 */
export async function runKill(
  world: World,
  scene: TransferCase,
  { failpoint, players }: { failpoint: Failpoint; players: readonly Player[] },
): Promise<CaseResult[]> {
  const kinds: readonly Fault[] = failpoint === 'asked' ? slowFaults : faults
  const cases: CaseOf[] = []
  for (const [at, fault] of kinds.entries())
    cases.push(await prepare(world, scene, { player: players[at]!, fault }))
  await world.passTime(0)
  for (const { player, fault } of cases)
    if (fault !== 'none') await addFault(world, scene, { player, fault, failpoint })

  const killed = isSweepers(failpoint)
    ? await killSweeper(world, failpoint, cases)
    : await killServing(world, scene, { failpoint, cases })
  await world.passTime(0)
  // Waits until calls under way at a provider are completed there.
  await pause(slowMs)
  // The member's own page retries at once, under the same key, and another server answers.
  await Promise.all(cases.map(({ call }) => ask(world.address, call)))
  await pause(slowMs)
  await world.sandbox.control('DELETE', '/faults', {})
  const verdicts = await judge(world, cases, killed)
  return verdicts.map((verdict, at) => ({ ...verdict, fault: cases[at]!.fault }))
}

function isSweepers(failpoint: Failpoint): boolean {
  return failpoint === 'transfer.claimed' || failpoint === 'transfer.asked-again'
}

/** Puts money wherever the scene takes it from; a player goes through many scenes. */
async function prepare(
  world: World,
  scene: TransferCase,
  { player, fault }: { player: Player; fault: Fault },
): Promise<CaseOf> {
  const sources: readonly string[] = scene.all
    ? games.filter((game) => game !== scene.to)
    : [scene.from]
  const has = await world.balances(player)
  for (const game of games) {
    const enough = sources.includes(game) ? 100n * BigInt(moved) : 0n
    if ((has.get(game) ?? 0n) >= enough) continue
    if ((await world.balances(player)).get('wallet')! < 100n * BigInt(perGame))
      await expectGood(await ask(world.address, callOf(player, 'transferAll', { to: 'wallet' })))
    const body = { from: 'wallet', to: game, amount: perGame }
    await expectGood(await ask(world.address, callOf(player, 'transfer', body)))
  }
  const { from, to, all } = scene
  const call = all
    ? callOf(player, 'transferAll', { to })
    : callOf(player, 'transfer', { from, to, amount: moved })
  const after = await world.balances(player)
  return { player, fault, call, before: [...after.values()].reduce((sum, one) => sum + one, 0n) }
}

function callOf({ token }: Player, call: string, body: object): Call {
  return { name: `POST /api/wallet/${call}`, token, key: systemIds.key(), body }
}

async function addFault(
  { sandbox }: World,
  scene: TransferCase,
  { player, fault, failpoint }: { player: Player; fault: Fault; failpoint: Failpoint },
): Promise<void> {
  const username = player.names.get(scene.faulty.game)!
  // The sweeper's query must fail, too.
  const count = isSweepers(failpoint) ? 2 : 1
  await sandbox.addFault(faultRule(scene, { kind: fault, username, count }))
}

async function startDoomed(world: World, failpoint: Failpoint): Promise<BenchServer> {
  const server = await startServer({
    databaseUrl: world.stage.url,
    sandboxUrl: world.sandbox.url,
    failpoint: failpoint === 'asked' ? null : `stay:${failpoint}`,
    askAgainAfterMs: [20, 60],
  })
  server.send({ aheadMs: world.aheadMs() })
  return server
}

/** Returns the callers without an answer when it was killed. */
async function killServing(
  world: World,
  scene: TransferCase,
  { failpoint, cases }: { failpoint: Failpoint; cases: readonly CaseOf[] },
): Promise<ReadonlySet<CaseOf>> {
  const server = await startDoomed(world, failpoint)
  const waiting = new Set(cases)
  const asked = Promise.all(
    cases.map(async (one) => {
      await ask(server.address, one.call).then(
        () => waiting.delete(one),
        () => undefined,
      )
    }),
  )
  if (failpoint === 'asked') await untilAtProvider(world, scene, cases)
  else
    await untilQuiet(
      () => server.countArrived(),
      () => waiting.size,
    )
  const unanswered = new Set(waiting)
  await server.kill()
  await asked
  return unanswered
}

/** First a server is killed with everything open; then the one that sweeps after it is killed as well. */
async function killSweeper(
  world: World,
  failpoint: Failpoint,
  cases: readonly CaseOf[],
): Promise<ReadonlySet<CaseOf>> {
  const first = await startDoomed(world, 'transfer.answered')
  const waiting = new Set(cases)
  const asked = Promise.all(
    cases.map((one) =>
      ask(first.address, one.call).then(
        () => waiting.delete(one),
        () => undefined,
      ),
    ),
  )
  await untilQuiet(
    () => first.countArrived(),
    () => waiting.size,
  )
  const unanswered = new Set(waiting)
  await first.kill()
  await asked
  const sweeper = await startDoomed(world, failpoint)
  sweeper.send({ aheadMs: world.aheadMs() + 40_000 })
  sweeper.send({ sweep: true })
  await untilQuiet(
    () => sweeper.countArrived(),
    () => Number.POSITIVE_INFINITY,
  )
  await sweeper.kill()
  return unanswered
}

const quietMs = 400
const patienceMs = 8_000

/** Until everyone has reached the step or has been answered, as far as that ever happens. */
async function untilQuiet(countArrived: () => number, countWaiting: () => number): Promise<void> {
  const begun = performance.now()
  let since = begun
  let last = ''
  while (performance.now() - begun < patienceMs) {
    await pause(20)
    if (countWaiting() === 0) return
    const now = `${countArrived()} ${countWaiting()}`
    if (now !== last) since = performance.now()
    last = now
    if (countArrived() > 0 && performance.now() - since > quietMs) return
  }
}

async function untilAtProvider(
  { sandbox }: World,
  scene: TransferCase,
  cases: readonly CaseOf[],
): Promise<void> {
  const rules = async () => (await sandbox.control<{ rules: unknown[] }>('GET', '/faults')).rules
  const begun = performance.now()
  // A rule leaves the list once it has been used up.
  while ((await rules()).length > 0 && performance.now() - begun < patienceMs) await pause(20)
  if ((await rules()).length > 0) throw new Error(`${cases.length} calls never reached ${scene.to}`)
}
