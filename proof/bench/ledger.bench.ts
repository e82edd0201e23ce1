import type { Bench, Report } from './report.ts'
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts'
import { prepareCoreLoad, type CoreLoad } from './core-load.ts'
import { fillMovements } from './fill.ts'
import { medianOf } from './median.ts'
import { setTpcb } from './pgbench.ts'
import { measureLockedRow, measureStatementPages } from './reading.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const members = 10_000
const rounds = 5
const seconds = 3
const longMovements = 10_000_000

/** The ledger without HTTP compared with pgbench's TPC-B, in alternating rounds of one run. */
export const bench: Bench = {
  name: 'ledger',
  run: async (report, { long }) => {
    const stage = await setStage({ members, connections: 48 })
    try {
      const load = await prepareCoreLoad(stage)
      await stage.ownerDb.query('vacuum analyze')
      await reportCore(stage, load, report)
      await reportCallers(load, report)
      await measureStatementPages(stage, report)
      await measureLockedRow(stage, report)
      if (long) await reportGrowth(stage, load, report)
    } finally {
      await stage.stop()
    }
  },
}

async function reportCore(stage: BenchDatabase, load: CoreLoad, report: Report): Promise<void> {
  const runTpcb = await setTpcb(stage)

  const measured = { tpcb: [] as number[], uniform: [] as number[], hot: [] as number[] }
  await load.run({ callers: 256, seconds: 1, hot: false })
  for (let round = 0; round < rounds; round += 1) {
    measured.tpcb.push(await runTpcb(seconds))
    measured.uniform.push(await load.run({ callers: 256, seconds, hot: false }))
    measured.hot.push(await load.run({ callers: 256, seconds, hot: true }))
  }
  const tpcb = medianOf(measured.tpcb)
  report({ name: 'ledger.tpcb.c32', value: tpcb, unit: '1/s' })
  for (const [kind, target] of [
    ['uniform', '>= 5'],
    ['hot', '>= 6.5'],
  ] as const) {
    const value = medianOf(measured[kind])
    report({ name: `ledger.core.${kind}.c256`, value, unit: '1/s' })
    report({ name: `ledger.core.${kind}.ratio`, value: value / tpcb, unit: 'ratio', target })
  }
}

async function reportCallers(load: CoreLoad, report: Report): Promise<void> {
  for (const callers of [1, 8, 32])
    for (const hot of [false, true])
      report({
        name: `ledger.core.${hot ? 'hot' : 'uniform'}.c${callers}`,
        value: await load.run({ callers, seconds: 2, hot }),
        unit: '1/s',
      })
}

/**
 * The same load on an almost empty ledger and on one of ten million movements, and the duration of `verify --full`
 * there.
 */
async function reportGrowth(stage: BenchDatabase, load: CoreLoad, report: Report): Promise<void> {
  const measure = async (): Promise<number> => {
    await stage.ownerDb.query('vacuum analyze')
    await load.run({ callers: 256, seconds: 5, hot: false })
    const figures: number[] = []
    for (let round = 0; round < rounds; round += 1)
      figures.push(await load.run({ callers: 256, seconds: 6, hot: false }))
    return medianOf(figures)
  }
  const empty = await measure()
  const filling = performance.now()
  await fillMovements(stage, longMovements)
  report({ name: 'ledger.fill', value: (performance.now() - filling) / 1000, unit: 's' })
  const full = await measure()
  report({ name: 'ledger.grown.empty', value: empty, unit: '1/s' })
  report({ name: 'ledger.grown.10M', value: full, unit: '1/s' })
  report({ name: 'ledger.grown.ratio', value: full / empty, unit: 'ratio', target: '>= 0.85' })

  const begun = performance.now()
  const verdict = await verifyLedger(stage.db, { full: true })
  report({ name: 'ledger.verify.full', value: (performance.now() - begun) / 1000, unit: 's' })
  report({ name: 'ledger.verify.movements', value: Number(verdict.movements), unit: 'movements' })
  report({
    name: 'ledger.verify.violations',
    value: verdict.violations.length,
    unit: 'found',
    target: '= 0',
  })
}
