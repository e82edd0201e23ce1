import { sleep } from '../../../tools/postgres/processes.ts'
import type { Player } from '../../bench/transfers/world.ts'
import type { Cluster } from '../start.ts'
import { compareBooks, type Books } from './crowd/books.ts'
import type { Drill } from './drill.ts'
import { watchAlerts } from './crowd/alerts.ts'
import { watchJobs } from './crowd/jobs.ts'
import { measure, type CrowdFigures } from './crowd/measure.ts'
import { letWork, type KnownOutcome } from './crowd/members.ts'
import { watchPrimaries } from './crowd/primaries.ts'

export type DrillResult = {
  drill: Drill
  measured: CrowdFigures
  /** How often two machines were the primary at once. */
  twice: number
  note: string
  /** What fired meanwhile, where somebody watches. */
  alerts: string
  fault: string | null
}
export type DrillsResult = { results: DrillResult[]; books: Books }

const beforeMs = 4_000
const afterMs = 6_000

/** Each event under members at work, then all that they were answered against the books. */
export async function runDrills(
  cluster: Cluster,
  {
    players,
    drills,
    onResult,
  }: { players: Player[]; drills: readonly Drill[]; onResult: (result: DrillResult) => void },
): Promise<DrillsResult> {
  const results: DrillResult[] = []
  const journal: KnownOutcome[] = []
  for (const drill of drills) {
    const crowd = letWork(players)
    await sleep(beforeMs)
    const since = performance.now()
    const late = watchJobs(cluster)
    const looking = watchPrimaries(cluster, { byLead: drill.leavesPostgres ?? false })
    const alerting = await watchAlerts(cluster)
    let note = ''
    let fault: string | null = null
    try {
      note = (await drill.run(cluster)) ?? ''
    } catch (error) {
      fault = String(error)
    }
    cluster.network.heal()
    await sleep(afterMs)
    const until = performance.now()
    await crowd.stop()
    const jobsLateS = late.stop()
    const twice = looking.stop()
    journal.push(...crowd.journal)
    const result = {
      drill,
      measured: measure(crowd, { sinceMs: since, untilMs: until, jobsLateS }),
      twice,
      note,
      alerts: alerting.stop(),
      fault,
    }
    results.push(result)
    onResult(result)
  }
  return { results, books: await compareBooks(cluster, players, journal) }
}

/** What is worse than promised, as sentences. */
export function faultsOf({ drill, measured, twice, fault }: DrillResult): string[] {
  const { awayS, readsAwayS, memberAwayS, memberReadsAwayS, waitS, jobsLateS } = drill.limits
  const faults = fault === null ? [] : [fault]
  if (twice > 0) faults.push(`two primaries at once, seen ${twice} times`)
  if (awayS !== undefined && measured.awayS > awayS)
    faults.push(`away ${measured.awayS.toFixed(1)} s, at most ${awayS}`)
  if (readsAwayS !== undefined && measured.readsAwayS > readsAwayS)
    faults.push(`reads away ${measured.readsAwayS.toFixed(1)} s, at most ${readsAwayS}`)
  if (memberAwayS !== undefined && measured.memberAwayS > memberAwayS)
    faults.push(`away for a member ${measured.memberAwayS.toFixed(1)} s, at most ${memberAwayS}`)
  if (memberReadsAwayS !== undefined && measured.memberReadsAwayS > memberReadsAwayS)
    faults.push(
      `reads away for a member ${measured.memberReadsAwayS.toFixed(1)} s, at most ${memberReadsAwayS}`,
    )
  if (waitS !== undefined && measured.waitS > waitS)
    faults.push(`a member waited ${measured.waitS.toFixed(1)} s, at most ${waitS}`)
  if (jobsLateS !== undefined && measured.jobsLateS > jobsLateS)
    faults.push(`a job began ${measured.jobsLateS.toFixed(1)} s late, at most ${jobsLateS}`)
  if (measured.foreign.length > 0)
    faults.push(
      `${measured.foreign.length} answers that are not ours: ${[...new Set(measured.foreign)].join(', ')}`,
    )
  return faults
}
