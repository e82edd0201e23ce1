import type { Bench, Report } from './report.ts'
import { killDatabaseUnderTransfers } from './transfers/kill-database.ts'
import { runKill, type CaseResult } from './transfers/run-case.ts'
import {
  failpointsOf,
  faults,
  games,
  isInShortRun,
  scenes,
  type TransferCase,
} from './transfers/scenes.ts'
import { openWorld, type Player, type World } from './transfers/world.ts'

const satangEach = 1_000_000n
const loadingPlayers = 24

/**
 * F01: kill -9 of the server at every step of a transfer x every fault of a provider, in, out, from game to game and
 * all at once, over the four families; the sweeper is killed too. `--long` runs every scene at every step.
 */
export const bench: Bench = {
  name: 'kill-transfers',
  proves: ['F01', 'F19'],
  run: async (report, { long }) => {
    const world = await openWorld()
    try {
      const players: Player[] = []
      for (const _ of faults) players.push(await world.addPlayer(satangEach, games))
      const results = await runMatrix(world, players, long)
      reportMatrix(report, results)
      await reportDatabase(report, world, long ? 24 : 9)
      const violations = await world.countViolations()
      report({ name: 'kill-transfers.violations', value: violations, unit: 'found', target: '= 0' })
    } finally {
      await world.close()
    }
  },
}

type Row = { scene: TransferCase; failpoint: string; results: CaseResult[] }

async function runMatrix(world: World, players: readonly Player[], long: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const [at, scene] of scenes.entries())
    for (const failpoint of failpointsOf(scene)) {
      if (!long && !isInShortRun(at, failpoint)) continue
      const row = { scene, failpoint, results: await runKill(world, scene, { failpoint, players }) }
      rows.push(row)
      console.error(lineOf(row))
    }
  return rows
}

function lineOf({ scene, failpoint, results }: Row): string {
  const count = (is: (one: CaseResult) => boolean) => results.filter(is).length
  const line = [
    `${scene.from} to ${scene.to}`.padEnd(20),
    failpoint.padEnd(14),
    `${results.length} cases`.padEnd(9),
    `${count(({ killed }) => killed)} killed`.padEnd(10),
    `${count(({ ended }) => ended === 'done')} done`.padEnd(8),
    `${count(({ ended }) => ended === 'returned')} back`.padEnd(8),
    `${results.reduce((sum, { exceptions }) => sum + exceptions, 0)} for people`,
  ].join(' ')
  const wrong = results.flatMap((one) => one.wrong.map((text) => `\n    ${one.fault}: ${text}`))
  return line + wrong.join('')
}

function reportMatrix(report: Report, rows: readonly Row[]): void {
  const results = rows.flatMap((row) => row.results)
  const sum = (pick: (one: CaseResult) => number) =>
    results.reduce((total, one) => total + pick(one), 0)
  const steps = new Set(rows.map(({ failpoint }) => failpoint)).size
  const kinds = new Set(results.map(({ fault }) => fault)).size
  const name = (text: string) => `kill-transfers.${text}`
  report({ name: name('steps'), value: steps, unit: 'failpoints', target: '>= 9' })
  report({ name: name('faults'), value: kinds, unit: 'kinds', target: '>= 8' })
  report({ name: name('cases'), value: results.length, unit: 'transfers' })
  report({ name: name('killed'), value: sum(({ killed }) => Number(killed)), unit: 'transfers' })
  report({
    name: name('done'),
    value: sum(({ ended }) => Number(ended === 'done')),
    unit: 'transfers',
  })
  report({
    name: name('returned'),
    value: sum(({ ended }) => Number(ended === 'returned')),
    unit: 'transfers',
  })
  report({ name: name('exceptions'), value: sum(({ exceptions }) => exceptions), unit: 'legs' })
  report({
    name: name('refundedApplied'),
    value: sum(({ refunded }) => refunded),
    unit: 'legs',
    target: '= 0',
  })
  report({
    name: name('wrong'),
    value: sum(({ wrong }) => wrong.length),
    unit: 'found',
    target: '= 0',
  })
}

async function reportDatabase(report: Report, world: World, rounds: number): Promise<void> {
  const players: Player[] = []
  for (let n = 0; n < loadingPlayers; n += 1) players.push(await world.addPlayer(satangEach, games))
  const found = await killDatabaseUnderTransfers(world, players, rounds)
  for (const text of found.wrong) console.error(`    after the database was killed: ${text}`)
  const name = (text: string) => `kill-transfers.database.${text}`
  report({ name: name('rounds'), value: rounds, unit: 'kills' })
  report({ name: name('acknowledged'), value: found.acknowledged, unit: 'transfers' })
  report({ name: name('retries'), value: found.retries, unit: 'calls' })
  report({ name: name('exceptions'), value: found.exceptions, unit: 'legs' })
  report({ name: name('lost'), value: found.lost, unit: 'transfers', target: '= 0' })
  report({ name: name('refundedApplied'), value: found.refunded, unit: 'legs', target: '= 0' })
  report({ name: name('wrong'), value: found.wrong.length, unit: 'found', target: '= 0' })
}
