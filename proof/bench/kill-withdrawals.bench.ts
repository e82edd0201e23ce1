import type { Bench, Report } from './report.ts'
import { openWorld, type Player, type World } from './transfers/world.ts'
import { killDatabaseUnderPayouts } from './withdrawals/kill-database.ts'
import { faults, runKill, scenes, type CaseResult } from './withdrawals/run-case.ts'

const satangEach = 1_000_000n
const withdrawingPlayers = 24

/**
 * F01, I14: kill -9 of the server at every step of a withdrawal x every fault of the paying channel, for one withdrawal
 * and for everything; then the database and the server are killed alternately while members keep withdrawing.
 */
export const bench: Bench = {
  name: 'kill-withdrawals',
  proves: ['F01'],
  run: async (report, { long }) => {
    const world = await openWorld()
    try {
      const players: Player[] = []
      for (const _ of faults) players.push(await world.addPlayer(satangEach, ['pg']))
      const results: CaseResult[] = []
      const steps = new Set<string>()
      for (const scene of scenes)
        for (const [at, step] of scene.steps.entries()) {
          // The short run takes every step once; of the steps that both scenes share, withdrawing everything takes only
          // every other.
          if (!long && scene.call === 'withdrawAll' && at > 4 && at % 2 === 1) continue
          const found = await runKill(world, scene, { step, players })
          steps.add(step)
          results.push(...found)
          console.error(lineOf(`${scene.call} at ${step}`, found))
        }
      const count = (is: (one: CaseResult) => boolean) => results.filter(is).length
      const name = (text: string) => `kill-withdrawals.${text}`
      report({ name: name('steps'), value: steps.size, unit: 'failpoints', target: '>= 9' })
      report({ name: name('faults'), value: faults.length, unit: 'kinds', target: '>= 8' })
      report({ name: name('cases'), value: results.length, unit: 'withdrawals' })
      report({
        name: name('paid'),
        value: count(({ ended }) => ended === 'paid'),
        unit: 'withdrawals',
      })
      report({
        name: name('byPeople'),
        value: count(({ byPeople }) => byPeople),
        unit: 'withdrawals',
      })
      const wrong = results.reduce((sum, one) => sum + one.wrong.length, 0)
      report({ name: name('wrong'), value: wrong, unit: 'found', target: '= 0' })
      await reportDatabase(report, world, long ? 24 : 9)
      const violations = await world.countViolations()
      report({ name: name('violations'), value: violations, unit: 'found', target: '= 0' })
    } finally {
      await world.close()
    }
  },
}

function lineOf(what: string, found: readonly CaseResult[]): string {
  const ends = ['paid', 'returned', 'failed'].map(
    (end) => `${found.filter(({ ended }) => ended === end).length} ${end}`,
  )
  const wrong = found.flatMap((one) => one.wrong.map((text) => `\n    ${one.fault}: ${text}`))
  return `${what.padEnd(40)} ${found.length} cases  ${ends.join('  ')}${wrong.join('')}`
}

async function reportDatabase(report: Report, world: World, rounds: number): Promise<void> {
  const players: Player[] = []
  for (let n = 0; n < withdrawingPlayers; n += 1)
    players.push(await world.addPlayer(satangEach, ['pg']))
  const found = await killDatabaseUnderPayouts(world, players, rounds)
  for (const text of found.wrong) console.error(`    after the database was killed: ${text}`)
  const name = (text: string) => `kill-withdrawals.database.${text}`
  report({ name: name('rounds'), value: rounds, unit: 'kills' })
  report({ name: name('acknowledged'), value: found.acknowledged, unit: 'withdrawals' })
  report({ name: name('retries'), value: found.retries, unit: 'calls' })
  report({ name: name('paid'), value: found.paid, unit: 'withdrawals' })
  report({ name: name('byPeople'), value: found.byPeople, unit: 'withdrawals' })
  report({ name: name('lost'), value: found.lost, unit: 'withdrawals', target: '= 0' })
  report({ name: name('paidTwice'), value: found.paidTwice, unit: 'withdrawals', target: '= 0' })
  report({ name: name('wrong'), value: found.wrong.length, unit: 'found', target: '= 0' })
}
