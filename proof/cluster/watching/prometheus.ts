import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, ports } from '../addresses.ts'
import { authorityOf } from '../between/keys.ts'
import { openPart, type Folders, type Part } from '../parts/part.ts'

export type Alert = { name: string; state: 'pending' | 'firing' }

/** The watcher of docs/production.md: our alerts as they are, of what a cluster has. */
export type Watcher = {
  part: Part
  /** What fires now or is about to, by all that it says; empty while Prometheus does not answer. */
  alerts: () => Promise<Map<string, Alert>>
}

/** Exporters that no cluster has, and a page with a certificate. */
const jobsElsewhere = /^ {2}- job_name: (?:redis|machine|page|certificates)\n(?: {4}.*\n)+/gm
/** There is one console, at the first front. */
const consoleElsewhere = ", '10.0.0.22:9102'"
const patienceMs = 2_000
/** Prometheus asks every 15 seconds: until it knows what fires on a quiet day. */
export const knowsAfterMs = 45_000

export function openWatcher(folders: Folders): Watcher {
  const folder = join(folders.root, 'prometheus')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'prometheus.yml')
  const settings = readFileSync(join(folders.deploy, 'prometheus/prometheus.yml'), 'utf8')
  writeFileSync(
    file,
    settings
      .replace(jobsElsewhere, '')
      .replace(consoleElsewhere, '')
      .replaceAll(/10\.0\.0\.(?=\d)/g, '10.97.0.')
      .replaceAll('/opt/kapao/deploy', folders.deploy)
      .replaceAll('/etc/kapao/authority.crt', authorityOf(folders)),
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

type Answer = {
  data: { alerts: { labels: { alertname: string }; state: Alert['state'] }[] }
}

async function readAlerts(): Promise<Map<string, Alert>> {
  const url = `http://${addresses.watcher}:${ports.prometheus}/api/v1/alerts`
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
  const { alerts } = ((await answer.json()) as Answer).data
  return new Map(
    alerts.map(({ labels, state }) => [JSON.stringify(labels), { name: labels.alertname, state }]),
  )
}
