import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Report } from './report.ts'
import { compareJournal, countViolations } from './kill/compare.ts'
import { killDatabase } from './kill/kill-database.ts'
import { startLoad, type Load } from './kill/load.ts'
import { loseReplies } from './kill/lost-replies.ts'
import { startServer, type ServerClient } from './kill/server-client.ts'
import { medianOf } from './median.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const rounds = Number(process.env['KAPAO_KILL_ROUNDS'] ?? 20)
const callers = 64
const lostReplyCases = 200
const retriedKeysMax = 2_000

/** kill -9 of the whole database and of the server alternately, under full load; then replies lost after COMMIT. */
export const bench: Bench = {
  name: 'kill',
  proves: ['F02', 'F03'],
  run: async (report) => {
    const stage = await setStage({
      members: 500,
      connections: 8,
      settings: { shared_buffers: '256MB', max_wal_size: '2GB' },
    })
    const client = await startServer(stage.url)
    try {
      const load = startLoad(client, stage.memberIds, callers)
      const times = await killByTurns({ stage, client, load })
      await load.stop()
      const changed = await retryKeys(client, load)
      const { lost, doubled } = await compareJournal(stage.db, load.journal)
      const ended = load.journal.filter(({ state }) => state !== 'held').length
      report({ name: 'kill.rounds', value: rounds, unit: 'kills' })
      report({ name: 'kill.acknowledged', value: load.journal.length + ended, unit: 'operations' })
      report({ name: 'kill.retries', value: client.countRetries(), unit: 'calls' })
      report({ name: 'kill.lost', value: lost, unit: 'operations', target: '= 0' })
      report({ name: 'kill.doubled', value: doubled, unit: 'operations', target: '= 0' })
      report({ name: 'kill.changed', value: changed, unit: 'answers', target: '= 0' })
      reportTimes(report, times)
      await reportLostReplies(report, stage, load)
      const violations = await countViolations(stage.db)
      report({ name: 'kill.violations', value: violations, unit: 'findings', target: '= 0' })
    } finally {
      client.stop()
      await stage.stop()
    }
  },
}

type Target = 'database' | 'server'
type KillRun = { stage: BenchDatabase; client: ServerClient; load: Load }

async function killByTurns(scene: KillRun): Promise<Record<Target, number[]>> {
  const times: Record<Target, number[]> = { database: [], server: [] }
  for (let round = 0; round < rounds; round += 1) {
    await pause(300 + Math.random() * 900)
    const target = round % 2 ? 'server' : 'database'
    times[target].push(await killOnce(target, scene))
  }
  return times
}

function reportTimes(report: Report, times: Record<Target, number[]>): void {
  for (const [target, limit] of [
    ['database', '<= 5'],
    ['server', '<= 3'],
  ] as const) {
    if (times[target].length === 0) continue
    const name = `kill.${target}.recovery`
    report({ name, value: medianOf(times[target]), unit: 's', target: limit })
    report({ name: `${name}.longest`, value: Math.max(...times[target]), unit: 's' })
  }
}

async function reportLostReplies(
  report: Report,
  stage: BenchDatabase,
  { journal }: Load,
): Promise<void> {
  const open = new Set(journal.filter(({ state }) => state === 'held').map((one) => one.memberId))
  const memberIds = stage.memberIds.filter((memberId) => !open.has(memberId))
  const { db, url } = stage
  const { dropped, doubled, unanswered } = await loseReplies({ db, url, memberIds }, lostReplyCases)
  const all = `= ${lostReplyCases}`
  report({ name: 'kill.replies.dropped', value: dropped, unit: 'commits', target: all })
  report({ name: 'kill.replies.doubled', value: doubled, unit: 'operations', target: '= 0' })
  report({ name: 'kill.replies.unanswered', value: unanswered, unit: 'operations', target: '= 0' })
}

/** Seconds from the kill to the next acknowledgement after it. */
async function killOnce(target: Target, { stage, client, load }: KillRun): Promise<number> {
  const begun = performance.now()
  if (target === 'server') await client.killServer()
  else {
    killDatabase(stage.pid)
    await stage.restart()
  }
  await load.nextAcknowledgement()
  return (performance.now() - begun) / 1000
}

/** Retries acknowledged keys, and counts those answered differently. */
async function retryKeys({ ask }: ServerClient, { journal }: Load): Promise<number> {
  const step = Math.max(1, Math.floor(journal.length / retriedKeysMax))
  const some = journal.filter((_, at) => at % step === 0)
  const answers = await Promise.all(
    some.map(({ memberId, key, wanted }) => ask({ what: 'begin', memberId, key, wanted })),
  )
  return answers.filter((id, at) => id !== some[at]!.id).length
}
