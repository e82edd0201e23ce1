import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, ports } from '../addresses.ts'
import { openPart, type Folders, type Part } from '../parts/part.ts'

export type AlertState = 'pending' | 'firing'

/** The watcher of docs/production.md: our alerts as they are, of what a cluster has. */
export type Watcher = {
  part: Part
  /** What fires now or is about to, by its name; empty while Prometheus does not answer. */
  alerts: () => Promise<Map<string, AlertState>>
}

/** Exporters that no cluster has, and a page with a certificate. */
const jobsElsewhere = /^ {2}- job_name: (?:redis|machine|page|certificates)\n(?: {4}.*\n)+/gm
const patienceMs = 2_000

export function openWatcher(folders: Folders): Watcher {
  const folder = join(folders.root, 'prometheus')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'prometheus.yml')
  const settings = readFileSync(join(folders.deploy, 'prometheus/prometheus.yml'), 'utf8')
  writeFileSync(
    file,
    settings
      .replace(jobsElsewhere, '')
      .replaceAll(/10\.0\.0\.(?=\d)/g, '10.97.0.')
      .replaceAll('/opt/kapao/deploy', folders.deploy),
  )
  const part = openPart({
    name: 'prometheus',
    machine: 'watcher',
    command: ['prometheus', `--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`],
    env: {},
    logFolder: folders.logs,
    restartAfterMs: null,
  })
  return { part, alerts: () => readAlerts().catch(() => new Map()) }
}

type Answer = { data: { alerts: { labels: { alertname: string }; state: AlertState }[] } }

async function readAlerts(): Promise<Map<string, AlertState>> {
  const url = `http://${addresses.watcher}:${ports.prometheus}/api/v1/alerts`
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
  const { alerts } = ((await answer.json()) as Answer).data
  const states = new Map<string, AlertState>()
  for (const { labels, state } of alerts)
    if (states.get(labels.alertname) !== 'firing') states.set(labels.alertname, state)
  return states
}
