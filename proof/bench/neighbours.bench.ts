import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@kapao/contract/times'
import type { Bench, Report } from './report.ts'
import { shareOf } from './load/steady-calls.ts'
import type { Act } from './neighbours/act.ts'
import { acts } from './neighbours/acts.ts'
import { type Crew, openWorld, type BenchWorld, type Member } from './neighbours/world.ts'
import type { Mission } from './neighbours/attacker.ts'
import type { Felt, Order } from './neighbours/bystanders.ts'

const folder = join(import.meta.dirname, 'neighbours')
const bystanders = 40
const game = 'pg'
const quietSeconds = 6
const quietBeforeMs = 2_000
/** What RUN-01 allows; where the machine is so busy that the quiet before an act is near it, this many times the quiet. */
const allowed = { p99: 250, worst: 1_000, timesQuiet: 3 }
/** Pause after an act, before its size is checked and the next one begins. */
const restMs = 3_000
const leastMs = 3_000
const laterMs = 5 * minuteMs

/**
 * RUN-01: the cost of cheap, allowed acts of a few for everyone else. Forty members read their wallets and transfer
 * continuously, in a separate process; another process performs the act at a lower priority than the server, since in
 * reality it would run on another machine. `KAPAO_NEIGHBOURS` selects the acts; `--long` waits five minutes at the end
 * for memory and files to be released, `--proxy` puts HAProxy with the file of deploy/ before the server.
 */
export const bench: Bench = {
  name: 'neighbours',
  proves: ['RUN-01'],
  run: async (report, { long, proxy }) => {
    const world = await openWorld({ proxy })
    const watcher = fork(join(folder, 'bystanders.ts'))
    const attacker = fork(join(folder, 'attacker.ts'))
    try {
      const members = await world.addMembers(bystanders, [game])
      const watch = { app: world.app, members, game }
      const look = async <T>(during: () => Promise<T>): Promise<Felt & { came: T }> => {
        watcher.send({ start: watch } satisfies Order)
        const came = await during()
        watcher.send({ stop: true } satisfies Order)
        const [felt] = (await once(watcher, 'message')) as [Felt]
        return { ...felt, came }
      }
      // The first calls of a process are slow and are not part of the measurement.
      await look(() => sleep(3_000))
      const quiet = await look(() => sleep(quietSeconds * 1_000))
      reportFelt(report, 'quiet', { felt: quiet, quiet })
      reportSize(report, 'quiet', world)
      for (const act of wantedActs()) {
        const crew = await gather(world, act)
        const before = await look(() => sleep(quietBeforeMs))
        for (const rule of act.faults ?? []) await world.addFault(rule)
        const felt = await look(async () => {
          // A short act is felt a little later, and by few calls.
          const [came] = await Promise.all([play(world, { act, crew, attacker }), sleep(leastMs)])
          return came
        })
        await world.clearFaults()
        reportFelt(report, act.name, { felt, quiet: before })
        for (const wish of felt.came)
          report({ ...wish, name: `neighbours.${act.name}.${wish.name}` })
        await sleep(restMs)
        reportSize(report, act.name, world)
      }
      if (long) {
        await sleep(laterMs)
        reportSize(report, 'later', world)
      }
    } finally {
      watcher.kill()
      attacker.kill()
      await world.stop()
    }
  },
}

function wantedActs(): readonly Act[] {
  const wanted = process.env['KAPAO_NEIGHBOURS']?.split(',')
  return wanted ? acts.filter(({ name }) => wanted.includes(name)) : acts
}

async function gather(world: BenchWorld, act: Act): Promise<Crew> {
  const add = (count = 0): Promise<Member[]> => world.addMembers(count, act.games)
  const crew = { attackers: await add(act.attackers), others: await add(act.others) }
  await act.before?.(world, crew)
  return crew
}

type ActRun = { act: Act; crew: Crew; attacker: ChildProcess }

async function play(world: BenchWorld, { act, crew, attacker }: ActRun) {
  const attacking = act.attack && attack(attacker, act.attack, { act, crew, world })
  if (act.isAfter) await attacking
  const wishes = (await act.wish?.(world, crew)) ?? []
  await attacking
  return wishes
}

async function attack(
  attacker: ChildProcess,
  name: Mission['attack'],
  { act, crew, world }: Pick<ActRun, 'act' | 'crew'> & { world: BenchWorld },
): Promise<void> {
  const { app, console } = world
  const target = { app, console, members: crew.attackers, seconds: act.seconds }
  const ended = once(attacker, 'message') as Promise<[{ ended: string | null }]>
  attacker.send({ attack: name, target } satisfies Mission)
  const [{ ended: why }] = await ended
  if (why !== null) throw new Error(`${act.name} could not be made: ${why}`)
}

/** RUN-01's limits, and the measured figures. */
function reportFelt(
  report: Report,
  name: string,
  { felt: { reads, transfers, refused }, quiet }: { felt: Felt; quiet: Felt },
): void {
  const figure = (what: string, value: number, target?: number): void =>
    report({
      name: `neighbours.${name}.${what}`,
      value,
      unit: 'ms',
      ...(target === undefined ? {} : { target: `<= ${Math.round(target)}` }),
    })
  const most = (times: readonly number[]): number =>
    Math.max(allowed.worst, allowed.timesQuiet * Math.max(...times))
  const quietP99 = shareOf(quiet.reads, 0.99)
  figure('read.p50', shareOf(reads, 0.5))
  figure('read.p99', shareOf(reads, 0.99), Math.max(allowed.p99, allowed.timesQuiet * quietP99))
  figure('read.worst', Math.max(...reads), most(quiet.reads))
  figure('transfer.worst', Math.max(...transfers), most(quiet.transfers))
  for (const [what, count] of Object.entries(refused)) console.error(`${name}: ${count} x ${what}`)
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0)
  report({ name: `neighbours.${name}.refused`, value: count, unit: 'calls', target: '= 0' })
}

function reportSize(report: Report, name: string, world: BenchWorld): void {
  const { megabytes, openFiles } = world.size()
  report({ name: `neighbours.${name}.memory`, value: megabytes, unit: 'MB' })
  report({ name: `neighbours.${name}.files`, value: openFiles, unit: 'open' })
}
