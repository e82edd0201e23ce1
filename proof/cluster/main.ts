import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sleep } from '../../tools/postgres/processes.ts'
import { prepareRelease } from './before.ts'
import { expiredCertificates } from './between/expired-certificates.ts'
import { frontShell } from './between/front-shell.ts'
import { newMachine } from './between/new-machine.ts'
import { sameName } from './between/same-name.ts'
import { wrongPasswords } from './between/wrong-passwords.ts'
import { databaseDrills } from './drills/database-drills.ts'
import type { Drill } from './drills/drill.ts'
import { addPlayers } from './drills/crowd/members.ts'
import { networkDrills } from './drills/network-drills.ts'
import { oddDrills } from './drills/odd-drills.ts'
import { pairDrills } from './drills/pair-drills.ts'
import { processDrills } from './drills/process-drills.ts'
import { faultsOf, runDrills, type DrillResult } from './drills/run.ts'
import { hangingBucket } from './outside/hanging-bucket.ts'
import { lyingAddresses } from './outside/lying-addresses.ts'
import { openPages } from './outside/pages.ts'
import { installMissing, listMissing } from './packages.ts'
import { drillRestore } from './restore/drill.ts'
import { deskName, fronts, ports } from './addresses.ts'
import { isInside, runInside } from './network/inside.ts'
import { plugInOutside } from './network/network.ts'
import { membersUrl, startCluster, type Cluster } from './start.ts'
import { knowsAfterMs } from './watching/prometheus.ts'

const everyDrill: readonly Drill[] = [
  ...databaseDrills,
  ...processDrills,
  ...oddDrills,
  ...networkDrills,
  ...pairDrills,
  frontShell,
  newMachine,
  expiredCertificates,
  wrongPasswords,
  sameName,
  hangingBucket,
  lyingAddresses,
  openPages,
]
const membersAtWork = 60
/** Comes last: it takes the books of all others back. */
const restore = 'restore'

const begun = performance.now()
const log = (line: string): void =>
  void process.stdout.write(
    `${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${line}\n`,
  )

const usage =
  'npm run cluster, or npm run cluster -- drill [--short] [--alerts] [--times N] [--before COMMIT] ' +
  `[${everyDrill.map(({ name }) => name).join('|')}|${restore}]\n`
const { names, isDrill, isShort, watches, before, times } = readLine()
installMissing(log, { watches })
const missing = listMissing({ watches })
if (missing.length > 0) {
  process.stderr.write(`Debian packages are missing: ${missing.join(' ')} (docs/production.md)\n`)
  process.exit(1)
}

const root = join(tmpdir(), 'kapao-cluster')
// Inside, nothing can be installed.
const release = before === null ? null : prepareRelease(before, join(tmpdir(), 'kapao-before'))
if (!isInside()) process.exit(await runInside(root))
const cluster = await startCluster({ root, log, before: release, watches })
if (isDrill) process.exit(await drill(cluster))
else stayUntilStopped()

function readLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        short: { type: 'boolean' },
        alerts: { type: 'boolean' },
        before: { type: 'string' },
        times: { type: 'string', default: '1' },
      },
    })
    const [command, ...wanted] = positionals
    const known = new Set([...everyDrill.map(({ name }) => name), restore])
    if ((command !== undefined && command !== 'drill') || wanted.some((name) => !known.has(name)))
      throw new Error('no such command or drill')
    return {
      names: wanted,
      isDrill: command === 'drill',
      isShort: values.short === true,
      watches: values.alerts === true,
      before: values.before ?? null,
      times: Number(values.times),
    }
  } catch {
    process.stderr.write(usage)
    return process.exit(2)
  }
}

function choose(): Drill[] {
  const chosen = everyDrill.filter(({ name, isShort: alsoShort, needsBefore }) => {
    if (needsBefore && release === null) return false
    if (isShort) return alsoShort
    return names.length === 0 || names.includes(name)
  })
  const again = Array.from({ length: times }, () => chosen).flat()
  // The others are for this release.
  return again.toSorted((a, b) => Number(b.needsBefore ?? false) - Number(a.needsBefore ?? false))
}

async function drill(on: Cluster): Promise<number> {
  const drills = choose()
  const isGood = drills.length === 0 || (await drillUnderWork(on, drills))
  const isLast = !isShort && (names.length === 0 || names.includes(restore))
  return (!isLast || (await restoreAndReport(on))) && isGood ? 0 : 1
}

async function drillUnderWork(on: Cluster, drills: Drill[]): Promise<boolean> {
  const players = await addPlayers(on, membersAtWork)
  log(`${membersAtWork} members at work`)
  if (on.watcher) await sleep(knowsAfterMs)
  const { results, books } = await runDrills(on, { players, drills, onResult: print })
  log(`lost ${books.lost}, doubled ${books.doubled}, wrong ${books.wrong.length}`)
  for (const one of books.wrong.slice(0, 20)) log(`  ${one}`)
  return (
    results.every((one) => faultsOf(one).length === 0) &&
    books.lost + books.doubled + books.wrong.length === 0
  )
}

async function restoreAndReport(on: Cluster): Promise<boolean> {
  const { said, faults } = await drillRestore(on, log)
  for (const one of said) log(one)
  for (const fault of faults) log(`  !! ${fault}`)
  log(`${restore.padEnd(16)} ${faults.length} differences that nothing explains`)
  return faults.length === 0
}

function print(result: DrillResult): void {
  const { drill: one, measured, note, alerts } = result
  const answers = [...measured.answers]
    .toSorted((a, b) => b[1] - a[1])
    .map(([what, count]) => `${count} x ${what}`)
  log(
    `${one.name.padEnd(16)} away ${measured.awayS.toFixed(1)} s, reads ${measured.readsAwayS.toFixed(1)} s, ` +
      `for a member ${measured.memberAwayS.toFixed(1)} s, reads ${measured.memberReadsAwayS.toFixed(1)} s, ` +
      `p99 ${measured.p99Ms.toFixed(0)} ms, longest wait ${measured.waitS.toFixed(1)} s, jobs late ${measured.jobsLateS.toFixed(1)} s, ` +
      `${measured.calls} calls: ${answers.join(', ')}${note ? ` (${note})` : ''}`,
  )
  if (alerts !== '') log(`  alerts: ${alerts}`)
  for (const fault of faultsOf(result)) log(`  !! ${fault}`)
}

function stayUntilStopped(): void {
  plugInOutside()
  log(`members: ${membersUrl(0)} and ${membersUrl(1)}; Ctrl-C ends all of it`)
  log(`operators: http://${fronts[0]}:${ports.desk}, as ${deskName}`)
  process.once('SIGINT', () => process.exit(0))
}
