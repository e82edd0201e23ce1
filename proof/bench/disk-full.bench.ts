import { setTimeout as pause } from 'node:timers/promises'
import {
  openSmallVolume,
  type SmallVolume,
} from '../../apps/server/src/testing/faults/small-volume.ts'
import type { Bench, Report } from './report.ts'
import { compareJournal, countViolations } from './kill/compare.ts'
import { startLoad, type Load } from './kill/load.ts'
import { startServer } from './kill/server-client.ts'
import { medianOf } from './median.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const volumeBytes = 320 * 1024 * 1024
const callers = 20
const fullMs = 4_000
const switchEveryMs = 400

type DiskRun = { stage: BenchDatabase; load: Load }

/** F06: the database's disk fills up under load, repeatedly, and has space again after a while. */
export const bench: Bench = {
  name: 'disk-full',
  proves: ['F06'],
  run: async (report, { long }) => {
    const volume = openSmallVolume(volumeBytes)
    if ('why' in volume) throw new Error(volume.why)
    try {
      await runOn(volume, long ? 10 : 3, report)
    } finally {
      volume.remove()
    }
  },
}

async function runOn(volume: SmallVolume, rounds: number, report: Report): Promise<void> {
  const stage = await setStage({
    members: 200,
    connections: 8,
    inFolder: volume.folder,
    settings: { shared_buffers: '64MB', min_wal_size: '32MB', max_wal_size: '64MB' },
  })
  const client = await startServer(stage.url)
  const watch = keepUp(stage)
  try {
    const load = startLoad(client, stage.memberIds, callers)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      times.push(await runFull(volume, { stage, load }))
    await load.stop()
    const { lost, doubled } = await compareJournal(stage.db, load.journal)
    const statuses = client.countStatuses()
    const others = [...statuses].filter(([status]) => status !== 503)
    report({ name: 'disk-full.rounds', value: rounds, unit: 'times' })
    report({ name: 'disk-full.acknowledged', value: load.journal.length, unit: 'operations' })
    report({
      name: 'disk-full.busy',
      value: statuses.get(503) ?? 0,
      unit: 'answers',
      target: '> 0',
    })
    report({ name: 'disk-full.otherAnswers', value: others.length, unit: 'kinds', target: '= 0' })
    report({ name: 'disk-full.databaseDeaths', value: watch.countDeaths(), unit: 'times' })
    report({ name: 'disk-full.lost', value: lost, unit: 'operations', target: '= 0' })
    report({ name: 'disk-full.doubled', value: doubled, unit: 'operations', target: '= 0' })
    report({ name: 'disk-full.recovery', value: medianOf(times), unit: 's', target: '<= 10' })
    report({ name: 'disk-full.recovery.longest', value: Math.max(...times), unit: 's' })
    const violations = await countViolations(stage.db)
    report({ name: 'disk-full.violations', value: violations, unit: 'findings', target: '= 0' })
  } finally {
    watch.stop()
    client.stop()
    volume.free()
    await stage.stop()
  }
}

/** Seconds from the return of free space to the next acknowledgement. */
async function runFull(volume: SmallVolume, { stage, load }: DiskRun): Promise<number> {
  await pause(1_000)
  volume.fill(0)
  // Each switch needs another WAL segment, for which there is no space: eventually the server crashes.
  for (let n = 0; n < fullMs / switchEveryMs; n += 1) {
    await stage.ownerDb.query('select pg_switch_wal()').catch(() => undefined)
    await pause(switchEveryMs)
  }
  volume.free()
  const begun = performance.now()
  await load.nextAcknowledgement()
  return (performance.now() - begun) / 1000
}

/** Acts as a supervisor: restarts a database that has died until it stays up. */
function keepUp(stage: BenchDatabase): { countDeaths: () => number; stop: () => void } {
  let deaths = 0
  const watching = { on: true }
  const watch = async (): Promise<void> => {
    for (;;) {
      await stage.ended()
      // The shutdown at the end of the run does not count as a death.
      if (!watching.on) return
      deaths += 1
      while (watching.on && !(await startAgain(stage))) await pause(500)
    }
  }
  void watch()
  return { countDeaths: () => deaths, stop: () => void (watching.on = false) }
}

function startAgain(stage: BenchDatabase): Promise<boolean> {
  return stage.restart().then(
    () => true,
    () => false,
  )
}
